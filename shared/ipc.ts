import { z } from 'zod';
import { addressSchema } from './address.ts';
import { batchQuestionSchema, batchViewSchema } from './batch.ts';
import { snapshotSchema } from './bench.ts';
import { benchOfSiteSchema, namedSiteSchema } from './bench-of-site.ts';
import { bookingSchema, exchangeSchema } from './booking.ts';
import {
  type AnyCallCode,
  callCodes,
  decisionCodes,
  documentCodes,
  joinCodes,
  labelCodes,
  ledgerCodes,
  lookUpCodes,
  openCodes,
  pausedCodes,
  pickupCodes,
  pinCodes,
  printerCodes,
  readCodes,
  reprintCodes,
  scanCodes,
  siteSettingCodes,
  trackCodes,
  uploadCodes,
  worldCodes,
} from './call-codes.ts';
import { contractReportSchema } from './contract.ts';
import { unreadSchema } from './exchange-reason.ts';
import { type FailureCode, failureSchema } from './failure.ts';
import { fileEncodingSchema } from './file-letters.ts';
import { historyLineSchema } from './history.ts';
import { knownAsSchema, typedAsSchema } from './known-code.ts';
import { mappingSchema } from './mapping.ts';
import { meaningSchema } from './meaning.ts';
import { orderKeySchema, orderSchema, rowProblemSchema } from './order.ts';
import { orderFilterSchema } from './order-list.ts';
import { orderPlanSchema, prioritySchema } from './order-plan.ts';
import { pushSettingsSchema } from './order-push.ts';
import { mostLookUps, savedLookUpSchema } from './order-source.ts';
import { longestServiceText } from './oversized.ts';
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
import { scanDoubts } from './scan.ts';
import { servicePointSchema } from './service-point.ts';
import { settingsSchema, setupSchema } from './settings.ts';
import { labelPageSchema, paperPlaceSchema, sheetClassSchema } from './sheet-class.ts';
import { respellingSchema, shipmentProblemSchema } from './shipment-check.ts';
import { shipmentLayouts } from './shipment-table.ts';
import { rulesVersionSchema } from './shipping-rule.ts';
import { trackedOrderSchema } from './tracking.ts';
import { triedRulesSchema } from './tried-rules.ts';
import { typedSecretSchema } from './typed-secret.ts';
import { documentTypes, uploadSchema } from './upload.ts';
import { strayDeliverySchema, webhookSettingsSchema } from './webhook.ts';
import { worldSchema } from './world.ts';
import { untoldSchema, writeBackSettingsSchema } from './write-back.ts';

const text = (max: number) => z.string().max(max);
/** A number or key of the service, or what a person types or scans to find one. */
const ofService = text(longestServiceText);
const bytes = z.instanceof(Uint8Array);
/** The version of what all benches have in common, as it was when a lead began to change it; null where they have none. */
const seenOfSite = { seen: z.string().max(100).nullish() };
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
const ofOrder = { bookingId: text(100).optional(), orderNo: ofService.optional() };
/** Texts that are also known codes, which the packer was shown and confirmed. */
const confirmed = { confirmed: z.array(text(500)).max(50).optional() };
const page = z.object({ search: ofService, offset: z.int().nonnegative(), limit: z.int().min(1).max(500) });

