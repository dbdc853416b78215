import { z } from 'zod';
import { addressSchema } from './address.ts';
import { batchQuestionSchema, batchViewSchema } from './batch.ts';
import { snapshotSchema } from './bench.ts';
import { benchOfSiteSchema, namedSiteSchema } from './bench-of-site.ts';
import { bookingSchema, exchangeSchema } from './booking.ts';
import {
  type AnyCallCode,
  callCodes,
  claimCodes,
  decisionCodes,
  documentCodes,
  joinCodes,
  labelCodes,
  ledgerCodes,
  lookUpCodes,
  lostProofCodes,
  openCodes,
  pausedCodes,
  pickupCodes,
  pinCodes,
  printerCodes,
  proofCodes,
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
import { explanationSchema } from './explanation.ts';
import { type FailureCode, failureSchema } from './failure.ts';
import { fileEncodingSchema } from './file-letters.ts';
import { historyLineSchema } from './history.ts';
import { itemPictureSchema } from './item-picture.ts';
import { knownAsSchema, typedAsSchema } from './known-code.ts';
import { mappingSchema } from './mapping.ts';
import { meaningSchema } from './meaning.ts';
import { messageSchema } from './message.ts';
import { holds, orderKeySchema, orderSchema, rowProblemSchema } from './order.ts';
import { longestBarcode, longestPicture } from './order-line.ts';
import { orderFilterSchema } from './order-list.ts';
import { orderPlanSchema, otherWays, prioritySchema } from './order-plan.ts';
import { pushSettingsSchema } from './order-push.ts';
import { mostLookUps, savedLookUpSchema } from './order-source.ts';
import { longestServiceText } from './oversized.ts';
import { paperKindSchema } from './paper-due.ts';
import { longestBadge, longestName, proofSchema, roles } from './person.ts';
import { listedPickupSchema, pickupGroupSchema, pickupRequestSchema, pickupSchema } from './pickup.ts';
import {
  documentFormatSchema,
  drawableSchema,
  foundPrinterSchema,
  printerRoleSchema,
  printerStatusSchema,
  printJobSchema,
} from './printer.ts';
import { personsOrderSchema, privacySchema, receiptSchema } from './privacy.ts';
import { productStockSchema } from './product-data.ts';
import { questionSchema } from './question.ts';
import { withheldCodes } from './readiness.ts';
import { givenReasonSchema, reprintSchema } from './reprint.ts';
import { restoredSchema } from './restored.ts';
import { type Result, resultSchema } from './result.ts';
import { scanDoubts } from './scan.ts';
import { servicePointSchema } from './service-point.ts';
import { passphraseLength, settingsSchema, setupSchema } from './settings.ts';
import { labelPageSchema, paperPlaceSchema, sheetClassSchema } from './sheet-class.ts';
import { respellingSchema, shipmentProblemSchema } from './shipment-check.ts';
import { shipmentLayouts } from './shipment-table.ts';
import { rulesVersionSchema } from './shipping-rule.ts';
import { connectedShopSchema, shopKinds } from './shop.ts';
import { trackedOrderSchema } from './tracking.ts';
import { triedRulesSchema } from './tried-rules.ts';
import { typedSecretSchema } from './typed-secret.ts';
import { documentTypes, uploadSchema } from './upload.ts';
import { strayDeliverySchema, webhookSettingsSchema } from './webhook.ts';
import { worldSchema } from './world.ts';
import { failedReportSchema, writeBackSettingsSchema } from './write-back.ts';

const text = (max: number) => z.string().max(max);
/** A number or key of the service, or text that a packer types or scans to find one. */
const ofService = text(longestServiceText);
const bytes = z.instanceof(Uint8Array);
/** The version of the shared settings when the shift lead began to change them; null if there are none. */
const seenOfSite = { seen: z.string().max(100).nullish() };
const nothing = z.object({});
interface Call<A extends z.ZodType, R extends z.ZodType, C extends FailureCode> {
  readonly args: A;
  readonly value: R;
  readonly codes: readonly C[];
  readonly reply: z.ZodType<Result<z.output<R>, C>>;
}

/** A call, with its own failures besides those that any call can return. */
function call<A extends z.ZodType, R extends z.ZodType, const C extends readonly FailureCode[]>(
  args: A,
  value: R,
  ...named: C
): Call<A, R, AnyCallCode | C[number]> {
  const codes = [...callCodes, ...named];
  return { args, value, codes, reply: resultSchema(value, codes) };
}
/** A call that needs an open environment. */
const inWorld = <A extends z.ZodType, R extends z.ZodType, const C extends readonly FailureCode[]>(args: A, value: R, ...named: C) =>
  call(args, value, ...worldCodes, ...named);

/** The workflow an intent belongs to. An intent for another workflow is late (another parcel is in hand): it is refused, not applied. */
const ofWorkflow = { workflowNo: z.int().nonnegative() };
/** A document of a booking or of a pickup. */
const ofPaper = z.object({ ownerId: text(100), paper: paperKindSchema });
/** A shipment of this bench, or an order of the service that this bench did not book. */
const ofOrder = { bookingId: text(100).optional(), orderNo: ofService.optional() };
/** A search for one person, and the orders that were chosen of what it found. */
const ofPerson = z.object({ query: text(200) });
const ofPersonsOrders = ofPerson.extend({ keys: z.array(orderKeySchema).min(1).max(1000) });
/** 0 is this week, 1 the last one. */
const ofWeek = z.object({ weeksBack: z.int().min(0).max(520) });
/** Texts that are also known codes, as the packer saw and confirmed them. */
const confirmed = { confirmed: z.array(text(500)).max(50).optional() };
const page = z.object({ search: ofService, offset: z.int().nonnegative(), limit: z.int().min(1).max(500) });

/** Settings that one call changes together; omitted ones stay. */
const changeableSchema = settingsSchema
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
  .partial();

const planned = {
  priority: prioritySchema.optional(),
  shipBy: z.union([z.iso.date(), z.literal('')]).optional(),
};

export const orderRowSchema = z.object({
  order: orderSchema,
  /** The latest booking of this order, or null if there is none. */
  booking: bookingSchema.pick({ id: true, state: true, changedAt: true, shipmentNo: true, bench: true }).nullable(),
  plan: orderPlanSchema,
  /** Questions that a scan would ask now. */
  questions: z.array(questionSchema),
  /** The other bench that imported it; null if it was this bench. */
  receivedFrom: z.int().nullable(),
  /**
   * For an order that left without a label: whether its shop has the report or may have it. Null if no report was written; absent for any
   * other order.
   */
  mayShopKnow: z.boolean().nullable().optional(),
  /** Another open order to the same address; absent if there is none, or if this one is not to be shipped. */
  sameAddress: orderKeySchema.optional(),
  /** Pieces that are shipped, of all pieces; absent if the latest booking is no part of the order. */
  inParts: z.object({ shipped: z.int(), of: z.int() }).optional(),
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
  'changed-too-late',
  'put-aside',
  'webhook-not-understood',
  'shop-not-informed',
] as const;
/**
 * An entry of Resolve that cannot be read, by its kind. Without an `id` the whole list is unreadable, and its other entries are unknown.
 */
const unreadableItem = { of: z.enum(resolveKinds), id: text(100) };

/** One unfinished item, with the data to close it. */
export const resolveItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('journal-restored'), restored: restoredSchema }),
  z.object({ kind: z.literal('booking-unknown'), booking: bookingSchema, exchange: exchangeSchema }),
  /** Sent, not answered yet, and no longer waited for. It can be settled only when the outcome is known or has been given up. */
  z.object({ kind: z.literal('booking-on-its-way'), booking: bookingSchema }),
  z.object({ kind: z.literal('pickup-unknown'), pickup: pickupSchema, exchange: exchangeSchema }),
  z.object({ kind: z.literal('print-unconfirmed'), job: printJobSchema, booking: bookingSchema.nullable() }),
  /** `missing`: no printable label came. `instead`: the content of the answer in place of the label, null if nothing. */
  z.object({
    kind: z.literal('label-doubtful'),
    booking: bookingSchema,
    missing: z.object({ instead: unreadSchema.nullable() }).optional(),
  }),
  z.object({
    kind: z.literal('paper-due'),
    ownerId: z.string(),
    paper: paperKindSchema,
    why: messageSchema,
    format: documentFormatSchema.nullable(),
    pickup: pickupSchema.nullable(),
    booking: bookingSchema.nullable(),
  }),
  z.object({ kind: z.literal('upload-open'), upload: uploadSchema, booking: bookingSchema.nullable() }),
  z.object({ kind: z.literal('row-unreadable'), id: z.string(), problem: rowProblemSchema }),
  /** A shop cancelled an order, or changed its address, after it was bought. */
  z.object({ kind: z.literal('changed-too-late'), id: z.string(), problem: rowProblemSchema }),
  z.object({ kind: z.literal('put-aside'), booking: bookingSchema }),
  z.object({ kind: z.literal('webhook-not-understood'), delivery: strayDeliverySchema }),
  z.object({ kind: z.literal('shop-not-informed'), report: failedReportSchema }),
  z.object({ kind: z.literal('item-unreadable'), ...unreadableItem, ref: z.string() }),
]);
export type ResolveItem = z.infer<typeof resolveItemSchema>;

