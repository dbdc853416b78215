import { thirdPartyTypes } from '../../../shared/customs.ts';
import { consignmentTypes, incoterms } from '../../../shared/order.ts';
import type { FileReason, ForeignKind, RowReason } from '../../../shared/order-file-reason.ts';
import { type ItemFact, mostPieces } from '../../../shared/order-line.ts';
import type { Oversize } from '../../../shared/oversized.ts';
import { todayOrMoment, wholeNumber } from '../format.ts';
import type { Sentences } from '../sentences.ts';

const taken = (most: number): string => `at most ${wholeNumber(most)} are allowed`;

const oversizes: Sentences<Oversize> = {
  'too-many-characters': ({ name, characters, most }) => `${name || 'It'} has ${wholeNumber(characters)} characters, ${taken(most)}`,
  'too-many-characters-together': ({ most }) => `Its texts have more than ${wholeNumber(most)} characters together`,
  'too-many-entries': ({ name, entries, most }) => `${name || 'It'} has ${wholeNumber(entries)} entries, ${taken(most)}`,
};

const saveAsXlsx = 'Open it and save it as XLSX or CSV.';
const exportAsCsv = 'Export the orders as CSV.';
const exportOrders = 'Export the orders instead.';
const unpack = 'Unpack it first.';

const kinds: Record<ForeignKind, string> = {
  xls: `This is an old Excel workbook (XLS). ${saveAsXlsx}`,
  xlsb: `This is a binary Excel workbook (XLSB). ${saveAsXlsx}`,
  ods: `This is an OpenDocument spreadsheet. ${saveAsXlsx}`,
  pdf: `This is a PDF. It contains pages, not rows. ${exportAsCsv}`,
  gzip: `This file is packed (gzip). ${unpack}`,
  zip: `This is a ZIP archive. ${unpack}`,
  png: 'This is a picture (PNG).',
  jpeg: 'This is a picture (JPEG).',
  rtf: 'This is a text document (RTF). Save it as plain CSV.',
};

const mustHold = (columns: readonly string[]): string => `It must contain a list of objects with these names: ${columns.join(', ')}.`;

export const fileReasons: Sentences<FileReason> = {
  'file-too-large': ({ megabytes }) => `The file is larger than ${megabytes} MB.`,
  'file-empty': () => 'The file is empty.',
  'file-not-regular': () => 'This is a link, a pipe or a device, not a file. It was not read. Use the file itself.',
  'file-broke-reader': () =>
    'Packbench failed while reading this file. Orders that were read before stay. Export the file again. If it happens again, keep the file for support.',
  'file-no-text': ({ line }) => `There is a NUL byte in line ${line}: the file is damaged, or it is not a text file.`,
  'file-rows-unreadable': ({ most }) =>
    `Reading was stopped: more than ${most} rows cannot be read. Orders that were read before stay. Look at the file, or export it again.`,
  'file-takes-too-long': ({ seconds }) =>
    `Reading was stopped: it took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Export fewer orders at once.`,
  'file-needs-memory': () => 'Reading was stopped: it needed too much memory. Export fewer orders at once.',
  'file-of-other-kind': ({ kind }) => kinds[kind],
  'file-unpacks-too-large': ({ megabytes }) => `Unpacked, this file is larger than ${megabytes} MB: export fewer orders at once.`,
  'workbook-broken': () => 'This Excel workbook (XLSX) is damaged or did not arrive whole: export or download it again.',
  'workbook-encrypted': () => 'This Excel workbook is protected by a password. Save it without one.',
  'workbook-with-macros': () => 'This Excel workbook contains macros, which no order file needs. Save it as XLSX.',
  'workbook-empty': () => 'No visible sheet of this Excel workbook contains a row.',
  'xml-own-entities': () => 'This file declares entities of its own (<!ENTITY ...>), which are never replaced. Export it without them.',
  'xml-document-type': () => 'This file names a document type (<!DOCTYPE ...>), which no order file needs. Export it without one.',
  'xml-broken': ({ line, message }) => `The XML is broken in line ${line}: ${message}. Export or download it again.`,
  'xml-without-orders': ({ found, columns }) =>
    `The XML contains no orders of a known shop. These names are read for each order: ${columns.join(', ')}. It contains: ${found.join(', ') || 'nothing'}.`,
  'file-web-page': ({ title, asksToSignIn }) =>
    `This is a web page${title ? ` ("${title}")` : ''}, not an order file. ${
      asksToSignIn ? 'The shop asks to sign in: sign in there and export again.' : exportAsCsv
    }`,
  'json-broken': ({ message, columns }) => `The JSON is broken: ${message}. ${mustHold(columns)}`,
  'json-too-deep': ({ columns }) => `The JSON is nested too deeply. ${mustHold(columns)}`,
  'json-without-orders': ({ columns }) => `The JSON contains no list of orders. ${mustHold(columns)}`,
  'json-answer-of-service': ({ message, columns }) =>
    `This is an answer of a web service without orders. Its message: ${message}. ${mustHold(columns)}`,
  'export-of-products': () => `This is Shopify's export of products. ${exportOrders} Setup, Order sources, takes product data.`,
  'products-not-table': () => 'Product data are read from CSV files and Excel workbooks only.',
  'products-are-orders': () => 'This is a file of orders. Import it on Orders.',
  'products-without-sku': ({ found }) =>
    `The first row must name a column with the SKU, and one with a fact such as weight, HS code, origin, EAN or picture. It contains: ${found.join(', ') || 'nothing'}.`,
  'export-of-customers': () => `This is Shopify's export of customers. ${exportOrders}`,
  'export-without-addresses': () =>
    "This is WooCommerce's list of orders from Analytics, which has no addresses. Export the orders with Advanced Order Export instead.",
  'list-without-addresses': () =>
    "This is Magento's list of orders without the column Shipping Address. Show that column in the list, then export it again.",
  'mapping-lacks-columns': ({ mapping, missing }) =>
    `The mapping "${mapping}" no longer fits: the file lacks ${missing.join(', ')}. Map its columns again, or export them.`,
  'file-letters-unclear': () => 'Its characters can be read in more than one way, and only one of them is right.',
  'columns-not-known': ({ found, columns }) =>
    `The first row must name the columns: those of an order export of Shopify, WooCommerce, Magento, Amazon or eBay, or these: ${columns.join(', ')}. ` +
    `It contains: ${found.join(', ') || 'nothing'}.`,
};

