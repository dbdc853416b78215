import type { CutOff, OtherDots, PrinterReason, PrintReason } from '../../../shared/print-reason.ts';
import type { Sentences } from '../sentences.ts';
import { reprint } from './reprint.ts';

const states: Record<PrinterReason, string> = {
  offline: 'offline',
  'out-of-labels': 'out of labels',
  'head-open': 'open',
  'out-of-ribbon': 'out of ribbon',
  paused: 'paused',
  'buffer-full': 'full of waiting labels',
  'not-ready': 'not ready',
};
const printerIs = (reason: PrinterReason): string => `The printer is ${states[reason]}.`;

/** A sentence, followed by a note if the label's resolution differs from the printer's. */
const withDots = (sentence: string, { otherDots: dots }: { readonly otherDots?: OtherDots | undefined }): string =>
  dots
    ? `${sentence} The label was made for ${dots.dpi} dpi, but the ${dots.model} prints ${dots.dotsPerMm} dots per millimetre.`
    : sentence;

const seen: Record<Exclude<CutOff['seen'], 'error'>, string> = {
  'no-answer': 'it did not answer the connection',
  stalled: 'it stopped taking the label',
  'closed-early': 'it closed the connection too early',
  'no-device': 'it is not a device',
};

function cutOff(why: CutOff): string {
  return `${why.seen === 'error' ? why.error : seen[why.seen]} (${why.taken} of ${why.bytes} bytes taken)`;
}

export const printReasons: Sentences<PrintReason> = {
  'label-not-taken': ({ why }) => `The printer did not take the label: ${cutOff(why)}.`,
  'printer-is': ({ reason }) => printerIs(reason),
  'printer-busy': () => 'The printer is still busy with earlier labels.',
  'label-taken-by-mute': () => 'The printer took the label. It does not report its state, so only you can see whether the label came out.',
  'label-counted': (of) => withDots('The printer counted the label.', of),
  'more-labels-counted': (of) =>
    withDots(
      `The printer counted ${of.counted} labels, but ${of.labels === 1 ? '1 was' : `${of.labels} were`} sent. It may print each label twice, or another computer prints there.`,
      of,
    ),
  'printer-done': (of) => withDots('The printer is done and reports no fault.', of),
  'label-taken': (of) => withDots('The printer took the label and reports no fault, but it cannot report whether the label came out.', of),
  'label-at-shared-printer': (of) =>
    withDots('The printer took the label. Another bench prints there too, so only you can see whether this label came out.', of),
  'label-held': (of) => withDots(`${printerIs(of.reason)} It has the label and prints it when that is fixed.`, of),
  'sending-broke': (of) => withDots(`The connection was cut while the label was sent: ${cutOff(of.why)}.`, of),
  'sending-broke-printer-is': (of) => withDots(`The connection was cut while the label was sent. ${printerIs(of.reason)}`, of),
  'sending-broke-uncounted': (of) =>
    withDots('The connection was cut while the label was sent, and the printer did not count a label.', of),
  'printer-was-gone': (of) => withDots('The printer was gone for a moment after it took the label.', of),
  'label-uncounted': (of) => withDots('The printer is idle, but it did not count the label.', of),
  'label-unconfirmed': (of) => withDots('The printer took the label and did not report in time whether it came out.', of),
  'printer-address-none': ({ written }) => `“${written}” is not the address of a printer.`,
  'seen-by-person': () => 'Seen by a person',
  'not-seen-by-person': () => 'Not seen by a person',
  'tcp-takes-zpl': () => 'A printer reached over TCP prints ZPL only.',
  'queue-passes-bytes': ({ queue }) => `The queue ${queue} passes bytes on as they are; a PDF would come out unreadable.`,
  'queue-draws-pages': ({ queue }) => `The queue ${queue} draws pages; ZPL would come out as text.`,
  'queue-kind-unknown': ({ queue }) => `The queue ${queue} does not report which formats it accepts.`,
  'queue-name-impossible': ({ queue }) => `“${queue}” cannot be the name of a queue.`,
  'queue-took': ({ queue, job }) => `Handed to the queue ${queue}${job && ` as ${job}`}; the queue reports nothing more.`,
  'queue-missing': ({ queue }) => `There is no queue ${queue} on this computer.`,
  'queue-server-missing': ({ queue }) => `The print service of this computer does not answer, so nothing was sent to ${queue}.`,
  'queue-refused': ({ queue, why }) => `The queue ${queue} did not take it: ${why}.`,
  'queue-job-unbegun': ({ queue, why }) => `The queue ${queue} did not start it: ${why}. It was cancelled; nothing came out.`,
  'queue-job-cancelled': ({ queue, why }) =>
    `The queue ${queue} did not finish it: ${why}. It was cancelled and does not come out later, but a part of it may be out.`,
  'queue-job-stays': ({ queue, why }) =>
    `The queue ${queue} did not finish it: ${why}. It could not be cancelled and may still come out: look in the queue.`,
  'queue-job-forgotten': ({ queue }) =>
    `The print server forgot the job of the queue ${queue} before it could be asked. Set “PreserveJobHistory Yes” in its cupsd.conf.`,
  'queue-job-deleted': ({ queue }) => `The queue ${queue} gave up, or somebody cancelled it. A part of it may have come out.`,
  'pdf-cut-off': () => 'The end of the PDF is missing, so it was not sent.',
  'windows-pdf-not-begun': ({ why }) => `SumatraPDF did not print it: ${why}`,
  'windows-pdf-unseen': ({ queue }) => `SumatraPDF ended, but nothing was seen in the queue ${queue}.`,
  'device-takes-zpl': () => 'A printer at a device file prints ZPL only.',
  'windows-opened-none': ({ queue }) => `Windows cannot open the printer ${queue}.`,
  'file-not-kept': ({ why }) => `The file could not be written: ${why}`,
  'print-not-written-down': () => 'It could not be stored on this computer, so it was not sent.',
  'print-broke': ({ why }) => `Printing stopped unexpectedly: ${why}`,
  'broke-on-sheet': ({ ref }) => `The program failed on this sheet (${ref}).`,
  'ended-while-printing': () => 'The program ended while it was printing.',
  'ended-before-printing': () => 'The program ended before anything reached the printer.',
  'ended-and-counted': () => 'The program ended meanwhile; the printer counted the label.',
  'not-counted-so-again': () => 'The printer did not count it, so it prints again.',
  'parked-before-printing': () => 'Put aside before it went to the printer.',
  'taken-by-resting-printer': () =>
    'The first printer took it and did not report that it came out. Packbench will not print it again by itself: look for it there first.',
  'label-is-out': ({ orderKey, labels }) => `${labels === 1 ? 'A label' : `${labels} labels`} of ${orderKey} went to a printer before.`,
  reprinted: ({ why, oldLabel, labels }) =>
    labels > 1 && oldLabel === 'scanned' ? `${reprint.reasons[why]}, one of ${labels} old labels scanned` : reprint.reasonOf(why, oldLabel),
  'sheet-lost': () => 'This page is no longer stored on this computer.',
  'sheet-of-other-printer': ({ lacks }) =>
    lacks === 'label'
      ? 'This sheet was made for another kind of printer, and the label it was made from is gone.'
      : 'This sheet was made for another kind of printer, and the label has no such piece.',
};
