import { z } from 'zod';
import { addressSchema } from './address.ts';
import { snapshotSchema } from './bench.ts';
import { bookingSchema, exchangeSchema } from './booking.ts';
import {
  type AnyCallCode,
  callCodes,
  decisionCodes,
  documentCodes,
  labelCodes,
  lookUpCodes,
  openCodes,
  pausedCodes,
  pickupCodes,
  pinCodes,
  printerCodes,
  readCodes,
  reprintCodes,
  scanCodes,
  trackCodes,
  uploadCodes,
  worldCodes,
} from './call-codes.ts';
import { contractReportSchema } from './contract.ts';
import type { FailureCode } from './failure.ts';
import { historyLineSchema } from './history.ts';
import { meaningSchema } from './meaning.ts';
import { orderKeySchema, orderSchema, rowProblemSchema } from './order.ts';
import { paperKindSchema } from './paper-due.ts';
import { listedPickupSchema, pickupGroupSchema, pickupRequestSchema, pickupSchema } from './pickup.ts';
import {
  documentFormatSchema,
  drawableSchema,
  foundPrinterSchema,
  printerRoleSchema,
  printerStatusSchema,
  printJobSchema,
} from './printer.ts';
import { questionSchema } from './question.ts';
import { restoredSchema } from './restored.ts';
import { type Result, resultSchema } from './result.ts';
import { saidSchema } from './said.ts';
import { servicePointSchema } from './service-point.ts';
import { settingsSchema, setupSchema } from './settings.ts';
import { respellingSchema, shipmentProblemSchema } from './shipment-check.ts';
import { trackedOrderSchema } from './tracking.ts';
import { documentTypes, uploadSchema } from './upload.ts';
import { strayDeliverySchema, webhookSettingsSchema } from './webhook.ts';
import { worldSchema } from './world.ts';

// The page's Content-Security-Policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true });

const text = (max: number) => z.string().max(max);
const bytes = z.instanceof(Uint8Array);
const nothing = z.object({});
interface Call<A extends z.ZodType, R extends z.ZodType, C extends FailureCode> {
  readonly args: A;
  readonly value: R;
  readonly codes: readonly C[];
  readonly reply: z.ZodType<Result<z.output<R>, C>>;
}

/** A call, with the failures it can answer beside those that any can. */
function call<A extends z.ZodType, R extends z.ZodType, const C extends readonly FailureCode[]>(
  args: A,
  value: R,
  ...named: C
): Call<A, R, AnyCallCode | C[number]> {
  const codes = [...callCodes, ...named];
  return { args, value, codes, reply: resultSchema(value, codes) };
}
/** One that needs an open world. */
const inWorld = <A extends z.ZodType, R extends z.ZodType, const C extends readonly FailureCode[]>(args: A, value: R, ...named: C) =>
  call(args, value, ...worldCodes, ...named);

/** Names the workflow an intent belongs to: one that comes too late (another parcel is in hand) is refused, not applied. */
const ofWorkflow = { workflowNo: z.int().nonnegative() };
/** A paper of a booking or of a pickup. */
const ofPaper = z.object({ ownerId: text(100), paper: paperKindSchema });
/** A shipment of this bench, or an order of the service that this bench did not book. */
const ofOrder = { bookingId: text(100).optional(), orderNo: text(100).optional() };
const page = z.object({ search: text(200), offset: z.int().nonnegative(), limit: z.int().min(1).max(500) });

export const orderRowSchema = z.object({
  order: orderSchema,
  /** The latest booking of this order, or null where nothing was begun. */
  booking: bookingSchema.pick({ id: true, state: true, changedAt: true, shipmentNo: true }).nullable(),
  /** What would be asked if it were scanned now. */
  questions: z.array(questionSchema),
});

const resolveKinds = [
  'journal-restored',
  'booking-on-its-way',
  'booking-unknown',
  'pickup-unknown',
  'print-unconfirmed',
  'label-doubtful',
  'paper-due',
  'upload-open',
  'row-unreadable',
  'put-aside',
  'webhook-not-understood',
] as const;
/** What cannot be read stands there as what it is. Without an `id` it is a whole list, of which nobody knows what else is in it. */
const unreadableItem = { of: z.enum(resolveKinds), id: text(100) };

