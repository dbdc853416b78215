import { thirdPartyTypes } from '../../../shared/customs.ts';
import { consignmentTypes, incoterms } from '../../../shared/order.ts';
import type { FileReason, ForeignKind, RowReason } from '../../../shared/order-file-reason.ts';
import type { Sentences } from '../sentences.ts';
import { oversizes } from './oversizes.ts';

const saveAsCsv = 'Open it and save it as CSV.';
const exportAsCsv = 'Export the orders as CSV.';
const exportOrders = 'Export the orders instead.';
const unpack = 'Unpack it first.';

const kinds: Record<ForeignKind, string> = {
  xls: `This is an old Excel workbook (XLS). ${saveAsCsv}`,
  xlsx: `This is an Excel workbook (XLSX). ${saveAsCsv}`,
  ods: `This is an OpenDocument spreadsheet. ${saveAsCsv}`,
  pdf: `This is a PDF, which holds pages and no rows. ${exportAsCsv}`,
  gzip: `This file is packed (gzip). ${unpack}`,
  zip: `This is a ZIP archive. ${unpack}`,
  png: 'This is a picture (PNG).',
  jpeg: 'This is a picture (JPEG).',
  xml: 'This is an XML file. Export the orders as CSV or JSON.',
  rtf: 'This is a text document (RTF). Save it as plain CSV.',
};

const mustHold = (columns: readonly string[]): string => `It must hold a list of objects with these names: ${columns.join(', ')}.`;

export const fileReasons: Sentences<FileReason> = {
  'file-too-large': ({ megabytes }) => `The file is larger than ${megabytes} MB.`,
  'file-empty': () => 'The file is empty.',
  'file-no-text': ({ line }) => `There is a NUL byte in line ${line}, which no text holds: the file is damaged, or it is no text.`,
  'file-of-other-kind': ({ kind }) => kinds[kind],
  'file-web-page': ({ title, asksToSignIn }) =>
    `This is a web page${title ? ` ("${title}")` : ''}, not an order file. ${
      asksToSignIn ? 'The shop asks to sign in: sign in there and export again.' : exportAsCsv
    }`,
  'json-broken': ({ said, columns }) => `The JSON is broken: ${said}. ${mustHold(columns)}`,
  'json-too-deep': ({ columns }) => `The JSON is nested too deeply. ${mustHold(columns)}`,
  'json-without-orders': ({ columns }) => `The JSON holds no list of orders. ${mustHold(columns)}`,
  'json-answer-of-service': ({ said, columns }) =>
    `This is an answer of a web service that brings no orders, but says: ${said}. ${mustHold(columns)}`,
  'export-of-products': () => `This is Shopify's export of products. ${exportOrders}`,
  'export-of-customers': () => `This is Shopify's export of customers. ${exportOrders}`,
  'columns-not-known': ({ found, columns }) =>
    `The first row must name the columns: those of Shopify's order export (Name, Lineitem name, Shipping Name, ...), or these: ${columns.join(', ')}. ` +
    `It says: ${found.join(', ') || 'nothing'}.`,
};

const noWholeNumber = (what: string, written: string): string => `The ${what} "${written}" is not a whole number above 0`;
const noKilograms = (what: string, written: string): string => `The ${what} "${written}" is not a number of kilograms`;

export const rowReasons: Sentences<RowReason> = {
  ...oversizes,
  'quotes-unmatched': () => 'The quotation marks in this row do not match',
  'more-cells-than-columns': () => 'The row has more cells than the first row has columns',
  'row-ends-early': ({ columns }) => `The row ends early: nothing was read for ${columns.join(', ')}`,
  'column-twice': ({ column }) => `The column "${column}" stands here twice: only the first is read`,
  'column-not-used': ({ column }) => `The column "${column}" is not known: nothing of it was used`,
  'no-rows': () => 'There is no row under the names of the columns',
  'entry-no-object': () => 'This entry is not an object',
  'values-not-plain': ({ names }) => `Not read, because it is no plain text or number: ${names.join(', ')}`,
  'order-number-missing': () => 'The row has no order number',
  'order-number-reserved': ({ prefix }) => `An order number must not begin with ${prefix}`,
  'order-number-unscannable': () => 'The order number holds a sign that no barcode carries',
  'order-number-too-long': ({ most }) => `The order number is longer than ${most} characters`,
  'other-recipient': ({ order }) => `Order ${order} stands in this file with another recipient before`,
  'first-row-unreadable': () => 'This row continues an order whose first row could not be read',
  'first-row-missing': () => 'This row has no address: it continues an order whose first row is missing or could not be read',
  'address-missing': () => 'The order has no shipping address',
  'currency-assumed': ({ currency }) => `The row names no currency: its amounts are taken as ${currency}, the currency of Setup`,
  'amount-without-currency': ({ column, written }) => `The ${column.replaceAll('_', ' ')} "${written}" has no currency`,
  'amount-malformed': ({ column, written, currency }) => `The ${column.replaceAll('_', ' ')} "${written} ${currency}" cannot be read`,
  'weight-malformed': ({ written }) => noKilograms('weight', written),
  'product-weight-malformed': ({ written }) => noKilograms('product weight', written),
  'size-malformed': ({ column, written }) => `${column} "${written}" is not a number of centimetres`,
  'quantity-malformed': ({ written }) => noWholeNumber('quantity', written),
  'product-quantity-malformed': ({ written }) => noWholeNumber('product quantity', written),
  'row-hs-code-malformed': ({ written }) => `The HS code "${written}" does not have 6 to 10 digits`,
  'type-not-known': ({ written }) => `The type "${written}" is none of ${consignmentTypes.join(', ')}`,
  'incoterms-not-known': ({ written }) => `The incoterms "${written}" are none of ${incoterms.join(', ')}`,
  'third-party-not-known': ({ written }) => `The third party "${written}" is none of ${thirdPartyTypes.join(', ')}`,
  'date-malformed': ({ written }) => `The preferred date "${written}" does not have the form YYYY-MM-DD`,
  'neither-yes-nor-no': ({ column, written }) => `${column} "${written}" is neither yes nor no`,
  'item-needs-no-shipping': ({ item }) => `"${item}" needs no shipping`,
  'item-sent-already': ({ item }) => `"${item}" was sent already`,
  'row-repeated': ({ line }) => `Repeats line ${line} and is counted once`,
  'number-of-two-people': ({ order, other }) =>
    `${order} and ${other} are the same number at the bench, but go to different people: give one of them another number`,
  'file-cut-short': () =>
    'This file was not read to its end, so not all of its orders are here. Read it once more: what is here already stays as it is',
};
