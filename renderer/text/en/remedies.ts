import type { Remedy } from '../../../shared/failure.ts';

/** The one button of a remedy. */
export const remedies: Record<Remedy, string> = {
  rescan: 'Scan again',
  retry: 'Try again',
  'correct-order': 'Open the order',
  'choose-again': 'Choose again',
  'check-printer': 'Printer is ready now',
  'open-resolve': 'Open Resolve',
  'open-setup': 'Open Setup',
  wait: 'Wait',
  'open-ship': 'Open Ship',
  'ask-lead': 'Call the shift lead',
  'release-order': 'Release the order',
};