export const orderRowSchema = z.object({
  order: orderSchema,
  /** The latest booking of this order, or null where nothing was begun. */
  booking: bookingSchema.pick({ id: true, state: true, changedAt: true, shipmentNo: true, bench: true }).nullable(),
  plan: orderPlanSchema,
  /** What would be asked if it were scanned now. */
  questions: z.array(questionSchema),
  /** The other bench that brought it in; null where that is this one. */
  heardFrom: z.int().nullable(),
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
  'said-too-late',
  'put-aside',
  'webhook-not-understood',
  'shop-not-told',
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
  /** `missing`: no label came that can be printed. `instead` is what the answer to the booking held in its place, null if nothing. */
  z.object({
    kind: z.literal('label-doubtful'),
    booking: bookingSchema,
    missing: z.object({ instead: unreadSchema.nullable() }).optional(),
  }),
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
  /** A shop called an order off, or named another address, after it was bought. */
  z.object({ kind: z.literal('said-too-late'), id: z.string(), problem: rowProblemSchema }),
  z.object({ kind: z.literal('put-aside'), booking: bookingSchema }),
  z.object({ kind: z.literal('webhook-not-understood'), delivery: strayDeliverySchema }),
  z.object({ kind: z.literal('shop-not-told'), told: untoldSchema }),
  z.object({ kind: z.literal('item-unreadable'), ...unreadableItem, ref: z.string() }),
]);
export type ResolveItem = z.infer<typeof resolveItemSchema>;

