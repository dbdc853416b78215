import { z } from 'zod';
import { notedReasonSchema } from './reprint.ts';

export const printerReasons = ['offline', 'out-of-labels', 'head-open', 'out-of-ribbon', 'paused', 'buffer-full', 'not-ready'] as const;
export type PrinterReason = (typeof printerReasons)[number];

const reason = z.enum(printerReasons);
/** The name of a queue of the system. */
const queue = z.string();
/** The system's message. */
const why = z.string();

/** Why a label stopped on its way to a printer: the cause as observed, or the system's name of the error. */
const cutOffSchema = z.object({
  seen: z.enum(['no-answer', 'stalled', 'closed-early', 'no-device', 'error']),
  error: z.string(),
  /** Number of bytes that were sent. */
  taken: z.int(),
  bytes: z.int(),
});
export type CutOff = z.infer<typeof cutOffSchema>;

/** The label was made for another resolution than the printer has; absent if not, or if unknown. */
const otherDots = { otherDots: z.object({ dpi: z.int(), model: z.string(), dotsPerMm: z.number() }).optional() };
export type OtherDots = z.infer<typeof otherDots.otherDots>;

/** Faults of a sheet on its way to a printer, and what is known of its printing. The sentences are in `renderer/text/`. */
export const printReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('label-not-taken'), why: cutOffSchema }),
  z.object({ code: z.literal('printer-is'), reason }),
  z.object({ code: z.literal('printer-busy') }),
  z.object({ code: z.literal('label-taken-by-mute') }),
  z.object({ code: z.literal('label-counted'), ...otherDots }),
  /** More labels were printed than were sent: the printer may print each label twice, or another computer prints on it. */
  z.object({ code: z.literal('more-labels-counted'), counted: z.int(), labels: z.int(), ...otherDots }),
  z.object({ code: z.literal('printer-done'), ...otherDots }),
  z.object({ code: z.literal('label-taken'), ...otherDots }),
  z.object({ code: z.literal('label-at-shared-printer'), ...otherDots }),
  /** The printer has the label and is in this state. */
  z.object({ code: z.literal('label-held'), reason, ...otherDots }),
  z.object({ code: z.literal('sending-broke'), why: cutOffSchema, ...otherDots }),
  z.object({ code: z.literal('sending-broke-printer-is'), reason, ...otherDots }),
  z.object({ code: z.literal('sending-broke-uncounted'), ...otherDots }),
  z.object({ code: z.literal('printer-was-gone'), ...otherDots }),
  z.object({ code: z.literal('seen-by-person') }),
  z.object({ code: z.literal('not-seen-by-person') }),
  z.object({ code: z.literal('label-uncounted'), ...otherDots }),
  z.object({ code: z.literal('label-unconfirmed'), ...otherDots }),
  z.object({ code: z.literal('printer-address-none'), written: z.string() }),
  z.object({ code: z.literal('tcp-takes-zpl') }),
  z.object({ code: z.literal('queue-passes-bytes'), queue }),
  z.object({ code: z.literal('queue-draws-pages'), queue }),
  z.object({ code: z.literal('queue-kind-unknown'), queue }),
  z.object({ code: z.literal('queue-name-impossible'), queue }),
  /** `job`: the queue's name for the job; empty if it gave none. */
  z.object({ code: z.literal('queue-took'), queue, job: z.string() }),
  z.object({ code: z.literal('queue-missing'), queue }),
  z.object({ code: z.literal('queue-server-missing'), queue }),
  z.object({ code: z.literal('queue-refused'), queue, why }),
  /** Cancelled before the queue started it: nothing was printed. */
  z.object({ code: z.literal('queue-job-unbegun'), queue, why }),
  /** Cancelled while it was printing: a part may have been printed, the rest is not. */
  z.object({ code: z.literal('queue-job-cancelled'), queue, why }),
  /** It could not be cancelled and may still be printed. */
  z.object({ code: z.literal('queue-job-stays'), queue, why }),
  z.object({ code: z.literal('queue-job-forgotten'), queue }),
  /** Packbench did not cancel it. */
  z.object({ code: z.literal('queue-job-deleted'), queue }),
  z.object({ code: z.literal('pdf-cut-off') }),
  z.object({ code: z.literal('windows-pdf-not-begun'), why }),
  z.object({ code: z.literal('windows-pdf-unseen'), queue }),
  z.object({ code: z.literal('device-takes-zpl') }),
  z.object({ code: z.literal('windows-opened-none'), queue }),
  z.object({ code: z.literal('file-not-kept'), why }),
  z.object({ code: z.literal('print-not-written-down') }),
  z.object({ code: z.literal('print-broke'), why }),
  z.object({ code: z.literal('broke-on-sheet'), ref: z.string() }),
  z.object({ code: z.literal('ended-while-printing') }),
  z.object({ code: z.literal('ended-before-printing') }),
  z.object({ code: z.literal('ended-and-counted') }),
  z.object({ code: z.literal('not-counted-so-again') }),
  z.object({ code: z.literal('parked-before-printing') }),
  /** A person switched to the backup printer before this printer reported if the label was printed. */
  z.object({ code: z.literal('taken-by-resting-printer') }),
  /** This many labels were out already, so a reprint needs a reason. `at`: when their last state was reported. */
  z.object({
    code: z.literal('label-is-out'),
    bookingId: z.string(),
    orderKey: z.string(),
    shipmentNo: z.int(),
    labels: z.int(),
    isPrinted: z.boolean(),
    at: z.string(),
  }),
  /** Why this many labels were printed again. */
  notedReasonSchema.extend({ code: z.literal('reprinted'), labels: z.int() }),
  z.object({ code: z.literal('sheet-lost') }),
  z.object({ code: z.literal('sheet-of-other-printer'), lacks: z.enum(['label', 'piece']) }),
]);
export type PrintReason = z.infer<typeof printReasonSchema>;