const itemFactNames: Record<ItemFact | 'price', string> = {
  barcode: 'bar code',
  weight_kg: 'weight',
  hs_code: 'HS code',
  origin: 'country of origin',
  picture: 'picture address',
  shelf: 'shelf place',
  gift: 'gift mark',
  serial: 'serial number mark',
  price: 'price',
};
const noKilograms = (what: string, written: string): string => `The ${what} "${written}" is not a number of kilograms`;

export const rowReasons: Sentences<RowReason> = {
  ...oversizes,
  'quotes-unmatched': () => 'The quotation marks in this row do not match',
  'more-cells-than-columns': () => 'The row has more cells than the first row has columns',
  'row-hidden': () => 'The row is hidden in the sheet and was not read',
  'row-above-columns': () => 'This row is above the names of the columns',
  'columns-named-again': () => 'This row repeats the names of the columns and is not an order',
  'row-below-orders': () => 'This row ends the report and is not an order',
  'sheet-not-read': ({ sheet }) => `The sheet "${sheet}" was not read: orders are read from one sheet`,
  'formula-failed': ({ column, written }) => `A formula failed: the column "${column}" contains ${written}`,
  'date-instead': ({ column, written }) =>
    `The column "${column}" contains the date ${written}: the spreadsheet changed what was typed into a date`,
  'digits-lost': ({ column, written }) =>
    `The spreadsheet has lost digits of "${column}": it contains only ${written}, so it was not read. Format the column as text`,
  'postal-code-short': ({ written, country }) =>
    `The postal code ${written} is too short for ${country}: a zero before it was lost, perhaps in a spreadsheet. Nothing was added`,
  'row-ends-early': ({ columns }) => `The row ends early: nothing was read for ${columns.join(', ')}`,
  'column-twice': ({ column }) => `The column "${column}" appears twice: only the first is read`,
  'column-not-used': ({ column }) => `The column "${column}" is not known: it was not used`,
  'no-rows': () => 'There is no row under the names of the columns',
  'entry-no-object': () => 'This entry is not an object',
  'in-other-list': ({ list }) => `This entry is in another list, "${list}": of lists with orders only those named like the first are read`,
  'values-not-plain': ({ names }) => `Not read, because it is not plain text or a number: ${names.join(', ')}`,
  'order-number-missing': () => 'The row has no order number',
  'order-number-reserved': ({ prefix }) => `An order number must not begin with ${prefix}`,
  'order-number-unscannable': () => 'The order number contains a character that no bar code can hold',
  'order-number-too-long': ({ most }) => `The order number is longer than ${most} characters`,
  'more-rows-than-an-order': ({ rows, most }) =>
    `${wholeNumber(rows)} rows have this order number, and no order has more than ${wholeNumber(most)}: check that this column contains order numbers`,
  'other-recipient': ({ order }) => `Order ${order} is already in this file with another recipient`,
  'first-row-unreadable': () => 'This row continues an order whose first row could not be read',
  'first-row-missing': () => 'This row has no address: it continues an order whose first row is missing or could not be read',
  'address-missing': () => 'The order has no shipping address',
  'address-not-parted': ({ written }) =>
    `The parts of the address could not be separated: all of it is in the street. It reads: ${written.replace(/\s*\n\s*/g, ', ')}`,
  'row-in-other-letters': () =>
    'This row uses an older encoding (Windows-1252), other rows use UTF-8: two programs wrote the file. Check names and streets',
  'currency-assumed': ({ currency }) => `The row names no currency: its amounts are read as ${currency}, the currency of Setup`,
  'amount-without-currency': ({ column, written }) => `The ${column.replaceAll('_', ' ')} "${written}" has no currency`,
  'amount-malformed': ({ column, written, currency }) => `The ${column.replaceAll('_', ' ')} "${written} ${currency}" cannot be read`,
  'weight-malformed': ({ written }) => noKilograms('weight', written),
  'product-weight-malformed': ({ written }) => noKilograms('product weight', written),
  'size-malformed': ({ column, written }) => `${column} "${written}" is not a number of centimetres`,
  'measure-of-no-parcel': ({ column, written, read }) =>
    `The column "${column}" contains "${written}". No parcel has ${read}, so nothing was read and the bench asks. Is it another unit?`,
  'quantity-malformed': ({ written }) => `The quantity "${written}" is not a whole number from 1 to ${wholeNumber(mostPieces)}`,
  'product-quantity-malformed': ({ written }) => `The product quantity "${written}" is not a whole number above 0`,
  'row-hs-code-malformed': ({ written }) => `The HS code "${written}" does not have 6 to 10 digits`,
  'type-not-known': ({ written }) => `The type "${written}" is not known. Use ${consignmentTypes.join(', ')}`,
  'incoterms-not-known': ({ written }) => `The incoterms "${written}" are not known. Use ${incoterms.join(', ')}`,
  'third-party-not-known': ({ written }) => `The third party "${written}" is not known. Use ${thirdPartyTypes.join(', ')}`,
  'ship-by-malformed': ({ column, written }) => `The column "${column}" contains "${written}", which is not a day like 2026-11-24`,
  'priority-not-known': ({ column, written }) => `The column "${column}" contains "${written}", which is neither high, normal nor low`,
  'date-malformed': ({ written }) => `The preferred date "${written}" does not have the form YYYY-MM-DD`,
  'neither-yes-nor-no': ({ column, written }) => `${column} "${written}" is neither yes nor no`,
  'item-fact-unusable': ({ item, fact, written }) => `The ${itemFactNames[fact]} "${written}" of "${item}" cannot be used and was left out`,
  'item-without-name': () => 'The row describes an item without a name or SKU: the item was not used',
  'barcode-of-command': ({ item, written, prefix }) =>
    `The bar code "${written}" of "${item}" was left out: codes that begin with ${prefix} are commands`,
  'barcode-of-order': ({ item, written }) => `The bar code "${written}" of "${item}" was left out: it is also the number of this order`,
  'barcode-of-two-items': ({ item, other, written }) =>
    `"${item}" and "${other}" have the same bar code ${written}: a scan of it does not show which one it is`,
  'product-without-sku': () => 'The row has no SKU, so no order can name this product',
  'product-sku-too-long': ({ most }) => `The SKU is longer than ${most} characters`,
  'kit-unreadable': ({ item, written }) => `${item}: the parts "${written}" are left out. Write them as "2x ABC-1 + DEF-2"`,
  'kit-of-itself': ({ item }) => `${item}: its parts are left out, because it contains itself`,
  'product-twice': ({ sku, line }) => `Row ${line} has the SKU "${sku}" already`,
  'item-needs-no-shipping': ({ item }) => `"${item}" needs no shipping`,
  'item-paid-back': ({ item }) => `"${item}" was refunded`,
  'state-not-known': ({ written }) => `The shop calls this order "${written}", which is not known: it waits until a person releases it`,
  'rows-in-different-states': () => 'The shop reports different states for the rows of this order: it waits until a person releases it',
  'item-sent-already': ({ item }) => `"${item}" was sent already`,
  'row-repeated': ({ line }) => `Repeats line ${line} and is counted once`,
  'order-twice': ({ line }) => `The order is also in line ${line} with other data: decide which of the two is right`,
  'order-repeated': ({ order }) => `The file contains this order once more as ${order}: that one was taken`,
  'number-of-two-people': ({ order, other }) =>
    `${order} and ${other} are the same number at the bench, but go to different people: give one of them another number`,
  'address-after-booking': () => 'The label has the old address: the shop changed it after the booking',
  'called-off-after-booking': () => 'The shop cancelled the order after it was booked: the parcel is paid and has a label',
  'too-large-to-share': () => 'The order is too large to send to the other benches: they do not know it',
  'deleted-before': ({ by, at }) =>
    `${by || 'Another bench'} deleted this order (${todayOrMoment(at)}). It is here again and held: release it to ship it`,
  'correction-replaced': () =>
    'This order was changed at a bench, and the file changed the same field again. The file counts. Check the order before it is shipped',
  'correction-and-address': () =>
    'The address was corrected at a bench, and the file now has another one. The order is held until the right address is entered',
  'file-cut-short': () =>
    'This file was not read to its end, so not all of its orders are here. Read it once more. Orders that are here do not change',
};