/** One thing that could not be finished, with what is needed to close it. */
export const resolveItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('journal-restored'), restored: restoredSchema }),
  z.object({ kind: z.literal('booking-unknown'), booking: bookingSchema, exchange: exchangeSchema }),
  /** Sent, without an answer yet, and not waited for: nothing can be settled before it is known or given up. */
  z.object({ kind: z.literal('booking-on-its-way'), booking: bookingSchema }),
  z.object({ kind: z.literal('pickup-unknown'), pickup: pickupSchema, exchange: exchangeSchema }),
  z.object({ kind: z.literal('print-unconfirmed'), job: printJobSchema, booking: bookingSchema.nullable() }),
  z.object({ kind: z.literal('label-doubtful'), booking: bookingSchema }),
  z.object({
    kind: z.literal('paper-due'),
    ownerId: z.string(),
    paper: paperKindSchema,
    why: saidSchema,
    format: documentFormatSchema.nullable(),
    pickup: pickupSchema.nullable(),
    booking: bookingSchema.nullable(),
  }),
  z.object({ kind: z.literal('upload-open'), upload: uploadSchema, booking: bookingSchema.nullable() }),
  z.object({ kind: z.literal('row-unreadable'), id: z.string(), problem: rowProblemSchema }),
  z.object({ kind: z.literal('put-aside'), booking: bookingSchema }),
  z.object({ kind: z.literal('webhook-not-understood'), delivery: strayDeliverySchema }),
  z.object({ kind: z.literal('item-unreadable'), ...unreadableItem, ref: z.string() }),
]);
export type ResolveItem = z.infer<typeof resolveItemSchema>;

