import { z } from 'zod';
import { addressSchema } from './address.ts';
import {
  customsCostsSchema,
  listsHsCodes,
  noCustomsCosts,
  productSchema,
  thirdPartySchema,
  valueOfProducts,
  weightOfProducts,
} from './customs.ts';
import { rowReasonSchema } from './order-file-reason.ts';
import { prioritySchema } from './order-plan.ts';
import { type Money, moneySchema } from './units.ts';

export const orderKeySchema = z.string().min(1).max(80).brand<'OrderKey'>();
export type OrderKey = z.infer<typeof orderKeySchema>;

/** A preset of size and empty weight, chosen by name, key or its own barcode. */
export const boxSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  lengthCm: z.number().positive(),
  widthCm: z.number().positive(),
  heightCm: z.number().positive(),
  emptyWeightGrams: z.int().nonnegative(),
});
export type Box = z.infer<typeof boxSchema>;

export const orderLineSchema = z.object({ name: z.string(), sku: z.string(), quantity: z.int().positive(), price: moneySchema.nullable() });
export type OrderLine = z.infer<typeof orderLineSchema>;

/** One parcel of an order; null is a fact nobody has given yet. `weightGrams` is the whole parcel with its box. */
export const parcelSchema = z.object({
  boxName: z.string(),
  lengthCm: z.number().positive().nullable(),
  widthCm: z.number().positive().nullable(),
  heightCm: z.number().positive().nullable(),
  weightGrams: z.int().positive().nullable(),
  contents: z.string(),
  value: moneySchema.nullable(),
  hsCode: z.string(),
  /** What is in it piece by piece, for customs; empty where nobody needs it. */
  products: z.array(productSchema).default([]),
});
export type Parcel = z.infer<typeof parcelSchema>;

export const emptyParcel: Parcel = {
  boxName: '',
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  weightGrams: null,
  contents: '',
  value: null,
  hsCode: '',
  products: [],
};

export const consignmentTypes = ['Parcel', 'Document', 'Pallet'] as const;
export const incoterms = ['DAP', 'DDP'] as const;

/** Facts of a parcel that Setup has a default for. */
export const defaultedFacts = ['box', 'weight', 'contents', 'value', 'hs-code'] as const;
export type DefaultedFact = (typeof defaultedFacts)[number];

/** Why an order is shown but must not be shipped. All but the last two are said by the shop. */
export const holds = [
  'cancelled',
  'refunded',
  'fulfilled',
  'unpaid',
  'on-hold',
  'nothing-to-ship',
  'row-unreadable',
  'two-addresses',
] as const;
export type Hold = (typeof holds)[number];

export const orderSchema = z.object({
  key: orderKeySchema,
  /** The file it came from, or how it was typed. */
  source: z.string(),
  reference: z.string(),
  /** Who sends it, by the short name; absent where rules decide. */
  sender: z.string().min(1).optional(),
  recipient: addressSchema,
  lines: z.array(orderLineSchema),
  parcels: z.array(parcelSchema).min(1),
  noteForPacker: z.string(),
  /** The shop has paid back some of it, and does not say which: a person asks what is still to be sent. */
  isPartlyRefunded: z.boolean().optional(),
  deliveryInstructions: z.string(),
  // Null is a fact nobody has said: the default of Setup counts. So do orders kept before these facts existed.
  consignmentType: z.enum(consignmentTypes).nullable().default(null),
  /** Who pays duties: DAP the recipient, DDP the sender. */
  incoterms: z.enum(incoterms).nullable().default(null),
  stackable: z.boolean().nullable().default(null),
  hasBatteries: z.boolean().nullable().default(null),
  /** The sender's own invoice is used, and uploaded after booking. */
  ownCustomsInvoice: z.boolean().nullable().default(null),
  /** A second label that leads back to the sender. */
  returnLabel: z.boolean().nullable().default(null),
  /** The day of collection wished for, `YYYY-MM-DD`, or an empty text. */
  preferredDate: z.string().default(''),
  thirdParties: z.array(thirdPartySchema).default([]),
  customsCosts: customsCostsSchema.default(noCustomsCosts),
  /** Its file has a column for these: where the cell is empty the fact is asked, and no default stands in. */
  noDefaultFor: z.array(z.enum(defaultedFacts)).default([]),
  /** What the recipient's address leads to, once a person has said so; null while nobody was asked. */
  goesTo: z.enum(['door', 'po-box', 'parcel-machine']).nullable().default(null),
  /** Null where nothing forbids to ship it. */
  hold: z.enum(holds).nullable().default(null),
  /** In one line, where two benches, or a person and a newer file, name different ones; gone once a person said which. */
  otherAddress: z.string().optional(),
  /** How the customer chose to have it sent, in the words of the shop. */
  shippingMethod: z.string().max(200).optional(),
  /** Of its file, where that says so; what a person here says stands in its plan. */
  priority: prioritySchema.optional(),
  /** `YYYY-MM-DD`. */
  shipBy: z.string().optional(),
});
export type Order = z.infer<typeof orderSchema>;

