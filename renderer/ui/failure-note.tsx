import type { ReactNode } from 'react';
import { type Failure, type FailureCode, failureRemedies, type Remedy } from '../../shared/failure.ts';
import { type Screen, type SetupTab } from '../screens.ts';
import { meaningText } from '../text/meanings.ts';
import { detailOf } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { useShown, useWindowState } from '../window-state.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useSecondsUntil } from './seconds.tsx';
import { KeptServiceMessage, ServiceWords } from './service-message.tsx';

/** Event and remedy, with the message of the other side and the short reference for the log. */
export function FailureWords({ failure }: { failure: Failure }) {
  const isInSetup = useShown(({ screen }) => screen === 'setup');
  const { what, next: anywhere } = text.failures[failure.code];
  const next = isInSetup ? text.frame.inSetup(anywhere) : anywhere;
  const { code } = failure;
  const detail = detailOf(failure);
  const cause = meaningText(failure.means);
  const ref = failure.ref && <span className="ref muted">{text.frame.reference(failure.ref)}</span>;
  return (
    <div className="failure-words">
      <b>{what}</b> <span>{cause ?? next}</span>
      {isOfService(failure) && cause === undefined ? (
        <KeptServiceMessage message={detail}>{ref}</KeptServiceMessage>
      ) : (
        <>
          {detail && (
            <span className="failure-detail">
              {code === 'pin-too-soon' || code === 'badge-too-soon' ? (
                <NextTry at={detail} />
              ) : cause === undefined ? (
                detail
              ) : (
                <ServiceWords message={detail} meanings={failure.means} />
              )}
            </span>
          )}
          {ref}
        </>
      )}
    </div>
  );
}

/** Countdown until the next PIN or badge is accepted. */
function NextTry({ at }: { at: string }) {
  const seconds = useSecondsUntil(at);
  return seconds === null ? text.frame.tryNow : text.frame.tryIn(text.frame.seconds(seconds));
}

const ofService: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'service-refused',
  'credentials-rejected',
  'account-refused',
  'offer-expired',
  'offer-used',
  'choice-refused',
  'plan-exhausted',
  'service-busy',
  'look-up-refused',
  'no-quotes-to-check',
  'booking-rejected',
  'pickup-rejected',
]);

/** True if `detail` is the service's own message; its meaning is in `means`, if known. */
export const isOfService = (failure: Failure): boolean =>
  failure.detail !== '' && (failure.means !== undefined || ofService.has(failure.code));

interface FailureNoteProps {
  readonly failure: Failure | null;
  readonly onRetry?: () => void;
  /** False if the screen's own primary action is the remedy. */
  readonly hasButton?: boolean;
}

/** The screen of a remedy. On that screen it needs no button. */
const screenOf: Partial<Record<Remedy, Screen>> = {
  'open-resolve': 'resolve',
  'open-ship': 'ship',
  'open-setup': 'setup',
  'correct-order': 'orders',
};

/** The Setup tab where a failure is fixed; the default is the account. */
const tabOf: Partial<Record<FailureCode, SetupTab>> = {
  'no-sender': 'sender',
  'sender-incomplete': 'sender',
  'sender-unknown': 'sender',
  'rule-printer-gone': 'printers',
  'rule-printer-format': 'printers',
  'no-label-printer': 'printers',
  'label-printer-gone': 'printers',
  'look-ups-differ': 'sources',
  'no-document-printer': 'printers',
};

/** Remedies that retry the action; the others are done by hand (scan, ask, wait). */
const triedAgain: ReadonlySet<Remedy> = new Set<Remedy>(['retry', 'check-printer', 'choose-again']);

/** A failure inside a screen. `onRetry` gives its remedy a button if trying again is the fix. */
export function FailureNote({ failure, onRetry, hasButton = true }: FailureNoteProps) {
  const here = useShown(({ screen }) => screen);
  const remedyAct = useRemedyAct();
  if (!failure) return null;
  const remedy = failureRemedies[failure.code];
  const act = hasButton && screenOf[remedy] !== here ? remedyAct(failure.code, onRetry) : undefined;
  return (
    <div className="card failure-note" data-state="look" role="alert">
      <Icon name="look" />
      <FailureWords failure={failure} />
      {act && (
        <Button isSmall className="push" onPress={act}>
          {text.remedies[remedy]}
        </Button>
      )}
    </div>
  );
}

interface LookNoteProps {
  readonly icon?: IconName;
  readonly what: ReactNode;
  readonly next: ReactNode;
  /** True if screen readers announce it at once. */
  readonly isAlert?: boolean;
  /** The remedy, at its right. */
  readonly children?: ReactNode;
}

/** A notice in the same form that is not a failure of the last action. */
export function LookNote({ icon = 'look', what, next, isAlert = false, children }: LookNoteProps) {
  const words = (
    <>
      <Icon name={icon} />
      <p className="failure-words">
        <b>{what}</b> <span>{next}</span>
      </p>
      {children}
    </>
  );
  return isAlert ? (
    <div className="card failure-note" data-state="look" role="alert">
      {words}
    </div>
  ) : (
    <output className="card failure-note" data-state="look">
      {words}
    </output>
  );
}

/** The action of a failure's remedy button; undefined if the remedy is done by hand (scan, ask, wait). */
export function useRemedyAct(): (code: FailureCode, onRetry: (() => void) | undefined) => (() => void) | undefined {
  const { openScreen } = useWindowState();
  return (code, onRetry) => {
    const remedy = failureRemedies[code];
    const screen = screenOf[remedy];
    if (screen) return () => openScreen(screen, tabOf[code]);
    return triedAgain.has(remedy) ? onRetry : undefined;
  };
}