export const importReportSchema = z.object({
  file: z.string(),
  /** Each is part of an order, or a problem, or skipped. */
  rows: z.int(),
  taken: z.int(),
  unchanged: z.int(),
  /** False where a person stopped it: what the counts say was taken, the rest was not. */
  isWhole: z.boolean(),
  /** Of the orders in the file those that must not be shipped. */
  held: z.int(),
  problems: z.array(rowProblemSchema),
  skipped: z.array(rowProblemSchema),
  /** What was taken otherwise than a person might think. */
  told: z.array(rowProblemSchema),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/**
 * The contract between the window and the main process: every call and every push. Main's handlers, `window.station`
 * and the test double are computed from this object. Each call takes one object and answers a `Result`.
 */
export const contract = {
  calls: {
    // The bench
    snapshot: call(nothing, snapshotSchema),
    scan: inWorld(z.object({ code: text(4096) }), nothing, ...scanCodes),
    chooseOrder: inWorld(z.object({ ...ofWorkflow, key: orderKeySchema }), nothing),
    /** Names the question it answers: a second touch never answers the next one. */
    answerQuestion: inWorld(
      z.object({ ...ofWorkflow, question: questionSchema.pick({ kind: true, parcel: true }), answer: text(500) }),
      nothing,
    ),
    selectService: inWorld(z.object({ ...ofWorkflow, serviceId: text(100) }), nothing),
    toggleExtra: inWorld(z.object({ ...ofWorkflow, extra: z.enum(['co2', 'insurance']) }), nothing, 'insurance-refused'),
    listServicePoints: inWorld(z.object(ofWorkflow), nothing, ...readCodes),
    chooseServicePoint: inWorld(z.object({ ...ofWorkflow, keycode: text(100).nullable() }), nothing),
    buy: inWorld(z.object({ ...ofWorkflow, serviceId: text(100) }), nothing, ...pausedCodes),
    confirmLabel: inWorld(z.object({ bookingId: text(100), isRight: z.boolean() }), nothing, ...labelCodes),
    /** Reads a known order and, if that works, lets booking go on after a pause. Buys nothing. */
    resumeBooking: inWorld(nothing, nothing, ...trackCodes),
    confirmUnshipped: inWorld(z.object({ ...ofWorkflow, pin: text(20) }), nothing, 'order-not-found', ...pinCodes),
    park: inWorld(z.object(ofWorkflow), nothing),
    next: inWorld(z.object(ofWorkflow), nothing),
    /**
     * The parcel in hand is no longer waited for. A price that was asked is not asked any more; a booking on its way goes on: a late
     * answer is taken, and its label is kept until its order is scanned again or a person asks for it.
     */
    stopWaiting: inWorld(z.object(ofWorkflow), nothing),
    /** Ends every read of the service that a person waits for; each then answers `wait-stopped`. */
    stopReading: inWorld(nothing, nothing),
    /** The labels of the printer in hand go to the one that stands by from now on, or back; those that wait go along. Safe to repeat. */
    standBy: inWorld(z.object({ isOn: z.boolean() }), z.object({ moved: z.int().nonnegative() }), 'no-standby-printer'),
    reprint: inWorld(z.object({ bookingId: text(100) }), nothing, ...reprintCodes),
    shipAgain: inWorld(z.object({ ...ofWorkflow, reason: text(500), pin: text(20) }), nothing, 'order-not-found', ...decisionCodes),
    /** What was in doubt at the start was read; it stays in Resolve. */
    doubtsSeen: inWorld(nothing, nothing),
    /** The notice about the plan's limit was read. */
    planSeen: inWorld(nothing, nothing),
    lastShipments: inWorld(z.object({ limit: z.int().min(1).max(50) }), z.array(bookingSchema)),
    /** What one print job prints. */
    drawSheet: inWorld(z.object({ jobId: text(100) }), z.array(drawableSchema).min(1), 'label-missing', 'label-unreadable'),
    /** The label that came for a booking, every sheet of it, whether or not it may be printed. */
    drawLabel: inWorld(z.object({ bookingId: text(100) }), z.array(drawableSchema).min(1), 'label-missing', 'label-unreadable'),
    // Orders
    orders: inWorld(page, z.object({ total: z.int(), rows: z.array(orderRowSchema) })),
    importOrders: inWorld(z.object({ name: text(300), bytes }), importReportSchema, 'order-file-unreadable'),
    chooseOrderFile: inWorld(nothing, importReportSchema.nullable(), 'order-file-unreadable'),
    /** Takes no more of the files that are being taken; what was taken stays. */
    stopImport: inWorld(nothing, nothing),
    saveOrder: inWorld(z.object({ order: orderSchema }), nothing, 'order-key-reserved', 'order-key-taken', 'text-too-long'),
    /** What is wrong with this order as it would be sent now, and which of its texts go out in other letters; nothing is kept. */
    checkOrder: inWorld(
      z.object({ order: orderSchema }),
      z.object({ problems: z.array(shipmentProblemSchema), respellings: z.array(respellingSchema) }),
      'text-too-long',
      'no-sender',
    ),
    order: inWorld(z.object({ key: orderKeySchema }), orderSchema, 'order-not-found'),
    // Pickup
    /** `ofOtherKeys`: how many parcels wait that were booked with another key or account, and are in no group. */
    pickups: inWorld(
      nothing,
      z.object({
        today: z.string(),
        groups: z.array(pickupGroupSchema),
        requested: z.array(listedPickupSchema),
        ofOtherKeys: z.int().nonnegative(),
      }),
    ),
    /** Where the parcels of this courier may be handed in, nearest to the sender first. */
    dropOffPoints: inWorld(z.object({ courierKey: text(100) }), z.array(servicePointSchema), 'nothing-to-collect', ...readCodes),
    requestPickup: inWorld(pickupRequestSchema, pickupSchema, ...pickupCodes),
    reprintManifest: inWorld(z.object({ pickupId: text(100) }), pickupSchema, 'number-not-found', 'label-missing', ...documentCodes),
    // Tracking
    track: inWorld(
      z.object({ number: text(200) }),
      z.object({ booking: bookingSchema.nullable(), tracked: trackedOrderSchema, uploads: z.array(uploadSchema) }),
      'not-booked-yet',
      ...lookUpCodes,
    ),
    underWay: inWorld(page, z.object({ total: z.int(), rows: z.array(bookingSchema) })),
    /** The label of an order this bench did not book. With nothing to compare it with it is refused until a person is sure. */
    printForeignLabel: inWorld(z.object({ orderNo: text(100), isSure: z.boolean() }), nothing, 'label-not-compared', ...labelCodes),
    openTrackingLink: inWorld(
      z.object({ orderNo: text(100), itemNo: text(100) }),
      z.object({ host: z.string() }),
      'link-not-allowed',
      ...trackCodes,
    ),
    attachDocument: inWorld(
      z.object({ ...ofOrder, documentType: z.enum(documentTypes), name: text(200), mediaType: text(100), bytes }),
      uploadSchema,
      'document-refused',
      'text-not-sendable',
      ...uploadCodes,
    ),
    /** What happened to one shipment, oldest first; `isWhole` is false where one was changed or taken out since. */
    timeline: inWorld(
      z.object({ bookingId: text(100) }),
      z.object({ booking: bookingSchema, lines: z.array(historyLineSchema), isWhole: z.boolean() }),
      'order-not-found',
    ),
    /** All of it as one file, where the person wants it; null where the person chose none. */
    exportTimeline: inWorld(
      z.object({ bookingId: text(100) }),
      z.object({ file: z.string() }).nullable(),
      'order-not-found',
      'file-not-written',
    ),
    // Resolve
    toResolve: inWorld(nothing, z.array(resolveItemSchema)),
    /** `isSure`: a person vouches for a number whose label could not be compared. */
    settleExists: inWorld(
      z.object({ bookingId: text(100), orderNo: text(100), isSure: z.boolean().optional() }),
      bookingSchema,
      'number-taken',
      'label-of-another-order',
      'label-not-compared',
      ...lookUpCodes,
    ),
    settleNotBooked: inWorld(z.object({ bookingId: text(100), reason: text(500), pin: text(20) }), bookingSchema, ...decisionCodes),
    settlePickup: inWorld(
      z.object({ pickupId: text(100), collectionNo: text(100), reason: text(500), pin: text(20) }),
      pickupSchema,
      'number-taken',
      ...decisionCodes,
    ),
    closeLabel: inWorld(z.object({ bookingId: text(100), reason: text(500), pin: text(20) }), bookingSchema, ...decisionCodes),
    /** `isGone`: a person took it out of the printer it was sent to, or switched that off. */
    settlePrint: inWorld(
      z.object({ jobId: text(100), cameOut: z.boolean(), isGone: z.boolean().optional() }),
      printJobSchema,
      'no-label-printer',
      'no-document-printer',
      'label-in-other-printer',
      ...printerCodes,
    ),
    settleUpload: inWorld(z.object({ uploadId: text(100), act: z.enum(['send-again', 'it-arrived']) }), uploadSchema, ...uploadCodes),
    /** A paper as it would be printed, page by page. */
    drawPaper: inWorld(ofPaper, z.array(drawableSchema).min(1), 'document-unreadable', 'label-unreadable'),
    /** As it came, where the person wants it; null where the person chose no place. */
    savePaper: inWorld(ofPaper, z.object({ file: z.string() }).nullable(), 'document-unreadable', 'file-not-written'),
    printPaper: inWorld(ofPaper, nothing, ...documentCodes),
    /** A person saw to it in another way. */
    closePaper: inWorld(ofPaper, nothing),
    /** Everything that may have been shipped before the journal was restored was looked at. */
    settleRestored: inWorld(z.object({ reason: text(500), pin: text(20) }), nothing, ...decisionCodes),
    /** A person looked after an item that cannot be read: it leaves the list for good. */
    closeUnreadable: inWorld(z.object({ ...unreadableItem, reason: text(500), pin: text(20) }), nothing, ...decisionCodes),
    dismissRow: inWorld(z.object({ id: text(100) }), nothing),
    takeUp: inWorld(z.object({ bookingId: text(100) }), nothing, 'order-not-found', ...scanCodes),
    /** `all`: it and every other that waits like it. */
    dismissDelivery: inWorld(z.object({ id: text(100), all: z.boolean() }), nothing),
    /** What words of the service mean; empty where nobody knows. */
    explain: inWorld(z.object({ said: z.string() }), z.array(meaningSchema)),
    // Setup
    setup: call(nothing, setupSchema),
    saveSettings: call(
      z.object({ settings: settingsSchema.omit({ world: true, connections: true, webhooks: true }).partial() }),
      setupSchema,
      'setting-invalid',
    ),
    /** `newAddress`: the old address is good for nothing any more. */
    saveWebhooks: call(webhookSettingsSchema.omit({ secret: true }).extend({ newAddress: z.boolean() }), setupSchema),
    connect: call(
      z.object({ world: worldSchema, baseUrl: text(500), account: text(100), key: text(500), secret: text(500) }),
      setupSchema,
      'url-not-allowed',
      'setting-invalid',
      ...openCodes,
      ...readCodes,
    ),
    /** Begins an empty journal where one was lost and no copy is good. */
    beginEmptyJournal: call(z.object({ reason: text(500), pin: text(20) }), setupSchema, ...decisionCodes, ...openCodes),
    /** This whole computer was put back: no journal here knows what was booked since. Safe to repeat. */
    declareRestored: call(nothing, setupSchema, ...openCodes),
    enterWorld: call(z.object({ world: worldSchema }), setupSchema, ...openCodes),
    contractReport: inWorld(nothing, contractReportSchema),
    /** Answers when the check has ended. It books in the sandbox only where `book` says so. */
    checkContract: inWorld(z.object({ book: z.boolean() }), contractReportSchema, 'only-in-sandbox', 'no-quotes-to-check', ...readCodes),
    proveLive: inWorld(nothing, nothing),
    setLeadPin: call(z.object({ oldPin: text(20), pin: text(20) }), setupSchema, 'setting-invalid', ...pinCodes),
    /** A PIN that was forgotten, or whose file is gone: `proof` is the account's secret or the recovery code. */
    resetLeadPin: call(z.object({ proof: text(500), pin: text(20) }), setupSchema, 'setting-invalid', 'proof-wrong'),
    /** Shown once and kept nowhere; the one before is good for nothing any more. */
    makeRecoveryCode: call(z.object({ pin: text(20) }), z.object({ code: z.string() }), ...pinCodes),
    /** Takes the copies of another computer or user into use. `folder` empty: that of this bench. */
    recover: call(
      z.object({ folder: text(500), code: text(100) }),
      setupSchema,
      'recovery-key-missing',
      'recovery-code-wrong',
      'recovery-not-empty',
    ),
    findPrinters: call(nothing, z.array(foundPrinterSchema)),
    /** Label printers in the network of this computer; asks its neighbours, a minute at most. */
    searchPrinters: call(nothing, z.array(foundPrinterSchema)),
    /** Ends the search: it answers what it found so far. */
    stopSearch: call(nothing, nothing),
    askPrinter: call(z.object({ role: printerRoleSchema }), printerStatusSchema),
    /** Without `printerId` at the printer that new sheets of the role go to. */
    printTest: inWorld(
      z.object({ role: printerRoleSchema, printerId: text(40).optional() }),
      printJobSchema,
      'no-label-printer',
      'no-document-printer',
      'print-failed',
    ),
    /** A sender in the letters the service takes, and what is wrong with it; nothing is kept. */
    checkSender: inWorld(
      z.object({ sender: addressSchema }),
      z.object({ asSent: addressSchema, problems: z.array(shipmentProblemSchema) }),
      'text-too-long',
    ),
  },
  pushes: {
    /** The whole state of the frame and the parcel in hand, whenever either changed. */
    snapshot: snapshotSchema,
  },
} as const;

type Calls = typeof contract.calls;
export type CallName = keyof Calls;
export type CallArgs<N extends CallName> = z.output<Calls[N]['args']>;
export type CallReply<N extends CallName> = z.output<Calls[N]['value']>;

export type Pushes = { readonly [N in keyof typeof contract.pushes]: z.output<(typeof contract.pushes)[N]> };

/** The failures a call can answer. */
export type CallCode<N extends CallName> = Calls[N]['codes'][number];
export type Answer<N extends CallName> = Result<CallReply<N>, CallCode<N>>;

/** What main implements: total, so a missing or misspelt call does not compile. */
export type Handlers = { readonly [N in CallName]: (args: CallArgs<N>) => Promise<Answer<N>> };

/** What the window sees as `window.station`. */
export type Station = Handlers & { readonly on: <N extends keyof Pushes>(name: N, listener: (value: Pushes[N]) => void) => () => void };
