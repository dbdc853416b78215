import { z } from 'zod';
import { fileEncodingSchema } from './file-letters.ts';
import { itemFacts } from './order-line.ts';
import { oversizeSchema } from './oversized.ts';

const names = z.array(z.string()).readonly();
/** As it was written. */
const written = z.string();
/** Column name in the file. */
const column = z.string();
const line = z.int().positive();

/** A file is read only as far as needed to detect that it exceeds this size. */
export const maxOrderFileBytes = 50 * 2 ** 20;
/** A file with more unreadable rows is refused: no one would correct that many. */
export const mostUnreadableRows = 20_000;

const foreignKinds = ['xls', 'xlsb', 'ods', 'pdf', 'gzip', 'zip', 'png', 'jpeg', 'rtf'] as const;
export type ForeignKind = (typeof foreignKinds)[number];

/** Why a file is not an order file. `columns`: the columns that it should have. The sentences are in `renderer/text/`. */
export const fileReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('file-too-large'), megabytes: z.int() }),
  z.object({ code: z.literal('file-empty') }),
  /** A link, a pipe, a device. */
  z.object({ code: z.literal('file-not-regular') }),
  /** The program threw an error while reading or importing it. */
  z.object({ code: z.literal('file-broke-reader') }),
  z.object({ code: z.literal('file-takes-too-long'), seconds: z.number() }),
  z.object({ code: z.literal('file-needs-memory') }),
  z.object({ code: z.literal('file-rows-unreadable'), most: z.int() }),
  z.object({ code: z.literal('file-no-text'), line }),
  z.object({ code: z.literal('file-of-other-kind'), kind: z.enum(foreignKinds) }),
  z.object({ code: z.literal('file-unpacks-too-large'), megabytes: z.int() }),
  z.object({ code: z.literal('workbook-broken') }),
  z.object({ code: z.literal('workbook-encrypted') }),
  z.object({ code: z.literal('workbook-with-macros') }),
  z.object({ code: z.literal('workbook-empty') }),
  z.object({ code: z.literal('xml-own-entities') }),
  z.object({ code: z.literal('xml-document-type') }),
  z.object({ code: z.literal('xml-broken'), line, message: z.string() }),
  z.object({ code: z.literal('xml-without-orders'), found: names, columns: names }),
  z.object({ code: z.literal('file-web-page'), title: z.string(), asksToSignIn: z.boolean() }),
  z.object({ code: z.literal('json-broken'), message: z.string(), columns: names }),
  z.object({ code: z.literal('json-too-deep'), columns: names }),
  z.object({ code: z.literal('json-without-orders'), columns: names }),
  z.object({ code: z.literal('json-answer-of-service'), message: z.string(), columns: names }),
  z.object({ code: z.literal('export-of-products') }),
  z.object({ code: z.literal('products-not-table') }),
  z.object({ code: z.literal('products-are-orders') }),
  z.object({ code: z.literal('products-without-sku'), found: names }),
  z.object({ code: z.literal('export-of-customers') }),
  z.object({ code: z.literal('export-without-addresses') }),
  z.object({ code: z.literal('list-without-addresses') }),
  z.object({ code: z.literal('mapping-lacks-columns'), mapping: z.string(), missing: names }),
  /** Its encoding is ambiguous: these all give the same rows. `beginning` identifies the file when the answer is stored. */
  z.object({
    code: z.literal('file-letters-unclear'),
    beginning: z.string(),
    choices: z.array(z.object({ encoding: fileEncodingSchema, rows: names })).readonly(),
  }),
  z.object({ code: z.literal('columns-not-known'), found: names, columns: names }),
]);
export type FileReason = z.infer<typeof fileReasonSchema>;

/** Reasons that only concern an order that is already bought. */
const laterReasons = [
  z.object({ code: z.literal('address-after-booking') }),
  z.object({ code: z.literal('called-off-after-booking') }),
] as const;
const laterCodes: ReadonlySet<string> = new Set(laterReasons.map(({ shape }) => shape.code.value));
/** True if the row itself was read, but its change comes too late for the label. */
export const isTooLate = (reason: RowReason | string): boolean => typeof reason !== 'string' && laterCodes.has(reason.code);