/** An order that says nothing but what is usual: what a new one starts from. */
export const emptyOrder: Omit<Order, 'key' | 'source' | 'recipient'> = {
  reference: '',
  lines: [],
  parcels: [emptyParcel],
  noteForPacker: '',
  deliveryInstructions: '',
  consignmentType: null,
  incoterms: null,
  stackable: null,
  hasBatteries: null,
  ownCustomsInvoice: null,
  returnLabel: null,
  preferredDate: '',
  thirdParties: [],
  customsCosts: noCustomsCosts,
  noDefaultFor: [],
  goesTo: null,
  hold: null,
};

/** A row of a file, and what is to be said of it. One that could not be read is kept until a person deals with it. */
export const rowProblemSchema = z.object({
  file: z.string(),
  line: z.int().positive(),
  orderKey: z.string(),
  /** Empty words if it can no longer be decrypted. */
  reason: z.union([rowReasonSchema, z.string()]),
  row: z.string(),
});
export type RowProblem = z.infer<typeof rowProblemSchema>;

/** What Setup gives to parcels that say nothing themselves. An empty text or null means: ask. */
export const parcelDefaultsSchema = z.object({
  boxId: z.string(),
  weightGrams: z.int().positive().nullable(),
  contents: z.string(),
  value: moneySchema.nullable(),
});
export type ParcelDefaults = z.infer<typeof parcelDefaultsSchema>;

/** What Setup gives to shipments that say nothing themselves. An empty text means: leave it out, or ask where customs needs it. */
export const shipmentDefaultsSchema = z.object({
  consignmentType: z.enum(consignmentTypes),
  incoterms: z.enum(incoterms),
  stackable: z.boolean(),
  hasBatteries: z.boolean(),
  ownCustomsInvoice: z.boolean(),
  returnLabel: z.boolean(),
  deliveryInstructions: z.string(),
  /** Only for goods that leave the customs territory, as `exportDeclaration` is. */
  hsCode: z.string(),
  exportDeclaration: z.string(),
});
export type ShipmentDefaults = z.infer<typeof shipmentDefaultsSchema>;

/** A usual parcel: what counts where neither the order nor Setup says anything else. */
export const usualShipment: ShipmentDefaults = {
  consignmentType: 'Parcel',
  incoterms: 'DAP',
  stackable: false,
  hasBatteries: false,
  ownCustomsInvoice: false,
  returnLabel: false,
  deliveryInstructions: '',
  hsCode: '',
  exportDeclaration: '',
};

/**
 * Fills what an order does not say itself from the defaults of Setup. A fact that neither knows stays null and is asked.
 * The contents fall back to the order's own lines before the default: what is known is better than what is usual.
 */
