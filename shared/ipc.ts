import { z } from 'zod';
import { addressSchema } from './address.ts';
import { snapshotSchema } from './bench.ts';
import { bookingSchema, exchangeSchema } from './booking.ts';
import { contractReportSchema } from './contract.ts';
import { documentTypes, uploadSchema } from './customs.ts';
import { failureCodes } from './failure.ts';
import { historyLineSchema } from './history.ts';
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
import { servicePointSchema } from './service-point.ts';
import { settingsSchema, setupSchema } from './settings.ts';
import { respellingSchema, shipmentProblemSchema } from './shipment-check.ts';
import { trackedOrderSchema } from './tracking.ts';
import { strayDeliverySchema, webhookSettingsSchema } from './webhook.ts';
import { worldSchema } from './world.ts';

// The page's Content-Security-Policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true });

const text = (max: number) => z.string().max(max);
const bytes = z.instanceof(Uint8Array);
const nothing = z.object({});
const call = <A extends z.ZodType, R extends z.ZodType>(args: A, reply: R) => ({ args, reply: resultSchema(reply, failureCodes) });

/** Names the walk an intent belongs to: one that comes too late (another parcel is in hand) is refused, not applied. */
const ofWalk = { walkNo: z.int().nonnegative() };
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
    why: z.string(),
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
    scan: call(z.object({ code: text(4096) }), nothing),
    chooseOrder: call(z.object({ ...ofWalk, key: orderKeySchema }), nothing),
    /** Names the question it answers: a second touch never answers the next one. */
    answerQuestion: call(z.object({ ...ofWalk, question: questionSchema.pick({ kind: true, parcel: true }), answer: text(500) }), nothing),
    selectService: call(z.object({ ...ofWalk, serviceId: text(100) }), nothing),
    toggleExtra: call(z.object({ ...ofWalk, extra: z.enum(['co2', 'insurance']) }), nothing),
    listServicePoints: call(z.object(ofWalk), nothing),
    chooseServicePoint: call(z.object({ ...ofWalk, keycode: text(100).nullable() }), nothing),
    buy: call(z.object({ ...ofWalk, serviceId: text(100) }), nothing),
    confirmLabel: call(z.object({ bookingId: text(100), isRight: z.boolean() }), nothing),
    /** Reads a known order and, if that works, lets booking go on after a pause. Buys nothing. */
    resumeBooking: call(nothing, nothing),
    confirmUnshipped: call(z.object({ ...ofWalk, pin: text(20) }), nothing),
    putAside: call(z.object(ofWalk), nothing),
    next: call(z.object(ofWalk), nothing),
    /**
     * The parcel in hand is no longer waited for. A price that was asked is not asked any more; a booking on its way goes on: a late
     * answer is taken, and its label is kept until its order is scanned again or a person asks for it.
     */
    stopWaiting: call(z.object(ofWalk), nothing),
    /** Ends every read of the service that a person waits for; each then answers `wait-stopped`. */
    stopReading: call(nothing, nothing),
    reprint: call(z.object({ bookingId: text(100) }), nothing),
    shipAgain: call(z.object({ ...ofWalk, reason: text(500), pin: text(20) }), nothing),
    /** What was in doubt at the start was read; it stays in Resolve. */
    doubtsSeen: call(nothing, nothing),
    /** The notice about the plan's limit was read. */
    planSeen: call(nothing, nothing),
    lastShipments: call(z.object({ limit: z.int().min(1).max(50) }), z.array(bookingSchema)),
    /** What one print job prints. */
    drawSheet: call(z.object({ jobId: text(100) }), z.array(drawableSchema).min(1)),
    /** The label that came for a booking, every sheet of it, whether or not it may be printed. */
    drawLabel: call(z.object({ bookingId: text(100) }), z.array(drawableSchema).min(1)),
    // Orders
    orders: call(page, z.object({ total: z.int(), rows: z.array(orderRowSchema) })),
    importOrders: call(z.object({ name: text(300), bytes }), importReportSchema),
    chooseOrderFile: call(nothing, importReportSchema.nullable()),
    /** Takes no more of the files that are being taken; what was taken stays. */
    stopImport: call(nothing, nothing),
    saveOrder: call(z.object({ order: orderSchema }), nothing),
    /** What is wrong with this order as it would be sent now, and which of its texts go out in other letters; nothing is kept. */
    checkOrder: call(
      z.object({ order: orderSchema }),
      z.object({ problems: z.array(shipmentProblemSchema), respellings: z.array(respellingSchema) }),
    ),
    order: call(z.object({ key: orderKeySchema }), orderSchema),
    // Pickup
    /** `ofOtherKeys`: how many parcels wait that were booked with another key or account, and are in no group. */
    pickups: call(
      nothing,
      z.object({
        today: z.string(),
        groups: z.array(pickupGroupSchema),
        requested: z.array(listedPickupSchema),
        ofOtherKeys: z.int().nonnegative(),
      }),
    ),
    /** Where the parcels of this courier may be handed in, nearest to the sender first. */
    dropOffPoints: call(z.object({ courierKey: text(100) }), z.array(servicePointSchema)),
    requestPickup: call(pickupRequestSchema, pickupSchema),
    reprintManifest: call(z.object({ pickupId: text(100) }), pickupSchema),
    // Tracking
    track: call(
      z.object({ number: text(200) }),
      z.object({ booking: bookingSchema.nullable(), tracked: trackedOrderSchema, uploads: z.array(uploadSchema) }),
    ),
    underWay: call(page, z.object({ total: z.int(), rows: z.array(bookingSchema) })),
    /** The label of an order this bench did not book. With nothing to compare it with it is refused until a person is sure. */
    printForeignLabel: call(z.object({ orderNo: text(100), isSure: z.boolean() }), nothing),
    openTrackingLink: call(z.object({ orderNo: text(100), itemNo: text(100) }), z.object({ host: z.string() })),
    attachDocument: call(
      z.object({ ...ofOrder, documentType: z.enum(documentTypes), name: text(200), mediaType: text(100), bytes }),
      uploadSchema,
    ),
    /** What happened to one shipment, oldest first; `isWhole` is false where one was changed or taken out since. */
    timeline: call(
      z.object({ bookingId: text(100) }),
      z.object({ booking: bookingSchema, lines: z.array(historyLineSchema), isWhole: z.boolean() }),
    ),
    /** All of it as one file, where the person wants it; null where the person chose none. */
    exportTimeline: call(z.object({ bookingId: text(100) }), z.object({ file: z.string() }).nullable()),
    // Resolve
    toResolve: call(nothing, z.array(resolveItemSchema)),
    /** `isSure`: a person vouches for a number whose label could not be compared. */
    settleExists: call(z.object({ bookingId: text(100), orderNo: text(100), isSure: z.boolean().optional() }), bookingSchema),
    settleNotBooked: call(z.object({ bookingId: text(100), reason: text(500), pin: text(20) }), bookingSchema),
    settlePickup: call(z.object({ pickupId: text(100), collectionNo: text(100), reason: text(500), pin: text(20) }), pickupSchema),
    setLabelAside: call(z.object({ bookingId: text(100), reason: text(500), pin: text(20) }), bookingSchema),
    /** `isGone`: a person took it out of the printer it was sent to, or switched that off. */
    settlePrint: call(z.object({ jobId: text(100), cameOut: z.boolean(), isGone: z.boolean().optional() }), printJobSchema),
    settleUpload: call(z.object({ uploadId: text(100), act: z.enum(['send-again', 'it-arrived']) }), uploadSchema),
    /** A paper as it would be printed, page by page. */
    drawPaper: call(ofPaper, z.array(drawableSchema).min(1)),
    /** As it came, where the person wants it; null where the person chose no place. */
    savePaper: call(ofPaper, z.object({ file: z.string() }).nullable()),
    printPaper: call(ofPaper, nothing),
    /** A person saw to it in another way. */
    closePaper: call(ofPaper, nothing),
    /** Everything that may have been shipped before the journal was restored was looked at. */
    settleRestored: call(z.object({ reason: text(500), pin: text(20) }), nothing),
    /** A person looked after an item that cannot be read: it leaves the list for good. */
    closeUnreadable: call(z.object({ ...unreadableItem, reason: text(500), pin: text(20) }), nothing),
    dismissRow: call(z.object({ id: text(100) }), nothing),
    takeUp: call(z.object({ bookingId: text(100) }), nothing),
    /** `all`: it and every other that waits like it. */
    dismissDelivery: call(z.object({ id: text(100), all: z.boolean() }), nothing),
    /** What words of the service mean and what to do about them; empty where nobody knows. */
    explain: call(z.object({ said: z.string() }), z.object({ cause: z.string() })),
    // Setup
    setup: call(nothing, setupSchema),
    saveSettings: call(
      z.object({ settings: settingsSchema.omit({ world: true, connections: true, webhooks: true }).partial() }),
      setupSchema,
    ),
    /** `newAddress`: the old address is good for nothing any more. */
    saveWebhooks: call(webhookSettingsSchema.omit({ secret: true }).extend({ newAddress: z.boolean() }), setupSchema),
    connect: call(z.object({ world: worldSchema, baseUrl: text(500), account: text(100), key: text(500), secret: text(500) }), setupSchema),
    /** Begins an empty journal where one was lost and no copy is good. */
    beginEmptyJournal: call(z.object({ reason: text(500), pin: text(20) }), setupSchema),
    /** This whole computer was put back: no journal here knows what was booked since. Safe to repeat. */
    declareRestored: call(nothing, setupSchema),
    enterWorld: call(z.object({ world: worldSchema }), setupSchema),
    contractReport: call(nothing, contractReportSchema),
    /** Answers when the check has ended. It books in the sandbox only where `book` says so. */
    checkContract: call(z.object({ book: z.boolean() }), contractReportSchema),
    proveLive: call(nothing, nothing),
    setLeadPin: call(z.object({ oldPin: text(20), pin: text(20) }), setupSchema),
    /** A PIN that was forgotten, or whose file is gone: `proof` is the account's secret or the recovery code. */
    resetLeadPin: call(z.object({ proof: text(500), pin: text(20) }), setupSchema),
    /** Shown once and kept nowhere; the one before is good for nothing any more. */
    makeRecoveryCode: call(z.object({ pin: text(20) }), z.object({ code: z.string() })),
    /** Takes the copies of another computer or user into use. `folder` empty: that of this bench. */
    recover: call(z.object({ folder: text(500), code: text(100) }), setupSchema),
    findPrinters: call(nothing, z.array(foundPrinterSchema)),
    askPrinter: call(z.object({ role: printerRoleSchema }), printerStatusSchema),
    printTest: call(z.object({ role: printerRoleSchema }), printJobSchema),
    /** A sender in the letters the service takes, and what is wrong with it; nothing is kept. */
    checkSender: call(z.object({ sender: addressSchema }), z.object({ asSent: addressSchema, problems: z.array(shipmentProblemSchema) })),
  },
  pushes: {
    /** The whole state of the frame and the parcel in hand, whenever either changed. */
    snapshot: snapshotSchema,
  },
} as const;

type Calls = typeof contract.calls;
export type CallName = keyof Calls;
export type CallArgs<N extends CallName> = z.output<Calls[N]['args']>;
export type CallReply<N extends CallName> = Extract<z.output<Calls[N]['reply']>, { ok: true }>['value'];

export type Pushes = { readonly [N in keyof typeof contract.pushes]: z.output<(typeof contract.pushes)[N]> };

/** What main implements: total, so a missing or misspelt call does not compile. */
export type Handlers = { readonly [N in CallName]: (args: CallArgs<N>) => Promise<Result<CallReply<N>>> };

/** What the window sees as `window.station`. */
export type Station = Handlers & { readonly on: <N extends keyof Pushes>(name: N, listener: (value: Pushes[N]) => void) => () => void };
