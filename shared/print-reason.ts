import { z } from 'zod';

/** What keeps a printer from printing. */
export const printerReasons = ['offline', 'out-of-labels', 'head-open', 'out-of-ribbon', 'paused', 'buffer-full', 'not-ready'] as const;
export type PrinterReason = (typeof printerReasons)[number];

const reason = z.enum(printerReasons);
/** The name of a queue of the system. */
const queue = z.string();
/** In the words of the system. */
const why = z.string();

/** Where a label stopped on its way to a printer: what was seen of it, or the system's own name of the error. */
const cutOffSchema = z.object({
  seen: z.enum(['no-answer', 'stalled', 'closed-early', 'no-device', 'error']),
  error: z.string(),
  /** How many of its bytes were taken. */
  taken: z.int(),
  bytes: z.int(),
});
export type CutOff = z.infer<typeof cutOffSchema>;

/** The label was made for other dots than the printer has; absent where it was not, or where that is not known. */
const otherDots = { otherDots: z.object({ dpi: z.int(), model: z.string(), dotsPerMm: z.number() }).optional() };
export type OtherDots = z.infer<typeof otherDots.otherDots>;

/** Of a sheet on its way to a printer, and what is known of its coming out. What each says stands in `renderer/text/`. */
export const printReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('label-not-taken'), why: cutOffSchema }),
  z.object({ code: z.literal('printer-is'), reason }),
  z.object({ code: z.literal('printer-busy') }),
  z.object({ code: z.literal('label-taken-by-mute') }),
  z.object({ code: z.literal('label-counted'), ...otherDots }),
  /** More came out than was sent: it may print each label twice, or another computer prints there. */
  z.object({ code: z.literal('more-labels-counted'), counted: z.int(), labels: z.int(), ...otherDots }),
  z.object({ code: z.literal('printer-done'), ...otherDots }),
  z.object({ code: z.literal('label-taken'), ...otherDots }),
  z.object({ code: z.literal('label-at-shared-printer'), ...otherDots }),
  /** It has the label and is in this state. */
  z.object({ code: z.literal('label-held'), reason, ...otherDots }),
  z.object({ code: z.literal('sending-broke'), why: cutOffSchema, ...otherDots }),
  z.object({ code: z.literal('sending-broke-printer-is'), reason, ...otherDots }),
  z.object({ code: z.literal('sending-broke-uncounted'), ...otherDots }),
  z.object({ code: z.literal('printer-was-gone'), ...otherDots }),
  z.object({ code: z.literal('seen-by-person') }),
  z.object({ code: z.literal('not-seen-by-person') }),
  z.object({ code: z.literal('label-uncounted'), ...otherDots }),
  z.object({ code: z.literal('label-not-told'), ...otherDots }),
  z.object({ code: z.literal('printer-address-none'), written: z.string() }),
  z.object({ code: z.literal('tcp-takes-zpl') }),
  z.object({ code: z.literal('queue-passes-bytes'), queue }),
  z.object({ code: z.literal('queue-draws-pages'), queue }),
  z.object({ code: z.literal('queue-kind-unknown'), queue }),
  z.object({ code: z.literal('queue-name-impossible'), queue }),
  z.object({ code: z.literal('queue-too-slow'), queue }),
  /** `job`: the queue's own name for it; empty where it gave none. */
  z.object({ code: z.literal('queue-took'), queue, job: z.string() }),
  z.object({ code: z.literal('queue-missing'), queue }),
  z.object({ code: z.literal('queue-server-missing'), queue }),
  z.object({ code: z.literal('queue-refused'), queue, why }),
  /** Taken back before the queue began with it: nothing came out. */
  z.object({ code: z.literal('queue-job-unbegun'), queue, why }),
  /** Taken back while it was under way: some of it may have come out, and the rest does not. */
  z.object({ code: z.literal('queue-job-cancelled'), queue, why }),
  /** Could not be taken back: it may still come out. */
  z.object({ code: z.literal('queue-job-stays'), queue, why }),
  z.object({ code: z.literal('queue-job-forgotten'), queue }),
  /** Not we took it back. */
  z.object({ code: z.literal('queue-job-deleted'), queue }),
  z.object({ code: z.literal('pdf-cut-off') }),
  z.object({ code: z.literal('windows-pdf-not-begun'), why }),
  z.object({ code: z.literal('windows-pdf-unseen'), queue }),
  z.object({ code: z.literal('device-takes-zpl') }),
  z.object({ code: z.literal('lp-missing') }),
  z.object({ code: z.literal('windows-opened-none'), queue }),
  z.object({ code: z.literal('windows-began-none'), queue }),
  z.object({ code: z.literal('windows-stopped-taking'), queue }),
  z.object({ code: z.literal('windows-ended-none'), queue }),
  z.object({ code: z.literal('file-not-kept'), why }),
  z.object({ code: z.literal('print-not-written-down') }),
  z.object({ code: z.literal('print-broke'), why }),
  z.object({ code: z.literal('broke-on-sheet'), ref: z.string() }),
  z.object({ code: z.literal('ended-while-printing') }),
  z.object({ code: z.literal('ended-before-printing') }),
  z.object({ code: z.literal('ended-and-counted') }),
  z.object({ code: z.literal('not-counted-so-again') }),
  z.object({ code: z.literal('parked-before-printing') }),
  /** A person put its printer to rest before that said whether the label came out. */
  z.object({ code: z.literal('taken-by-resting-printer') }),
  z.object({ code: z.literal('sheet-lost') }),
  z.object({ code: z.literal('sheet-of-other-printer'), lacks: z.enum(['label', 'piece']) }),
]);
export type PrintReason = z.infer<typeof printReasonSchema>;