export function withDefaults(
  order: Order,
  {
    boxes,
    defaults,
    shipmentDefaults,
  }: { readonly boxes: readonly Box[]; readonly defaults: ParcelDefaults; readonly shipmentDefaults: ShipmentDefaults },
  needsCustoms: boolean,
): Order {
  const may = (fact: DefaultedFact): boolean => !order.noDefaultFor.includes(fact);
  const box = boxes.find((candidate) => candidate.id === defaults.boxId);
  const total = totalOfLines(order);
  const contents = order.lines
    .map((line) => line.name)
    .join(', ')
    .slice(0, 100);
  const consignmentType = order.consignmentType ?? shipmentDefaults.consignmentType;
  const hsCode = needsHsCode({ consignmentType }, needsCustoms) && may('hs-code') ? shipmentDefaults.hsCode : '';
  const parcels = order.parcels.map((parcel) => ({
    ...(parcel.lengthCm === null && box && may('box') ? inBox(parcel, box) : parcel),
    weightGrams: parcel.weightGrams ?? (may('weight') ? usualWeight(parcel, defaults) : null),
    contents: parcel.contents || contents || (may('contents') ? defaults.contents : ''),
    value:
      parcel.value ??
      valueOfProducts(parcel.products) ??
      (order.parcels.length === 1 ? total : null) ??
      (may('value') ? defaults.value : null),
    hsCode: parcel.hsCode || (listsHsCodes(parcel) ? '' : hsCode),
  }));
  const { customsCosts } = order;
  return {
    ...order,
    parcels,
    consignmentType,
    incoterms: order.incoterms ?? shipmentDefaults.incoterms,
    stackable: order.stackable ?? shipmentDefaults.stackable,
    hasBatteries: order.hasBatteries ?? shipmentDefaults.hasBatteries,
    ownCustomsInvoice: order.ownCustomsInvoice ?? shipmentDefaults.ownCustomsInvoice,
    returnLabel: order.returnLabel ?? shipmentDefaults.returnLabel,
    deliveryInstructions: order.deliveryInstructions || shipmentDefaults.deliveryInstructions,
    customsCosts: {
      ...customsCosts,
      exportDeclaration: customsCosts.exportDeclaration || (needsCustoms ? shipmentDefaults.exportDeclaration : ''),
    },
  };
}

/** The default, unless what is inside weighs more. */
const usualWeight = ({ products }: Parcel, { weightGrams }: ParcelDefaults): number | null =>
  weightGrams !== null && weightGrams >= weightOfProducts(products) ? weightGrams : null;

/** The currency that the amounts of this order are in, as far as it says one; else the usual one. */
export function currencyOf({ parcels, lines, customsCosts }: Order, usual: string): string {
  const said = [
    ...parcels.flatMap(({ value, products }) => [value, ...products.map((product) => product.value)]),
    ...lines.map(({ price }) => price),
    customsCosts.transport,
    customsCosts.insurance,
    customsCosts.other,
  ];
  return said.find((money) => money !== null)?.currency ?? usual;
}

/** Goods that leave the customs territory are named by their HS code; papers are not goods. */
export const needsHsCode = ({ consignmentType }: Pick<Order, 'consignmentType'>, needsCustoms: boolean): boolean =>
  needsCustoms && consignmentType !== 'Document';

/** What one parcel is, as far as its HS code depends on it: the one thing that was ordered, else what is said to be inside. */
export function productOf({ lines, parcels }: Order, parcel: number): string {
  const [line] = lines;
  const name = lines.length === 1 && parcels.length === 1 ? line?.sku || line?.name : parcels[parcel]?.contents;
  return (name ?? '').trim().toLowerCase();
}

/** Goods that are said to be worth nothing: only a document may be. */
export const isWorthNothing = ({ consignmentType }: Order, { value }: Pick<Parcel, 'value'>): boolean =>
  value !== null && value.minor <= 0 && consignmentType !== 'Document';

/** The parcel put in this box: its size and name, weight untouched. */
export const inBox = (parcel: Parcel, box: Box): Parcel => ({
  ...parcel,
  boxName: box.name,
  lengthCm: box.lengthCm,
  widthCm: box.widthCm,
  heightCm: box.heightCm,
});

/** Lines added up, or null where a price is missing or currencies differ. */
export function totalOfLines(order: Order): Money | null {
  const [first] = order.lines;
  if (!first?.price) return null;
  const { currency } = first.price;
  let minor = 0;
  for (const line of order.lines) {
    if (line.price?.currency !== currency) return null;
    minor += line.price.minor * line.quantity;
  }
  return minor > 0 ? { minor, currency } : null;
}