export const importReportSchema = z.object({
  file: z.string(),
  /** Total number of rows. Each is part of an order, a problem, or skipped. */
  rows: z.int(),
  /** Number of rows that are part of an order. Rows that are neither counted here nor skipped are problems. */
  inOrders: z.int(),
  skippedRows: z.int(),
  taken: z.int(),
  unchanged: z.int(),
  /** False if a person stopped the import: the counted orders were imported, the rest were not. */
  isWhole: z.boolean(),
  /** Number of orders in the file that must not be shipped. */
  held: z.int(),
  /** The first of these orders; absent if there are none. */
  heldOrders: z.array(z.object({ key: orderKeySchema, hold: z.enum(holds) })).optional(),
  problems: z.array(rowProblemSchema),
  skipped: z.array(rowProblemSchema),
  /** Rows that were imported differently from what a person might expect. */
  remarks: z.array(rowProblemSchema),
  /** Columns with values that do not concern a parcel. */
  needless: z.array(z.string()).readonly(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** Result of importing a file with a mapping, without storing it. */
export const dryRunSchema = importReportSchema.pick({ rows: true, inOrders: true, held: true }).extend({
  orders: z.int(),
  skipped: z.int(),
  problemCount: z.int(),
  /** The first problems. */
  problems: z.array(rowProblemSchema),
  /** Columns that are not used. */
  unused: z.array(z.string()),
  preview: z.array(z.object({ line: z.int(), order: orderSchema })),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/**
 * The contract between the window and the main process: every call and every push. Main's handlers, `window.station` and the test double
 * are derived from this object. Each call takes one object and returns a `Result`.
 */
export const contract = {
  calls: {
    // The bench
    snapshot: call(nothing, snapshotSchema),
    /** Answered at once. The round-trip time shows how long key events may wait in the main process as well. */
    ping: call(nothing, nothing),
    // People
    signIn: call(proofSchema, nothing, ...proofCodes),
    signOut: call(nothing, nothing),
    /** Somebody used a key, the mouse or a finger: the bench does not lock yet. */
    stillHere: call(nothing, nothing),
    /** Another person, who may make this call, approves it: the person at the bench may make it once, within seconds. */
    approve: call(z.object({ call: z.string().max(40), proof: proofSchema }), nothing, ...proofCodes),
    /**
     * Adds a person, or changes the one with this id. Null for badge or PIN: it stays; empty: it is removed. `leadPin` is asked for the
     * first person only, if the shift lead has a PIN.
     */
    savePerson: call(
      z.object({
        id: text(40).nullable(),
        name: text(longestName),
        role: z.enum(roles),
        badge: text(longestBadge).nullable(),
        pin: text(20).nullable(),
        leadPin: text(20),
      }),
      setupSchema,
      'setting-invalid',
      ...pinCodes,
    ),
    /** The last admin can be removed last only: then nobody signs in any more. */
    removePerson: call(z.object({ id: text(40) }), setupSchema, 'setting-invalid'),
    /** Removes everybody if nobody can sign in. `proof` is the account's secret or the recovery code. */
    removeEverybody: call(z.object({ proof: text(500) }), nothing, ...lostProofCodes),
    /** `doubt`: the window is not sure of the code, so no rule buys on it alone. */
    scan: inWorld(z.object({ code: text(4096), doubt: z.enum(scanDoubts).optional() }), nothing, ...scanCodes),
    /**
     * How each of these codes is known, and the order it leads to. Called before the window decides if keys are a scan. Changes nothing.
     */
    recognise: inWorld(
      z.object({ codes: z.array(text(4096)).max(20) }),
      z.array(z.object({ knownAs: knownAsSchema.nullable(), orderKey: orderKeySchema.nullable() })),
    ),
    /** Drops the last scan, whose end was missing, because it was part of a longer code. */
    dropScan: inWorld(nothing, nothing),
    chooseOrder: inWorld(z.object({ ...ofWorkflow, key: orderKeySchema }), nothing),
    /** `join`: one parcel for the order in hand and the others. Otherwise the same pair of orders is not asked about again. */
    answerSameAddress: inWorld(z.object({ ...ofWorkflow, join: z.boolean() }), nothing, 'order-not-found', 'orders-not-joined'),
    /** Asks again about orders that were just put in one parcel. Refused once an item is checked, a question answered or buying began. */
    undoJoin: inWorld(z.object(ofWorkflow), nothing, 'order-not-found'),
    /**
     * Names the question it answers, so a second touch never answers the next one. An answer that is also a known code is not accepted
     * but returned in `doubt`; `isSure` accepts it, and only for the answer that was in doubt. A text that only a scanner sends is a
     * scan.
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
    /** Counts the rest of a line of the order in hand, in the name of the packer; of a line with serial numbers one piece. */
    checkByEye: inWorld(z.object({ ...ofWorkflow, line: z.int().nonnegative() }), nothing),
    /** The serial number of the piece that was scanned last. */
    giveSerial: inWorld(z.object({ ...ofWorkflow, serial: text(longestBarcode) }), nothing),
    /** Takes back the last item that was scanned off, or that was counted by eye. */
    undoCheck: inWorld(z.object(ofWorkflow), nothing),
    /** Goes on with the items that are scanned off so far. The others are left for a later shipment of the order. */
    sendLater: inWorld(z.object(ofWorkflow), nothing, 'order-not-split', 'kit-begun', 'part-empty'),
    /** Closes the box with the items that are scanned off and in no box yet. The others go in the next box of the same shipment. */
    nextBox: inWorld(z.object(ofWorkflow), nothing, 'order-not-boxed', 'kit-begun', 'box-empty', 'boxes-full'),
    buy: inWorld(
      z.object({ ...ofWorkflow, serviceId: ofService }),
      nothing,
      'rule-refuses',
      'point-missing',
      'items-not-checked',
      ...pausedCodes,
    ),
    confirmLabel: inWorld(z.object({ bookingId: text(100), isRight: z.boolean() }), nothing, ...labelCodes),
    /** Opens the parcel of the shipment on the screen, whose items are scanned off again. Neither buys nor prints. */
    unpack: inWorld(z.object(ofWorkflow), nothing),
    /** Answers which of several labels was scanned on its parcel, after a code that does not show it. */
    placeLabel: inWorld(z.object({ ...ofWorkflow, label: z.int().positive() }), nothing),
    /** Reads a known order and, if that succeeds, resumes booking after a pause. Buys nothing. */
    resumeBooking: inWorld(nothing, nothing, ...trackCodes),
    confirmUnshipped: inWorld(z.object({ ...ofWorkflow, pin: text(20) }), nothing, 'order-not-found', ...pinCodes),
    /** Records that the packer read the note of the order in hand. */
    confirmNote: inWorld(z.object(ofWorkflow), nothing, 'order-not-found'),
    park: inWorld(z.object(ofWorkflow), nothing),
    next: inWorld(z.object(ofWorkflow), nothing),
    /**
     * Stops waiting for the parcel in hand. A quote request is given up. A booking on its way continues: a late answer is stored, and its
     * label is kept until its order is scanned again or a person asks for it.
     */
    stopWaiting: inWorld(z.object(ofWorkflow), nothing),
    /** Ends every read of the service that a person waits for; each then returns `wait-stopped`. */
    stopReading: inWorld(nothing, nothing),
    /** Sends the labels of the printer in hand to the backup printer from now on, or back; waiting labels move too. Safe to repeat. */
    standBy: inWorld(z.object({ isOn: z.boolean() }), z.object({ moved: z.int().nonnegative() }), 'no-standby-printer'),
    /**
     * `atUsual`: prints at the usual label printer if the one that a rule chose no longer exists. `waiting`: only the label that waits
     * for that printer; `copy`: a new copy if none waits. `because`: required if a label of this shipment is out; without it the call is
     * refused with `reprint-needs-reason`.
     */
    reprint: inWorld(
      z.object({ bookingId: text(100), atUsual: z.enum(['waiting', 'copy']).optional(), because: givenReasonSchema.optional() }),
      nothing,
      ...reprintCodes,
    ),
    /** The labels that were printed again in a week of the warehouse, Monday to Sunday, the oldest first. */
    reprints: inWorld(ofWeek, z.object({ from: z.iso.date(), until: z.iso.date(), reprints: z.array(reprintSchema) })),
    /** Writes that list as a file where the user chooses; null if the user cancelled. */
    exportReprints: inWorld(ofWeek, z.object({ file: z.string() }).nullable(), 'file-not-written'),
    shipAgain: inWorld(
      z.object({ ...ofWorkflow, reason: text(500), pin: text(20) }),
      nothing,
      'order-not-found',
      'rest-first',
      'return-outdated',
      ...decisionCodes,
    ),
    /** Begins a return label for the shipped order in hand, or shows the one that was bought. Buys nothing. */
    returnLabel: inWorld(z.object(ofWorkflow), nothing, 'return-not-possible'),
    /** The doubts at the start were read; they stay in Resolve. */
    doubtsSeen: inWorld(nothing, nothing),
    /** The notice about the plan's limit was read. */
    planSeen: inWorld(nothing, nothing),
    lastShipments: inWorld(z.object({ limit: z.int().min(1).max(50) }), z.array(bookingSchema)),
    drawSheet: inWorld(z.object({ jobId: text(100) }), z.array(drawableSchema).min(1), 'label-missing', 'label-unreadable'),
    /** All sheets of the label that came for a booking, even if it may not be printed. */
    drawLabel: inWorld(z.object({ bookingId: text(100) }), z.array(drawableSchema).min(1), 'label-missing', 'label-unreadable'),
    /** Class and default destination of each sheet of the label that came for a booking. */
    labelPages: inWorld(z.object({ bookingId: text(100) }), z.array(labelPageSchema.extend({ place: paperPlaceSchema })), 'label-missing'),
    /**
     * Adds a label that a person got from the service by other means, for a booking without one. It is compared and printed like any
     * other label.
     */
    takeLabelFile: inWorld(z.object({ bookingId: text(100), bytes }), nothing, 'label-of-another-order', ...labelCodes),
    /** Sets the class of all sheets with this sheet's form. The label is compared again, and no sheet of another recipient is printed. */
    decideForm: inWorld(
      z.object({ bookingId: text(100), page: z.int().positive(), is: sheetClassSchema, pin: text(20) }),
      nothing,
      ...labelCodes,
      ...pinCodes,
    ),
    /** Prints the copies and documents that came with a label, on the document printer. */
    printPapers: inWorld(z.object({ bookingId: text(100) }), nothing, 'number-not-found', 'no-papers', ...documentCodes, ...labelCodes),
    /** Prints the packing slip of a shipment of this bench, on the document printer. */
    printSlip: inWorld(z.object({ bookingId: text(100) }), nothing, 'number-not-found', 'document-unreadable', 'no-document-printer'),
    /**
     * The picture of an item of this order, or null if there is none to show. Only hosts that Setup names are asked. Nothing that ships a
     * parcel waits for this.
     */
    itemPicture: inWorld(z.object({ key: orderKeySchema, address: text(longestPicture) }), itemPictureSchema.nullable()),
    // Orders
    /** `timeZone`: the zone of the days to ship by. */
    orders: inWorld(
      page.extend({ filter: orderFilterSchema.optional() }),
      z.object({ total: z.int(), timeZone: z.string(), rows: z.array(orderRowSchema) }),
    ),
    /** The values that orders can be filtered by, the latest sources first. */
    ordersBy: inWorld(nothing, z.object({ sources: z.array(z.string()), countries: z.array(z.string()) })),
    /** Holds the order at the scan and in every batch until it is released, regardless of newer files. */
    holdOrder: inWorld(
      z.object({ key: orderKeySchema, why: text(500) }),
      nothing,
      'order-not-found',
      'order-standing',
      'order-shipped-otherwise',
      'reason-missing',
    ),
    /** With `why`, releases only the hold with this reason: a newer hold of somebody else stays. */
    releaseOrder: inWorld(
      z.object({ key: orderKeySchema, why: text(500).optional() }),
      nothing,
      'order-not-found',
      'order-encrypted',
      'order-shipped-otherwise',
    ),
    /**
     * Records that the order left without a label: nothing is bought or printed, and the shop is informed once. `note` says how if the way
     * is `other`.
     */
    shipOtherwise: inWorld(
      z.object({ key: orderKeySchema, way: z.enum(otherWays), note: text(500) }),
      nothing,
      'order-not-found',
      'order-standing',
      'reason-missing',
      ...withheldCodes,
      ...claimCodes,
    ),
    /** Undoes `shipOtherwise`. A shop that knows of it is not informed. */
    reopenOrder: inWorld(z.object({ key: orderKeySchema, reason: text(500), pin: text(20) }), nothing, ...decisionCodes, ...claimCodes),
    /** A person's values override those of the file; omitted values stay. `shipBy` empty: no day. `over`: only if these still apply. */
    planOrder: inWorld(
      z.object({ key: orderKeySchema, ...planned, over: z.object(planned).optional() }),
      nothing,
      'changed-since',
      'order-not-found',
      'order-standing',
      'order-shipped-otherwise',
    ),
    /** Refused for an order that was bought or may have been, or that left without a label. If a file contains the order again, it is held. */
    deleteOrder: inWorld(z.object({ key: orderKeySchema }), nothing, 'order-not-found', 'order-standing', 'order-shipped-otherwise'),
    /** Brings back the order that was deleted last, as it was; refused if an order with its number came meanwhile. */
    restoreOrder: inWorld(z.object({ key: orderKeySchema }), nothing, 'changed-since'),
    /** Result of the last file that was dropped, chosen, or named on a command line; null if there was none since the start. */
    lastImport: inWorld(nothing, z.object({ report: importReportSchema.nullable(), failure: failureSchema.nullable() }).nullable()),
    importOrders: inWorld(z.object({ name: text(300), bytes }), importReportSchema, 'order-file-unreadable'),
    /** Removes the orders that the last given file brought and that nothing happened to since. `left`: its other new and changed orders. */
    undoImport: inWorld(nothing, z.object({ removed: z.int(), left: z.int() })),
    /** Reads the last file with an unclear encoding in this encoding; similar files are read this way from now on. */
    importInLetters: inWorld(z.object({ encoding: fileEncodingSchema }), importReportSchema, 'order-file-unreadable'),
    /** Takes a CSV file or an Excel workbook of products. */
    importProducts: inWorld(z.object({ name: text(300), bytes }), productStockSchema, 'product-file-unreadable'),
    products: inWorld(nothing, productStockSchema),
    forgetProducts: inWorld(nothing, productStockSchema),
    chooseOrderFile: inWorld(nothing, importReportSchema.nullable(), 'order-file-unreadable'),
    /** The last file with unknown columns, with its first rows and a proposed mapping; null if there is none. */
    fileToMap: inWorld(
      nothing,
      z.object({ file: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())), proposal: mappingSchema }).nullable(),
    ),
    /** Result of importing that file with this mapping; nothing is stored. */
    tryMapping: inWorld(z.object({ mapping: mappingSchema }), dryRunSchema, 'order-file-unreadable'),
    /** Stores the mapping for every similar file, and imports the file. */
    saveMapping: inWorld(z.object({ mapping: mappingSchema }), importReportSchema, 'order-file-unreadable', 'setting-invalid'),
    exportMappings: call(nothing, z.object({ file: z.string() }).nullable(), 'file-not-written'),
    /** Imports mappings of another bench. A mapping with an existing name replaces it. */
    importMappings: call(z.object({ bytes }), setupSchema, 'setting-invalid'),
    /** Stops the running imports; imported orders stay. */
    stopImport: inWorld(nothing, nothing),
    /** The orders that a search finds, as CSV at the chosen path; null if the packer cancelled. */
    exportOrders: inWorld(
      z.object({ search: ofService, filter: orderFilterSchema.optional() }),
      z.object({ file: z.string() }).nullable(),
      'file-not-written',
    ),
    /** The shipments of today and of this many days before, in Packbench's layout or that of a shop's import. */
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
     * Problems of this order as it would be sent now, and its texts that are respelt; nothing is stored. `stops`: why its scan would
     * stop, if no field of the order is the cause.
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
    /**
     * Opens a batch of these orders, or if null of all that search and filter find, the urgent first. Requests their prices and buys
     * nothing. Refused while another batch is open.
     */
    openBatch: inWorld(
      z.object({ keys: z.array(orderKeySchema).max(5000).nullable(), search: ofService, filter: orderFilterSchema.optional() }),
      z.object({ taken: z.int().nonnegative(), leftOut: z.int().nonnegative() }),
    ),
    /** Answers a question for every order that the answer fits. */
    answerBatch: inWorld(
      batchQuestionSchema.pick({ kind: true, fits: true }).extend({ answer: text(500), ...confirmed }),
      z.object({ answered: z.int().nonnegative() }),
      'text-is-code',
    ),
    /** Buys, or continues after a pause. `orders`: the number of orders whose prices the packer saw; refused if the number has changed. */
    runBatch: inWorld(z.object({ orders: z.int().nonnegative() }), nothing, ...pausedCodes),
    pauseBatch: inWorld(nothing, nothing),
    /** Buys nothing more; bought labels print. Closes a batch that has ended or never started. */
    stopBatch: inWorld(nothing, nothing),
    /** Prints bought labels whose printer was removed from Setup at their usual printer. */
    printBatchAtUsual: inWorld(nothing, z.object({ labels: z.int().positive() })),
    /** Ships the orders that stopped because others go to their address as parcels of their own; the packer is not asked about them again. */
    shipBatchApart: inWorld(nothing, z.object({ orders: z.int().positive() })),
    /**
     * Puts a stopped order and these others to its address in one parcel, and asks its price. Buys nothing. Refused if other orders go to
     * the address by now: their group is shown again.
     */
    joinBatchLines: inWorld(
      z.object({ key: orderKeySchema, others: z.array(orderKeySchema).min(1).max(20) }),
      nothing,
      'order-not-found',
      'orders-not-joined',
    ),
    /** Takes the last `joinBatchLines` back. `key`: its first order. Refused once its parcel was changed or is about to be bought. */
    undoBatchJoin: inWorld(z.object({ key: orderKeySchema }), nothing),
    /** Ships the orders of one group to one address as parcels of their own. `key`: the first order of the group. */
    keepBatchLinesApart: inWorld(z.object({ key: orderKeySchema }), nothing),
    /** Requests the price of a stopped order again. */
    askBatchLine: inWorld(z.object({ key: orderKeySchema }), nothing),
    // Pickup
    /** `ofOtherKeys`: number of waiting parcels that were booked with another key or account and belong to no group. */
    pickups: inWorld(
      nothing,
      z.object({
        today: z.string(),
        groups: z.array(pickupGroupSchema),
        requested: z.array(listedPickupSchema),
        ofOtherKeys: z.int().nonnegative(),
      }),
    ),
    /** Places where the parcels of this courier may be handed in, nearest to the sender first. */
    dropOffPoints: inWorld(
      z.object({ courierKey: ofService, place: text(200).optional() }),
      z.array(servicePointSchema),
      'nothing-to-collect',
      ...readCodes,
    ),
    /** Parcels that wait for a driver, and requested pickups, as CSV; null if the packer cancelled. */
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
    /**
     * Prints the label of an order this bench did not book. There is nothing to compare it with, so it is refused until the packer
     * confirms.
     */
    printForeignLabel: inWorld(z.object({ orderNo: ofService, isSure: z.boolean() }), nothing, 'label-not-compared', ...labelCodes),
    /** Opens the courier's page only if `host` is the one that was confirmed; otherwise it only returns the host, for the packer to read. */
    openTrackingLink: inWorld(
      z.object({ orderNo: ofService, itemNo: ofService, host: text(253) }),
      z.object({ host: z.string(), isOpen: z.boolean() }),
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
    /** History of one shipment, oldest first. */
    timeline: inWorld(
      z.object({ bookingId: text(100) }),
      z.object({ booking: bookingSchema, lines: z.array(historyLineSchema) }),
      'order-not-found',
    ),
    /** The whole history as one file at the chosen path; null if the packer cancelled. */
    exportTimeline: inWorld(
      z.object({ bookingId: text(100) }),
      z.object({ file: z.string() }).nullable(),
      'order-not-found',
      'file-not-written',
    ),
    // Resolve
    /** `close`: a person informed the shop. `all`: this entry and all similar ones. */
    settleReport: inWorld(z.object({ id: text(100), act: z.enum(['again', 'close']), all: z.boolean() }), nothing),
    /** The open items as CSV; null if the person cancelled. */
    exportResolve: inWorld(nothing, z.object({ file: z.string() }).nullable(), 'file-not-written'),
    toResolve: inWorld(nothing, z.array(resolveItemSchema)),
    /** `isSure`: a person confirms a number whose label could not be compared, or belongs to another order. */
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
    /** `isGone`: a person removed the job from its printer, or switched the printer off. */
    settlePrint: inWorld(
      z.object({ jobId: text(100), cameOut: z.boolean(), isGone: z.boolean().optional() }),
      printJobSchema,
      'no-label-printer',
      'no-document-printer',
      'label-in-other-printer',
      ...printerCodes,
    ),
    settleUpload: inWorld(z.object({ uploadId: text(100), act: z.enum(['send-again', 'it-arrived']) }), uploadSchema, ...uploadCodes),
    /** A document as it would be printed, page by page. */
    drawPaper: inWorld(ofPaper, z.array(drawableSchema).min(1), 'document-unreadable', 'label-unreadable'),
    /** Saves the document as it came, at the chosen path; null if the person cancelled. */
    savePaper: inWorld(ofPaper, z.object({ file: z.string() }).nullable(), 'document-unreadable', 'file-not-written'),
    printPaper: inWorld(ofPaper, nothing, ...documentCodes),
    /** A person handled the document by other means. */
    closePaper: inWorld(ofPaper, nothing),
    /** A person has checked everything that may have been shipped before the journal was restored. */
    settleRestored: inWorld(z.object({ reason: text(500), pin: text(20) }), nothing, ...decisionCodes),
    /** A person has handled an unreadable item: removes it from the list permanently. */
    closeUnreadable: inWorld(z.object({ ...unreadableItem, reason: text(500), pin: text(20) }), nothing, ...decisionCodes),
    dismissRow: inWorld(z.object({ id: text(100) }), nothing),
    takeUp: inWorld(z.object({ bookingId: text(100) }), nothing, 'order-not-found', ...scanCodes),
    /** `all`: this delivery and all similar ones. */
    dismissDelivery: inWorld(z.object({ id: text(100), all: z.boolean() }), nothing),
    /** Meanings of a message of the service; empty if unknown. */
    explain: inWorld(z.object({ message: z.string() }), z.array(meaningSchema)),
    // Setup
    setup: call(nothing, setupSchema),
    /** Explains an error of the service from now on, before other explanations. Returns it as stored. Changes only words. */
    keepExplanation: inWorld(explanationSchema, explanationSchema, 'setting-invalid', 'text-is-code'),
    /** Removes an explanation; refused if there is no equal one any more. */
    dropExplanation: inWorld(explanationSchema, nothing, 'changed-since'),
    /** `over`: only if these settings still have these values. */
    saveSettings: call(
      z.object({ settings: changeableSchema, over: changeableSchema.optional(), ...seenOfSite, ...confirmed }),
      setupSchema,
      'setting-invalid',
      'changed-since',
      'text-is-code',
      ...siteSettingCodes,
    ),
    /**
     * Saves the rules as a new version and keeps the previous one. They apply from the next scan. `over`: only if this version is still the
     * current one.
     */
    saveRules: call(
      rulesVersionSchema.pick({ list: true, last: true }).extend({ ...seenOfSite, over: z.int().positive().optional() }),
      setupSchema,
      'setting-invalid',
      'changed-since',
      ...siteSettingCodes,
    ),
    /** Makes this bench's shared settings those of all benches of the site, unless the site already has some. */
    shareSettings: call(z.object({ pin: text(20) }), setupSchema, ...pinCodes, ...siteSettingCodes),
    /** Result of these rules for the orders of the last complete day, compared with the saved rules. Stores nothing. */
    tryRules: inWorld(rulesVersionSchema.pick({ list: true, last: true }), triedRulesSchema, 'no-sender'),
    /** Exports the rules as a file for another bench; null if the person cancelled. */
    exportRules: call(rulesVersionSchema.pick({ list: true, last: true }), z.object({ file: z.string() }).nullable(), 'file-not-written'),
    /** Makes a support bundle, and shows it before it is saved: nothing in it names a person or is secret. */
    supportBundle: call(nothing, z.object({ text: z.string() })),
    /** Saves the bundle that was shown last; null if the person cancelled. */
    saveSupportBundle: call(nothing, z.object({ file: z.string() }).nullable(), 'file-not-written', 'not-now'),
    /** Allows folders of this computer from now on. */
    trustHost: call(z.object({ host: text(255) }), setupSchema),
    /** Sheets of this form are asked about again. */
    forgetForm: call(z.object({ id: text(100) }), setupSchema),
    saveLookUps: call(z.object({ lookUps: z.array(savedLookUpSchema).max(mostLookUps) }), setupSchema, 'setting-invalid'),
    /** `token`: a token that was made now. It is shown once and never returned again; null if the previous one stays. */
    savePush: call(pushSettingsSchema.extend({ newToken: z.boolean() }), z.object({ setup: setupSchema, token: z.string().nullable() })),
    /** `token` is the value of the header; null keeps the stored one, empty removes it. */
    saveWriteBack: call(writeBackSettingsSchema.extend({ token: typedSecretSchema }), setupSchema, 'setting-invalid'),
    /** Tests the keys of a shop and saves them with its settings. Without a key, the stored keys stay. */
    connectShop: call(
      connectedShopSchema.extend({ key: text(200), secret: text(200) }),
      setupSchema,
      'setting-invalid',
      'shop-not-connected',
    ),
    disconnectShop: call(z.object({ kind: z.enum(shopKinds) }), setupSchema),
    /** Reads what changed in a connected shop now. */
    syncShop: inWorld(z.object({ kind: z.enum(shopKinds) }), nothing),
    /** Requests an order from one look-up, as a scan would, and imports the answer like a file; null if it does not know the order. */
    tryLookUp: inWorld(
      z.object({ id: text(40), code: text(200) }),
      importReportSchema.nullable(),
      'look-up-failed',
      'order-file-unreadable',
    ),
    /** `newAddress`: makes a new address; the old one stops working. */
    saveWebhooks: call(webhookSettingsSchema.extend({ newAddress: z.boolean() }), setupSchema),
    /** Copies the address for the service, with its secret, to the clipboard of this computer. The window does not receive it. */
    copyWebhookAddress: call(nothing, nothing, 'not-now'),
    connect: call(
      z.object({
        world: worldSchema,
        baseUrl: text(500),
        account: text(100),
        key: text(500),
        secret: text(500),
        /** Login for the proxy of this network; if absent, the stored one stays. A name contains no colon (RFC 7617). */
        proxyLogin: z.object({ name: text(200).regex(/^[^:]+$/), password: text(500) }).optional(),
      }),
      setupSchema,
      'url-not-allowed',
      'setting-invalid',
      ...openCodes,
      ...readCodes,
    ),
    /**
     * The site of another bench's code, or of an address and the token by which the ledger knows this bench; the other fields are empty.
     * Hands over nothing.
     */
    nameSite: call(
      z.object({ code: text(2000), url: text(500), token: text(200) }),
      namedSiteSchema,
      'setting-invalid',
      ...joinCodes,
      ...ledgerCodes,
    ),
    /** Joins the site that `nameSite` returned last; this bench shares its orders with that site from then on. */
    joinSite: call(
      z.object({ id: text(40), word: text(40), pin: text(20) }),
      setupSchema,
      'setting-invalid',
      ...joinCodes,
      ...ledgerCodes,
      ...openCodes,
      ...pinCodes,
    ),
    /** Makes a code that lets one more bench in: once, until `until`, and unless this bench requests another code. */
    invite: call(
      z.object({ pin: text(20) }),
      z.object({ code: z.string(), until: z.iso.datetime() }),
      'site-key-missing',
      ...ledgerCodes,
      ...pinCodes,
    ),
    withdrawInvite: call(nothing, nothing, ...ledgerCodes),
    /** Every bench that ever joined. */
    benches: call(nothing, z.array(benchOfSiteSchema).readonly(), ...ledgerCodes),
    /** A shift lead confirms that a bench which is off has reported everything: the ledger no longer waits for it. */
    vouchFor: call(z.object({ bench: z.int(), reason: text(500), pin: text(20) }), nothing, ...decisionCodes, ...ledgerCodes),
    /** This bench takes over the open doubts of a bench that is off or retired; each appears in Resolve. */
    takeDoubts: call(
      z.object({ bench: z.int(), reason: text(500), pin: text(20) }),
      z.object({ taken: z.int(), left: z.int() }),
      'not-now',
      ...decisionCodes,
      ...ledgerCodes,
    ),
    /** Retires a bench permanently: it can reserve nothing more, and cannot decrypt anything encrypted from then on. */
    retireBench: call(z.object({ bench: z.int(), reason: text(500), pin: text(20) }), nothing, ...decisionCodes, ...ledgerCodes),
    /** Takes this bench out of its site and retires it there. Refused while anything of it is under way, in doubt or not reported. */
    leaveLedger: call(z.object({ reason: text(500), pin: text(20) }), setupSchema, ...decisionCodes, ...openCodes, ...ledgerCodes),
    /** Starts an empty journal if one was lost and there is no good copy. */
    beginEmptyJournal: call(z.object({ reason: text(500), pin: text(20) }), setupSchema, ...decisionCodes, ...openCodes),
    /** This whole computer was restored from a backup: no journal here contains the bookings since. Safe to repeat. */
    declareRestored: call(nothing, setupSchema, ...openCodes),
    enterWorld: call(z.object({ world: worldSchema }), setupSchema, ...openCodes),
    contractReport: inWorld(nothing, contractReportSchema),
    /** Returns when the check has ended. It books only in the sandbox and only if `book` is set. */
    checkContract: inWorld(z.object({ book: z.boolean() }), contractReportSchema, 'only-in-sandbox', 'no-quotes-to-check', ...readCodes),
    proveLive: inWorld(nothing, nothing),
    setLeadPin: call(z.object({ oldPin: text(20), pin: text(20) }), setupSchema, 'setting-invalid', ...pinCodes),
    /** Sets a new PIN if the PIN was forgotten or its file is lost. `proof` is the account's secret or the recovery code. */
    resetLeadPin: call(z.object({ proof: text(500), pin: text(20) }), setupSchema, 'setting-invalid', ...lostProofCodes),
    /** The code is shown once and not stored; the previous one becomes invalid. */
    makeRecoveryCode: call(z.object({ pin: text(20) }), z.object({ code: z.string() }), ...pinCodes),
    /**
     * Makes a new data key, and a new recovery code for it, which is shown once. Everything is encrypted again in the background; `setup` tells
     * when that is done.
     */
    changeDataKey: call(z.object({ pin: text(20) }), z.object({ code: z.string() }), 'not-now', 'setting-invalid', ...pinCodes),
    /** Opens the data of a bench that is protected by a passphrase. */
    openData: call(z.object({ passphrase: text(passphraseLength.most) }), nothing, 'passphrase-wrong', 'pin-too-soon', 'not-now'),
    /** Sets the passphrase that is asked at each start; empty: the key store of this computer takes its place. */
    setPassphrase: call(z.object({ passphrase: text(passphraseLength.most), pin: text(20) }), setupSchema, 'setting-invalid', ...pinCodes),
    /** Restores the backups of another computer or user. `folder` empty: the backup folder of this bench. */
    recover: call(
      z.object({ folder: text(500), code: text(100) }),
      setupSchema,
      'setting-invalid',
      'recovery-key-missing',
      'recovery-code-wrong',
      'recovery-not-empty',
    ),
    /** How long people's data is kept, and what was erased last. Holds no names. */
    privacy: inWorld(nothing, privacySchema),
    /** The orders with this name, address, phone number, e-mail address or order number. Each look is in the history, without the person. */
    findPerson: inWorld(ofPerson, z.array(personsOrderSchema)),
    /** Everything about these orders as one file at the chosen path; null if the user cancelled. */
    exportPerson: inWorld(ofPersonsOrders, z.object({ file: z.string() }).nullable(), 'order-not-found', 'file-not-written'),
    /** Erases these orders of one person, except those that are not settled yet. Safe to repeat. */
    erasePerson: inWorld(ofPersonsOrders, receiptSchema, 'order-not-found'),
    findPrinters: call(nothing, z.array(foundPrinterSchema)),
    /** Searches the local network for label printers; takes at most a minute. */
    searchPrinters: call(nothing, z.array(foundPrinterSchema)),
    /** Ends the search, which then returns the printers found so far. */
    stopSearch: call(nothing, nothing),
    askPrinter: call(z.object({ role: printerRoleSchema }), printerStatusSchema),
    /** Prints the codes by which Setup measures a scanner; returns the last page, or the first that failed. */
    printScannerSheet: inWorld(
      z.object({ role: printerRoleSchema }),
      printJobSchema,
      'no-label-printer',
      'no-document-printer',
      'print-failed',
    ),
    /** Without `printerId`, prints at the printer that new sheets of the role go to. */
    printTest: inWorld(
      z.object({ role: printerRoleSchema, printerId: text(40).optional() }),
      printJobSchema,
      'no-label-printer',
      'no-document-printer',
      'print-failed',
    ),
    /** A sender as it would be sent to the service, and its problems; nothing is stored. */
    checkSender: inWorld(
      z.object({ sender: addressSchema }),
      z.object({ asSent: addressSchema, problems: z.array(shipmentProblemSchema) }),
      'text-too-long',
    ),
  },
  pushes: {
    /** The complete state of the frame and the parcel in hand, whenever either changes. */
    snapshot: snapshotSchema,
    /** State of the program before the station is there and after it has gone. */
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

/** The failures a call can return. */
export type CallCode<N extends CallName> = Calls[N]['codes'][number];
export type Answer<N extends CallName> = Result<CallReply<N>, CallCode<N>>;

/** Handlers of the main process. The type is total, so a missing or misspelt call does not compile. */
export type Handlers = { readonly [N in CallName]: (args: CallArgs<N>) => Promise<Answer<N>> };

/** The API of the window, as `window.station`. */
export type Station = Handlers & { readonly on: <N extends keyof Pushes>(name: N, listener: (value: Pushes[N]) => void) => () => void };
