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
import { type OrderLine, orderLineSchema, withPieces } from './order-line.ts';
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

/** Facts of a parcel that can be taken from earlier parcels with the same items. */
export const learnedFacts = ['box', 'weight'] as const;
export type LearnedFact = (typeof learnedFacts)[number];

/** One parcel of an order; null is a missing fact. `weightGrams` is the whole parcel including its box. */
export const parcelSchema = z.object({
  boxName: z.string(),
  lengthCm: z.number().positive().nullable(),
  widthCm: z.number().positive().nullable(),
  heightCm: z.number().positive().nullable(),
  weightGrams: z.int().positive().nullable(),
  contents: z.string(),
  value: moneySchema.nullable(),
  hsCode: z.string(),
  /** The contents by product, for customs; empty if not needed. */
  products: z.array(productSchema).default([]),
  /** Facts that were taken from earlier parcels with the same items; absent if there are none. */
  learned: z.array(z.enum(learnedFacts)).optional(),
  /** The packer took the weight that was calculated from the items; absent for any other weight. */
  weightFrom: z.literal('items').optional(),
  /**
   * How many pieces of each line of the shipment are in this parcel, in the sequence of the lines. Only in a shipment that a packer put in
   * several boxes, and there in each of its parcels; absent if it is not known.
   */
  quantities: z.array(z.int().nonnegative()).optional(),
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

/** Why an order is shown but must not be shipped. The shop sets all but the last three. `forgotten`: its address was deleted. */
export const holds = [
  'cancelled',
  'refunded',
  'fulfilled',
  'unpaid',
  'on-hold',
  'nothing-to-ship',
  'row-unreadable',
  'two-addresses',
  'forgotten',
] as const;
export type Hold = (typeof holds)[number];

/** True for a hold that only the shop lifts. The others are settled by what a person enters. */
export const isHeldByShop = (hold: Hold | null): boolean =>
  hold !== null && hold !== 'row-unreadable' && hold !== 'two-addresses' && hold !== 'forgotten';

/**
 * A further order that travels in the shipment of another one. Its own lines are among the lines of that shipment: those of the first order
 * come first, then those of each joined order. `lines`: how many are its own.
 */
export const joinedOrderSchema = z.object({
  key: orderKeySchema,
  /** Number of the shipment among those of this order. */
  shipmentNo: z.int().positive(),
  reference: z.string(),
  lines: z.int().nonnegative(),
});
export type JoinedOrder = z.infer<typeof joinedOrderSchema>;

/** A shipment of some pieces of its order: its lines are the pieces it takes. Pieces are counted over all lines. */
export const partSchema = z.object({
  /** Number of the shipment among those of the order. */
  no: z.int().positive(),
  /** Pieces that earlier shipments took. */
  before: z.int().nonnegative(),
  /** Pieces left for a later shipment; 0 in the last one. */
  later: z.int().nonnegative(),
});
export type Part = z.infer<typeof partSchema>;

/**
 * A return label: a shipment of its own that brings goods of a shipped order back. The customer is its sender, and its recipient is the
 * address that shipped the order. It takes no lines.
 */
export const returnOfSchema = z.object({
  /** The order that was shipped. The return has a key of its own, so that it takes no shipment number of that order. */
  key: orderKeySchema,
  /** The customer, as the parcel was sent. */
  from: addressSchema,
  /** The account of the service that pays; empty for the one that Setup connects with. */
  account: z.string(),
  /** Box and weight of the shipment that comes back, to be offered; null if there is no such single parcel. */
  like: z.object({ boxName: z.string().nullable(), weightGrams: z.int().positive().nullable() }).nullable(),
});
export type ReturnOf = z.infer<typeof returnOfSchema>;

export const orderSchema = z.object({
  key: orderKeySchema,
  /** The file it came from, or how it was typed. */
  source: z.string(),
  reference: z.string(),
  /** Short name of the sender; absent if rules decide. */
  sender: z.string().min(1).optional(),
  recipient: addressSchema,
  lines: z.array(orderLineSchema),
  parcels: z.array(parcelSchema).min(1),
  noteForPacker: z.string(),
  /** The shop has refunded a part and does not specify which: the packer is asked which goods are still to be sent. */
  isPartlyRefunded: z.boolean().optional(),
  deliveryInstructions: z.string(),
  // Null is a missing fact: the default of Setup applies, also to orders stored before these facts existed.
  consignmentType: z.enum(consignmentTypes).nullable().default(null),
  /** Payer of the duties: DAP the recipient, DDP the sender. */
  incoterms: z.enum(incoterms).nullable().default(null),
  stackable: z.boolean().nullable().default(null),
  hasBatteries: z.boolean().nullable().default(null),
  /** The sender's own invoice is used, and uploaded after booking. */
  ownCustomsInvoice: z.boolean().nullable().default(null),
  /** A second label that returns the parcel to the sender. */
  returnLabel: z.boolean().nullable().default(null),
  /** The preferred collection day, `YYYY-MM-DD`, or empty. */
  preferredDate: z.string().default(''),
  thirdParties: z.array(thirdPartySchema).default([]),
  customsCosts: customsCostsSchema.default(noCustomsCosts),
  /** Facts that have a column in its file: if the cell is empty, the packer is asked and no default is used. */
  noDefaultFor: z.array(z.enum(defaultedFacts)).default([]),
  /** Kind of the recipient's address as a person confirmed it; null if not asked yet. */
  goesTo: z.enum(['door', 'po-box', 'parcel-machine']).nullable().default(null),
  /** Null if nothing prevents shipping. */
  hold: z.enum(holds).nullable().default(null),
  /** In one line, if two benches, or a person and a newer file, name different addresses; removed once a person has decided. */
  otherAddress: z.string().optional(),
  /** Id of the order at its shop, if that is not its number. */
  shopId: z.string().max(200).optional(),
  /** The shipping method that the customer chose, in the shop's words. */
  shippingMethod: z.string().max(200).optional(),
  /** From its file, if given there; a person's value is stored in the plan. */
  priority: prioritySchema.optional(),
  /** `YYYY-MM-DD`. */
  shipBy: z.string().optional(),
  /** Further orders in the same shipment; only in a shipment, never in a stored order. Absent if there are none. */
  joined: z.array(joinedOrderSchema).min(1).optional(),
  /** Only in a shipment, never in a stored order. Absent if one shipment takes everything. */
  part: partSchema.optional(),
  /** Only in the shipment of a return label, never in a stored order. */
  returnOf: returnOfSchema.optional(),
});
export type Order = z.infer<typeof orderSchema>;

/** An order with usual values only: the start of a new one. */
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

/** A row of a file, and the message about it. An unreadable row is kept until a person handles it. */
export const rowProblemSchema = z.object({
  file: z.string(),
  line: z.int().positive(),
  orderKey: z.string(),
  /** Empty text if it can no longer be decrypted. */
  reason: z.union([rowReasonSchema, z.string()]),
  row: z.string(),
});
export type RowProblem = z.infer<typeof rowProblemSchema>;

/** Setup's defaults for parcels. An empty text or null means: ask. */
export const parcelDefaultsSchema = z.object({
  boxId: z.string(),
  weightGrams: z.int().positive().nullable(),
  contents: z.string(),
  value: moneySchema.nullable(),
  /** Rules and batches take the box and the weight of earlier parcels with the same items, if these are certain. */
  takesLearned: z.boolean().optional(),
});
export type ParcelDefaults = z.infer<typeof parcelDefaultsSchema>;

/** Setup's defaults for shipments. An empty text means: leave it out, or ask if customs needs it. */
export const shipmentDefaultsSchema = z.object({
  consignmentType: z.enum(consignmentTypes),
  incoterms: z.enum(incoterms),
  stackable: z.boolean(),
  hasBatteries: z.boolean(),
  ownCustomsInvoice: z.boolean(),
  returnLabel: z.boolean(),
  deliveryInstructions: z.string(),
  /** Only for goods that leave the customs territory, like `exportDeclaration`. */
  hsCode: z.string(),
  exportDeclaration: z.string(),
});
export type ShipmentDefaults = z.infer<typeof shipmentDefaultsSchema>;

/** A usual parcel, used if neither the order nor Setup specifies anything else. */
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
 * Fills missing facts of an order from the defaults of Setup. A fact that neither has stays null and is asked. The contents come from the
 * order's own lines before the default, because known contents are better than usual ones.
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
  const consignmentType = order.consignmentType ?? shipmentDefaults.consignmentType;
  const hsCode = needsHsCode({ consignmentType }, needsCustoms) && may('hs-code') ? shipmentDefaults.hsCode : '';
  const parcels = order.parcels.map((parcel, at) => ({
    ...(parcel.lengthCm === null && box && may('box') ? inBox(parcel, box) : parcel),
    weightGrams: parcel.weightGrams ?? (may('weight') ? usualWeight(parcel, defaults) : null),
    contents: parcel.contents || factsOfItems(order, at).contents || (may('contents') ? defaults.contents : ''),
    value: parcel.value ?? factsOfItems(order, at).value ?? (may('value') ? defaults.value : null),
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
    // The default is meant for customers.
    deliveryInstructions: order.returnOf ? '' : order.deliveryInstructions || shipmentDefaults.deliveryInstructions,
    customsCosts: {
      ...customsCosts,
      exportDeclaration: customsCosts.exportDeclaration || (needsCustoms ? shipmentDefaults.exportDeclaration : ''),
    },
  };
}

/** Contents and value of one parcel by its items, used while the order names none. `at` counts from 0. */
export function factsOfItems(order: Pick<Order, 'lines' | 'parcels'>, at: number): Pick<Parcel, 'contents' | 'value'> {
  const lines = linesIn(order, at);
  return {
    contents: namesOf(lines ?? order.lines),
    value: valueOfProducts(order.parcels[at]?.products ?? []) ?? totalOfLines({ lines: lines ?? [] }),
  };
}

/** The lines of one parcel, each with the quantity that is in it. Undefined if they are not known. `parcel` counts from 0. */
export function linesIn({ lines, parcels }: Pick<Order, 'lines' | 'parcels'>, parcel: number): readonly OrderLine[] | undefined {
  const quantities = parcels[parcel]?.quantities;
  if (quantities) return withPieces(lines, quantities);
  return parcels.length === 1 ? lines : undefined;
}

/** True if it is known which items are in which of several parcels. */
export const isInBoxes = ({ parcels }: Pick<Order, 'parcels'>): boolean => parcels.some(({ quantities }) => quantities !== undefined);

/**
 * True for a shipment that a person composed: of several orders, of a part of one, of several boxes, or a return label. No order is stored
 * like that.
 */
export const isComposed = (order: Pick<Order, 'parcels' | 'joined' | 'part' | 'returnOf'>): boolean =>
  order.joined !== undefined || order.part !== undefined || order.returnOf !== undefined || isInBoxes(order);

/** The facts without a default in a parcel that holds only some items of the order: those of the whole order do not fit it. */
export function askedForSome({ parcels: [parcel], noDefaultFor }: Pick<Order, 'parcels' | 'noDefaultFor'>): DefaultedFact[] {
  const hadValue = Boolean(parcel?.value) || (parcel?.products.length ?? 0) > 0;
  return [...new Set([...noDefaultFor, 'box', 'weight', ...(hadValue ? (['value'] as const) : [])] as const)];
}

export const namesOf = (lines: readonly OrderLine[]): string =>
  lines
    .map((line) => line.name)
    .join(', ')
    .slice(0, 100);

/** The default, unless the contents weigh more. */
const usualWeight = ({ products }: Parcel, { weightGrams }: ParcelDefaults): number | null =>
  weightGrams !== null && weightGrams >= weightOfProducts(products) ? weightGrams : null;

/** The currency of the amounts of this order, if it has any; else the usual one. */
export function currencyOf({ parcels, lines, customsCosts }: Order, usual: string): string {
  const amounts = [
    ...parcels.flatMap(({ value, products }) => [value, ...products.map((product) => product.value)]),
    ...lines.map(({ price }) => price),
    customsCosts.transport,
    customsCosts.insurance,
    customsCosts.other,
  ];
  return amounts.find((amount) => amount !== null)?.currency ?? usual;
}

/** Goods that leave the customs territory need an HS code; documents do not. */
export const needsHsCode = ({ consignmentType }: Pick<Order, 'consignmentType'>, needsCustoms: boolean): boolean =>
  needsCustoms && consignmentType !== 'Document';

/** The product of a parcel, as far as its HS code depends on it: the only product ordered, else the parcel's contents. */
export function productOf({ lines, parcels }: Order, parcel: number): string {
  const [line] = lines;
  const name = lines.length === 1 && parcels.length === 1 ? line?.sku || line?.name : parcels[parcel]?.contents;
  return (name ?? '').trim().toLowerCase();
}

/** Goods with a value of zero: only a document may have that. */
export const isWorthNothing = ({ consignmentType }: Order, { value }: Pick<Parcel, 'value'>): boolean =>
  value !== null && value.minor <= 0 && consignmentType !== 'Document';

/** The parcel in this box: takes its size and name, not its weight. */
export const inBox = (parcel: Parcel, box: Box): Parcel => ({
  ...parcel,
  boxName: box.name,
  lengthCm: box.lengthCm,
  widthCm: box.widthCm,
  heightCm: box.heightCm,
});

/** The parcel with a weight that a person typed. Another weight is no longer one that was learned or calculated. */
export function withTypedWeight(parcel: Parcel, weightGrams: number | null): Parcel {
  if (weightGrams === parcel.weightGrams) return parcel;
  const { weightFrom: _calculated, learned: facts = [], ...others } = parcel;
  const learned = facts.filter((fact) => fact !== 'weight');
  return { ...others, weightGrams, ...(learned.length > 0 && { learned }) };
}

/** Sum of the lines, or null if a price is missing or currencies differ. */
export function totalOfLines({ lines }: { readonly lines: readonly OrderLine[] }): Money | null {
  const [first] = lines;
  if (!first?.price) return null;
  const { currency } = first.price;
  let minor = 0;
  for (const line of lines) {
    if (line.price?.currency !== currency) return null;
    minor += line.price.minor * line.quantity;
  }
  return minor > 0 ? { minor, currency } : null;
}