/** Messages about a row of an order file. The sentences are in `renderer/text/`. */
export const rowReasonSchema = z.discriminatedUnion('code', [
  oversizeSchema,
  z.object({ code: z.literal('quotes-unmatched') }),
  z.object({ code: z.literal('more-cells-than-columns') }),
  z.object({ code: z.literal('row-hidden') }),
  z.object({ code: z.literal('row-above-columns') }),
  z.object({ code: z.literal('row-below-orders') }),
  z.object({ code: z.literal('columns-named-again') }),
  z.object({ code: z.literal('sheet-not-read'), sheet: z.string() }),
  z.object({ code: z.literal('formula-failed'), column, written }),
  z.object({ code: z.literal('date-instead'), column, written }),
  z.object({ code: z.literal('digits-lost'), column, written }),
  z.object({ code: z.literal('postal-code-short'), written, country: z.string() }),
  z.object({ code: z.literal('row-ends-early'), columns: names }),
  z.object({ code: z.literal('column-twice'), column }),
  z.object({ code: z.literal('column-not-used'), column }),
  z.object({ code: z.literal('no-rows') }),
  z.object({ code: z.literal('entry-no-object') }),
  z.object({ code: z.literal('in-other-list'), list: z.string() }),
  z.object({ code: z.literal('values-not-plain'), names }),
  z.object({ code: z.literal('order-number-missing') }),
  z.object({ code: z.literal('order-number-reserved'), prefix: z.string() }),
  z.object({ code: z.literal('order-number-unscannable') }),
  z.object({ code: z.literal('order-number-too-long'), most: z.int() }),
  z.object({ code: z.literal('more-rows-than-an-order'), rows: z.int(), most: z.int() }),
  z.object({ code: z.literal('other-recipient'), order: z.string() }),
  z.object({ code: z.literal('first-row-unreadable') }),
  z.object({ code: z.literal('first-row-missing') }),
  z.object({ code: z.literal('address-missing') }),
  z.object({ code: z.literal('address-not-parted'), written }),
  z.object({ code: z.literal('row-in-other-letters') }),
  z.object({ code: z.literal('currency-assumed'), currency: z.string() }),
  z.object({ code: z.literal('amount-without-currency'), column, written }),
  z.object({ code: z.literal('amount-malformed'), column, written, currency: z.string() }),
  z.object({ code: z.literal('weight-malformed'), written }),
  z.object({ code: z.literal('product-weight-malformed'), written }),
  z.object({ code: z.literal('size-malformed'), column, written }),
  /** `read`: the value as it would be read, with its unit. */
  z.object({ code: z.literal('measure-of-no-parcel'), column, written, read: z.string() }),
  z.object({ code: z.literal('quantity-malformed'), written }),
  z.object({ code: z.literal('product-quantity-malformed'), written }),
  z.object({ code: z.literal('row-hs-code-malformed'), written }),
  z.object({ code: z.literal('type-not-known'), written }),
  z.object({ code: z.literal('incoterms-not-known'), written }),
  z.object({ code: z.literal('third-party-not-known'), written }),
  z.object({ code: z.literal('date-malformed'), written }),
  z.object({ code: z.literal('ship-by-malformed'), column, written }),
  z.object({ code: z.literal('priority-not-known'), column, written }),
  z.object({ code: z.literal('neither-yes-nor-no'), column, written }),
  /** A fact that no parcel needs: it is left out, and the item is taken. */
  z.object({ code: z.literal('item-fact-unusable'), item: z.string(), fact: z.enum([...itemFacts, 'price']), written }),
  z.object({ code: z.literal('item-without-name') }),
  /** The code is left out, so that a scan of it keeps one meaning. */
  z.object({ code: z.literal('barcode-of-command'), item: z.string(), written, prefix: z.string() }),
  z.object({ code: z.literal('barcode-of-order'), item: z.string(), written }),
  z.object({ code: z.literal('barcode-of-two-items'), item: z.string(), other: z.string(), written }),
  z.object({ code: z.literal('product-without-sku') }),
  z.object({ code: z.literal('product-sku-too-long'), most: z.int() }),
  z.object({ code: z.literal('kit-unreadable'), item: z.string(), written }),
  z.object({ code: z.literal('kit-of-itself'), item: z.string(), written }),
  z.object({ code: z.literal('product-twice'), sku: z.string(), line }),
  z.object({ code: z.literal('item-needs-no-shipping'), item: z.string() }),
  z.object({ code: z.literal('item-paid-back'), item: z.string() }),
  z.object({ code: z.literal('state-not-known'), written }),
  z.object({ code: z.literal('rows-in-different-states') }),
  z.object({ code: z.literal('item-sent-already'), item: z.string() }),
  z.object({ code: z.literal('row-repeated'), line }),
  z.object({ code: z.literal('order-twice'), line }),
  z.object({ code: z.literal('order-repeated'), order: z.string() }),
  z.object({ code: z.literal('number-of-two-people'), order: z.string(), other: z.string() }),
  z.object({ code: z.literal('file-cut-short') }),
  z.object({ code: z.literal('correction-replaced') }),
  z.object({ code: z.literal('correction-and-address') }),
  z.object({ code: z.literal('too-large-to-share') }),
  z.object({ code: z.literal('deleted-before'), by: z.string(), at: z.string() }),
  ...laterReasons,
]);
export type RowReason = z.infer<typeof rowReasonSchema>;