export const importReportSchema = z.object({
  file: z.string(),
  /** Each is part of an order, or a problem, or skipped. */
  rows: z.int(),
  /** How many rows are part of an order; those neither in here nor skipped are problems. */
  inOrders: z.int(),
  skippedRows: z.int(),
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
  /** Columns with something in them that says nothing of a parcel. */
  needless: z.array(z.string()).readonly(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** What would become of a file under a mapping. */
export const dryRunSchema = importReportSchema.pick({ rows: true, inOrders: true, held: true }).extend({
  orders: z.int(),
  skipped: z.int(),
  problemCount: z.int(),
  /** The first of them. */
  problems: z.array(rowProblemSchema),
  /** Columns that nothing is read of. */
  unused: z.array(z.string()),
  preview: z.array(z.object({ line: z.int(), order: orderSchema })),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/**
 * The contract between the window and the main process: every call and every push. Main's handlers, `window.station`
 * and the test double are computed from this object. Each call takes one object and answers a `Result`.
 */
export const contract = {
  calls: {
    // The bench
    snapshot: call(nothing, snapshotSchema),
    /** Answered at once: how long that takes is how long keys may wait in main too. */
    ping: call(nothing, nothing),
    /** `doubt`: the window is not sure of the code. Nothing is bought on it by a rule alone. */
    scan: inWorld(z.object({ code: text(4096), doubt: z.enum(scanDoubts).optional() }), nothing, ...scanCodes),
    /** What each of these codes is known as, and the order it leads to; asked before it is decided whether keys are a scan. Changes nothing. */
    recognise: inWorld(
      z.object({ codes: z.array(text(4096)).max(20) }),
      z.array(z.object({ knownAs: knownAsSchema.nullable(), orderKey: orderKeySchema.nullable() })),
    ),
    /** The last scan without an end was a part of a code. */
    dropScan: inWorld(nothing, nothing),
    chooseOrder: inWorld(z.object({ ...ofWorkflow, key: orderKeySchema }), nothing),
    /**
     * Names the question it answers: a second touch never answers the next one. An answer that is a known code too is not taken but asked
     * about in `doubt`; `isSure` takes it, and counts for the answer that was asked about alone. What only a scanner sends is a scan.
     */
    answerQuestion: inWorld(
      z.object({
        ...ofWorkflow,
        question: questionSchema.pick({ kind: true, parcel: true }),
        answer: text(500),
        isSure: z.boolean().optional(),
        typedAs: typedAsSchema.optional(),
      }),
      nothing,
      ...scanCodes,
    ),
    selectService: inWorld(z.object({ ...ofWorkflow, serviceId: ofService }), nothing, 'rule-refuses'),
    toggleExtra: inWorld(z.object({ ...ofWorkflow, extra: z.enum(['co2', 'insurance']) }), nothing, 'insurance-refused'),
    listServicePoints: inWorld(z.object(ofWorkflow), nothing, 'rule-refuses', ...readCodes),
    chooseServicePoint: inWorld(z.object({ ...ofWorkflow, keycode: ofService.nullable() }), nothing),
    buy: inWorld(z.object({ ...ofWorkflow, serviceId: ofService }), nothing, 'rule-refuses', 'point-missing', ...pausedCodes),
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
    /** `atUsual`: at the label printer that it goes to by itself, where the one that a rule chose is gone; only the label that waits for that one, or a copy where none does. */
    reprint: inWorld(z.object({ bookingId: text(100), atUsual: z.enum(['waiting', 'copy']).optional() }), nothing, ...reprintCodes),
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
    /** What each sheet of the label that came for a booking is, and where it goes by itself. */
    labelPages: inWorld(z.object({ bookingId: text(100) }), z.array(labelPageSchema.extend({ place: paperPlaceSchema })), 'label-missing'),
    /** A label that a person got from the service in another way, for a booking without one. It is compared, and printed as any other. */
    takeLabelFile: inWorld(z.object({ bookingId: text(100), bytes }), nothing, 'label-of-another-order', ...labelCodes),
    /** From now on the sheets of this one's form are that. The label is compared again, and nothing of it prints that is somebody else's. */
    decideForm: inWorld(
      z.object({ bookingId: text(100), page: z.int().positive(), is: sheetClassSchema, pin: text(20) }),
      nothing,
      ...labelCodes,
      ...pinCodes,
    ),
    /** The copies and documents that came with a label, on the document printer. */
    printPapers: inWorld(z.object({ bookingId: text(100) }), nothing, 'number-not-found', 'no-papers', ...documentCodes, ...labelCodes),
    // Orders
    /** `timeZone`: where their days to ship by are days. */
    orders: inWorld(
      page.extend({ filter: orderFilterSchema.optional() }),
      z.object({ total: z.int(), timeZone: z.string(), rows: z.array(orderRowSchema) }),
    ),
    /** What they can be listed by, the latest sources first. */
    ordersBy: inWorld(nothing, z.object({ sources: z.array(z.string()), countries: z.array(z.string()) })),
    /** It stops at the scan and in every batch until it is released, whatever a newer file says. */
    holdOrder: inWorld(z.object({ key: orderKeySchema, why: text(500) }), nothing, 'order-not-found', 'order-standing', 'reason-missing'),
    releaseOrder: inWorld(z.object({ key: orderKeySchema }), nothing, 'order-not-found', 'order-sealed'),
    /** What a person says counts more than what its file says; what is left out stays. `shipBy` empty: no day. */
    planOrder: inWorld(
      z.object({
        key: orderKeySchema,
        priority: prioritySchema.optional(),
        shipBy: z.union([z.iso.date(), z.literal('')]).optional(),
      }),
      nothing,
      'order-not-found',
      'order-standing',
    ),
    /** Never one that was bought, or may have been. One that a file brings again is held. */
    deleteOrder: inWorld(z.object({ key: orderKeySchema }), nothing, 'order-not-found', 'order-standing'),
    /** What became of the last file that was dropped, chosen, or named on a command line; null if there was none since the start. */
    lastImport: inWorld(nothing, z.object({ report: importReportSchema.nullable(), failure: failureSchema.nullable() }).nullable()),
    importOrders: inWorld(z.object({ name: text(300), bytes }), importReportSchema, 'order-file-unreadable'),
    /** The last file whose letters were unclear, read in this encoding; files like it are read so from now on. */
    importInLetters: inWorld(z.object({ encoding: fileEncodingSchema }), importReportSchema, 'order-file-unreadable'),
    chooseOrderFile: inWorld(nothing, importReportSchema.nullable(), 'order-file-unreadable'),
    /** The last file whose columns were not known, with the first of its rows and a mapping to begin with; null where there is none. */
    fileToMap: inWorld(
      nothing,
      z.object({ file: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())), proposal: mappingSchema }).nullable(),
    ),
    /** What would become of that file; nothing is kept. */
    tryMapping: inWorld(z.object({ mapping: mappingSchema }), dryRunSchema, 'order-file-unreadable'),
    /** Keeps the mapping for every file like it, and takes the file. */
    saveMapping: inWorld(z.object({ mapping: mappingSchema }), importReportSchema, 'order-file-unreadable', 'setting-invalid'),
    exportMappings: call(nothing, z.object({ file: z.string() }).nullable(), 'file-not-written'),
    /** Mappings of another bench; one of a name that is here already takes its place. */
    importMappings: call(z.object({ bytes }), setupSchema, 'setting-invalid'),
    /** Takes no more of the files that are being taken; what was taken stays. */
    stopImport: inWorld(nothing, nothing),
    /** The orders that a search finds, as CSV where the person wants it; null where the person chose no place. */
    exportOrders: inWorld(
      z.object({ search: ofService, filter: orderFilterSchema.optional() }),
      z.object({ file: z.string() }).nullable(),
      'file-not-written',
    ),
    /** What was shipped today and on so many days before, in a layout of ours or of a shop's import. */
    exportShipments: inWorld(
      z.object({ layout: z.enum(shipmentLayouts), daysBefore: z.int().min(0).max(366) }),
      z.object({ file: z.string() }).nullable(),
      'file-not-written',
    ),
    saveOrder: inWorld(
      z.object({ order: orderSchema, ...confirmed }),
      nothing,
      'order-key-reserved',
      'order-key-taken',
      'text-too-long',
      'text-is-code',
    ),
    /**
     * What is wrong with this order as it would be sent now, and which of its texts go out in other letters; nothing is kept. `stops`: why its
     * scan would stop, if no field of the order is to blame.
     */
    checkOrder: inWorld(
      z.object({ order: orderSchema }),
      z.object({
        problems: z.array(shipmentProblemSchema),
        respellings: z.array(respellingSchema),
        stops: failureSchema.pick({ code: true, reasons: true }).nullable(),
      }),
      'text-too-long',
      'no-sender',
    ),
    order: inWorld(z.object({ key: orderKeySchema }), orderSchema, 'order-not-found'),
    /** The orders that are shipped together, or null. */
    batch: inWorld(nothing, batchViewSchema.nullable()),
    /** These, or where they are null all that search and filter find, the urgent first; asks their prices and buys nothing. Refused while another is open. */
    openBatch: inWorld(
      z.object({ keys: z.array(orderKeySchema).max(5000).nullable(), search: ofService, filter: orderFilterSchema.optional() }),
      z.object({ taken: z.int().nonnegative(), leftOut: z.int().nonnegative() }),
    ),
    /** One answer for every order it fits. */
    answerBatch: inWorld(
      batchQuestionSchema.pick({ kind: true, fits: true }).extend({ answer: text(500), ...confirmed }),
      z.object({ answered: z.int().nonnegative() }),
      'text-is-code',
    ),
    /** Buys, or goes on after a pause. `orders`: how many a person saw the prices of; refused where it is another number now. */
    runBatch: inWorld(z.object({ orders: z.int().nonnegative() }), nothing, ...pausedCodes),
    pauseBatch: inWorld(nothing, nothing),
    /** Buys nothing more; what is bought prints. One that has ended, or never began, is closed. */
    stopBatch: inWorld(nothing, nothing),
    /** Labels that are bought and whose printer left Setup print at the one they would go to by themselves. */
    printBatchAtUsual: inWorld(nothing, z.object({ labels: z.int().positive() })),
    /** The price of an order that stopped is asked once more. */
    askBatchLine: inWorld(z.object({ key: orderKeySchema }), nothing),
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
    dropOffPoints: inWorld(
      z.object({ courierKey: ofService, place: text(200).optional() }),
      z.array(servicePointSchema),
      'nothing-to-collect',
      ...readCodes,
    ),
    /** What waits for a driver, and what drivers were asked for, as CSV; null where the person chose no place. */
    exportPickups: inWorld(nothing, z.object({ file: z.string() }).nullable(), 'file-not-written'),
    requestPickup: inWorld(pickupRequestSchema, pickupSchema, ...pickupCodes),
    reprintManifest: inWorld(z.object({ pickupId: text(100) }), pickupSchema, 'number-not-found', 'label-missing', ...documentCodes),
    // Tracking
    track: inWorld(
      z.object({ number: ofService }),
      z.object({ booking: bookingSchema.nullable(), tracked: trackedOrderSchema, uploads: z.array(uploadSchema) }),
      'not-booked-yet',
      ...lookUpCodes,
    ),
    underWay: inWorld(page, z.object({ total: z.int(), rows: z.array(bookingSchema) })),
    /** The label of an order this bench did not book. With nothing to compare it with it is refused until a person is sure. */
    printForeignLabel: inWorld(z.object({ orderNo: ofService, isSure: z.boolean() }), nothing, 'label-not-compared', ...labelCodes),
    openTrackingLink: inWorld(
      z.object({ orderNo: ofService, itemNo: ofService }),
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
    /** What happened to one shipment, oldest first. */
    timeline: inWorld(
      z.object({ bookingId: text(100) }),
      z.object({ booking: bookingSchema, lines: z.array(historyLineSchema) }),
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
    /** `close`: a person told the shop. `all`: this one and every other that waits like it. */
    settleTold: inWorld(z.object({ id: text(100), act: z.enum(['again', 'close']), all: z.boolean() }), nothing),
    /** What waits for a person, as CSV; null where the person chose no place. */
    exportResolve: inWorld(nothing, z.object({ file: z.string() }).nullable(), 'file-not-written'),
    toResolve: inWorld(nothing, z.array(resolveItemSchema)),
    /** `isSure`: a person vouches for a number whose label could not be compared, or is that of another order. */
    settleExists: inWorld(
      z.object({ bookingId: text(100), orderNo: ofService, isSure: z.boolean().optional() }),
      bookingSchema,
      'number-taken',
      'label-of-another-order',
      'label-not-compared',
      ...lookUpCodes,
    ),
    settleNotBooked: inWorld(z.object({ bookingId: text(100), reason: text(500), pin: text(20) }), bookingSchema, ...decisionCodes),
    settlePickup: inWorld(
      z.object({ pickupId: text(100), collectionNo: ofService, reason: text(500), pin: text(20) }),
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
      z.object({
        settings: settingsSchema
          .omit({
            world: true,
            connections: true,
            webhooks: true,
            lookUps: true,
            push: true,
            writeBack: true,
            trustedHosts: true,
            forms: true,
            shippingRules: true,
            site: true,
          })
          .partial(),
        ...seenOfSite,
        ...confirmed,
      }),
      setupSchema,
      'setting-invalid',
      'text-is-code',
      ...siteSettingCodes,
    ),
    /** As a new version; the one before it is kept. They count from the next scan on. */
    saveRules: call(rulesVersionSchema.pick({ list: true, last: true }).extend(seenOfSite), setupSchema, ...siteSettingCodes),
    /** What this bench has of them is what all benches have from here on, unless they have some in common already. */
    shareSettings: call(z.object({ pin: text(20) }), setupSchema, ...pinCodes, ...siteSettingCodes),
    /** What these rules would have done with the orders of the last day that is over, beside what the saved ones do. Keeps nothing. */
    tryRules: inWorld(rulesVersionSchema.pick({ list: true, last: true }), triedRulesSchema, 'no-sender'),
    /** As a file that another bench can take over; null where the person chose no place. */
    exportRules: call(rulesVersionSchema.pick({ list: true, last: true }), z.object({ file: z.string() }).nullable(), 'file-not-written'),
    /** Sheets of this form are asked about again. */
    /** From here on folders of this computer may be used. */
    trustHost: call(z.object({ host: text(255) }), setupSchema),
    forgetForm: call(z.object({ id: text(100) }), setupSchema),
    /** `newAddress`: the old address is good for nothing any more. */
    /** `token` is what the header holds; null leaves what is kept, empty removes it. */
    saveLookUps: call(z.object({ lookUps: z.array(savedLookUpSchema).max(mostLookUps) }), setupSchema, 'setting-invalid', 'data-locked'),
    savePush: call(pushSettingsSchema.omit({ token: true }).extend({ newToken: z.boolean() }), setupSchema),
    saveWriteBack: call(writeBackSettingsSchema.extend({ token: typedSecretSchema }), setupSchema, 'setting-invalid', 'data-locked'),
    /** Asks one look-up as a scan would and takes what is answered as a file; null where it knows no such order. */
    tryLookUp: inWorld(
      z.object({ id: text(40), code: text(200) }),
      importReportSchema.nullable(),
      'look-up-failed',
      'order-file-unreadable',
    ),
    saveWebhooks: call(webhookSettingsSchema.omit({ secret: true }).extend({ newAddress: z.boolean() }), setupSchema),
    connect: call(
      z.object({
        world: worldSchema,
        baseUrl: text(500),
        account: text(100),
        key: text(500),
        secret: text(500),
        /** For the proxy of this network; absent: what is kept stays. A name holds no colon (RFC 7617). */
        proxyLogin: z.object({ name: text(200).regex(/^[^:]+$/), password: text(500) }).optional(),
      }),
      setupSchema,
      'url-not-allowed',
      'setting-invalid',
      ...openCodes,
      ...readCodes,
    ),
    /**
     * Which site a code of another bench is for, or an address and the token that the ledger knows this bench by; the others are empty.
     * Hands over nothing.
     */
    nameSite: call(
      z.object({ code: text(2000), url: text(500), token: text(200) }),
      namedSiteSchema,
      'setting-invalid',
      'data-locked',
      ...joinCodes,
      ...ledgerCodes,
    ),
    /** From here on this bench shares its orders with the benches of the site that was named last. */
    joinSite: call(
      z.object({ id: text(40), word: text(40), pin: text(20) }),
      setupSchema,
      'setting-invalid',
      ...joinCodes,
      ...ledgerCodes,
      ...openCodes,
      ...pinCodes,
    ),
    /** A code that lets one more bench in: once, until then, and as long as no other one was asked for here. */
    invite: call(
      z.object({ pin: text(20) }),
      z.object({ code: z.string(), until: z.iso.datetime() }),
      'site-key-missing',
      ...ledgerCodes,
      ...pinCodes,
    ),
    withdrawInvite: call(nothing, nothing, ...ledgerCodes),
    /** Every bench that was ever let in. */
    benches: call(nothing, z.array(benchOfSiteSchema).readonly(), ...ledgerCodes),
    /** A lead's word that a bench which is off told everything: the ledger waits for it no more. */
    vouchFor: call(z.object({ bench: z.int(), reason: text(500), pin: text(20) }), nothing, ...decisionCodes, ...ledgerCodes),
    /** What a bench that is off or retired left in doubt is settled at this one from here on: each stands in Resolve. */
    takeDoubts: call(
      z.object({ bench: z.int(), reason: text(500), pin: text(20) }),
      z.object({ taken: z.int(), left: z.int() }),
      'not-now',
      ...decisionCodes,
      ...ledgerCodes,
    ),
    /** For good: it can ask for nothing more, and reads nothing that is sealed from then on. */
    retireBench: call(z.object({ bench: z.int(), reason: text(500), pin: text(20) }), nothing, ...decisionCodes, ...ledgerCodes),
    /** This bench shares its orders no more and is retired there. Refused while anything of it is under way, in doubt or not told. */
    leaveLedger: call(z.object({ reason: text(500), pin: text(20) }), setupSchema, ...decisionCodes, ...openCodes, ...ledgerCodes),
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
      'setting-invalid',
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
    /** The codes by which Setup measures a scanner; answers the last page, or the first that did not come out. */
    printScannerSheet: inWorld(
      z.object({ role: printerRoleSchema }),
      printJobSchema,
      'no-label-printer',
      'no-document-printer',
      'print-failed',
    ),
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
    /** What the whole program is doing while the station is not there yet, or not any more. */
    program: z.discriminatedUnion('is', [
      z.object({ is: z.enum(['starting', 'waits-for-keychain']) }),
      z.object({ is: z.literal('closing'), since: z.iso.datetime() }),
    ]),
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
