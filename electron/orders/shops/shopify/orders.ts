import { z } from 'zod';
import { kilogramsOf } from '../../../../shared/mapping.ts';
import { minorDigits } from '../../../../shared/units.ts';
import type { How } from '../shop-client.ts';
import type { Graph, GraphAnswer } from './graph.ts';

const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node), pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) });

const text = z.string().nullable().catch(null);

const lineSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  sku: text,
  quantity: z.number(),
  /** Pieces without those that were refunded or removed. */
  currentQuantity: z.number(),
  requiresShipping: z.boolean(),
  isGiftCard: z.boolean(),
  image: z.looseObject({ url: z.string() }).nullable().catch(null),
  customAttributes: z.array(z.looseObject({ key: z.string(), value: text })).catch([]),
  discountedUnitPriceAfterAllDiscountsSet: z.looseObject({ shopMoney: z.looseObject({ amount: z.string() }) }),
  /** Null if the product was deleted. */
  variant: z
    .looseObject({
      barcode: text,
      inventoryItem: z.looseObject({ harmonizedSystemCode: text, countryCodeOfOrigin: text }).nullable().catch(null),
    })
    .nullable()
    .catch(null),
});

const partLineSchema = z.looseObject({
  id: z.string(),
  remainingQuantity: z.number(),
  lineItem: z.looseObject({ id: z.string() }),
  weight: z.looseObject({ unit: z.string(), value: z.number() }).nullable().catch(null),
});

const partSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  deliveryMethod: z.looseObject({ methodType: z.string() }).nullable(),
  assignedLocation: z.looseObject({}),
  lineItems: pageOf(partLineSchema),
});
/** A fulfilment order: the items of an order that leave from one place in one way. */
export type ShopifyPart = z.infer<typeof partSchema>;

const addressFields = [
  'name',
  'company',
  'address1',
  'address2',
  'zip',
  'city',
  'provinceCode',
  'province',
  'countryCodeV2',
  'phone',
] as const;

const orderSchema = z.looseObject({
  id: z.string(),
  legacyResourceId: z.coerce.string(),
  name: z.string(),
  updatedAt: z.string(),
  email: text,
  phone: text,
  note: text,
  cancelledAt: text,
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  currencyCode: z.string(),
  shippingAddress: z.partialRecord(z.enum(addressFields), text).nullable(),
  shippingLine: z.looseObject({ title: z.string() }).nullable().catch(null),
  lineItems: pageOf(lineSchema),
  fulfillmentOrders: pageOf(partSchema),
});
export type ShopifyOrder = z.infer<typeof orderSchema>;

const lineFields = `id name sku quantity currentQuantity requiresShipping isGiftCard image { url } customAttributes { key value }
  discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } }
  variant { barcode inventoryItem { harmonizedSystemCode countryCodeOfOrigin } }`;
const partLineFields = 'id remainingQuantity lineItem { id } weight { unit value }';
const pageFields = 'pageInfo { hasNextPage endCursor }';
const partFields = `id status deliveryMethod { methodType } assignedLocation { name address1 zip city countryCode }
  lineItems(first: $lines) { nodes { ${partLineFields} } ${pageFields} }`;

/** The facts of an order that are read, for a query with the variables `$lines` and `$parts`. */
export const orderFields = `id legacyResourceId name updatedAt email phone note cancelledAt displayFinancialStatus displayFulfillmentStatus
  currencyCode shippingAddress { ${addressFields.join(' ')} } shippingLine { title }
  lineItems(first: $lines) { nodes { ${lineFields} } ${pageFields} }
  fulfillmentOrders(first: $parts) { nodes { ${partFields} } ${pageFields} }`;

/** Sizes of the lists within an order. Longer lists are read on. */
export const sizes = { lines: 40, parts: 8 } as const;
const readOnBy = 100;

export const gidOf = (id: string): string => `gid://shopify/Order/${id}`;

const activeStates = new Set(['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD']);
/** Ways in which a courier brings the goods. A collection, a delivery by the shop itself and a sale in the shop need no label. */
const couriersWays = new Set(['SHIPPING', 'PICKUP_POINT']);

/** True for a part that is not closed and leaves with a courier. */
export const isToShip = ({ status, deliveryMethod }: ShopifyPart): boolean =>
  activeStates.has(status) && (deliveryMethod === null || couriersWays.has(deliveryMethod.methodType));
export const isHeld = ({ status }: ShopifyPart): boolean => status === 'SCHEDULED' || status === 'ON_HOLD';

/** True for an order of which something is not sent yet. One that is unpaid or on hold counts: it waits at the bench. */
export const isOpen = ({ cancelledAt, fulfillmentOrders }: ShopifyOrder): boolean =>
  cancelledAt === null &&
  fulfillmentOrders.nodes.some(
    ({ status, lineItems }) => activeStates.has(status) && lineItems.nodes.some(({ remainingQuantity }) => remainingQuantity > 0),
  );

type Failed = Exclude<GraphAnswer, { readonly is: 'answered' }>;
export const isFailed = (given: object): given is Failed => 'is' in given;

const unknown: Failed = { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' }, mayBeTaken: false };

/** Reads the orders of an answer, and the rest of their lists. `orders`: the nodes as they came. */
export async function wholeOrders(graph: Graph, address: string, orders: unknown, how?: How): Promise<readonly ShopifyOrder[] | Failed> {
  const read = z.array(orderSchema).safeParse(orders).data;
  if (!read) return unknown;
  const whole: ShopifyOrder[] = [];
  for (const order of read) {
    const lineItems = await readOn(order.lineItems, lineSchema, 'lineItems', lineFields, order.id, 'order');
    if (isFailed(lineItems)) return lineItems;
    const parts = await readOn(order.fulfillmentOrders, partSchema, 'fulfillmentOrders', partFields, order.id, 'order');
    if (isFailed(parts)) return parts;
    const nodes: ShopifyPart[] = [];
    for (const part of parts.nodes) {
      const lines = await readOn(part.lineItems, partLineSchema, 'lineItems', partLineFields, part.id, 'fulfillmentOrder');
      if (isFailed(lines)) return lines;
      nodes.push({ ...part, lineItems: lines });
    }
    whole.push({ ...order, lineItems, fulfillmentOrders: { ...parts, nodes } });
  }
  return whole;

  async function readOn<Node extends z.ZodType>(
    begun: z.infer<ReturnType<typeof pageOf<Node>>>,
    node: Node,
    list: string,
    fields: string,
    id: string,
    of: 'order' | 'fulfillmentOrder',
  ): Promise<z.infer<ReturnType<typeof pageOf<Node>>> | Failed> {
    let { nodes, pageInfo } = begun;
    const isOfParts = fields === partFields;
    while (pageInfo.hasNextPage) {
      const query = `query ReadOn($id: ID!, $after: String!, $first: Int!${isOfParts ? ', $lines: Int!' : ''}) {
        ${of}(id: $id) { ${list}(first: $first, after: $after) { nodes { ${fields} } ${pageFields} } }
      }`;
      const variables = {
        id,
        after: pageInfo.endCursor,
        first: isOfParts ? sizes.parts : readOnBy,
        ...(isOfParts && { lines: sizes.lines }),
      };
      const answer = await graph.ask(address, { name: `read-on-${of}-${list}`, query, variables }, how);
      if (answer.is !== 'answered') return answer;
      const next = z.object({ [of]: z.object({ [list]: pageOf(node) }) }).safeParse(answer.json).data?.[of]?.[list];
      if (!next) return unknown;
      nodes = [...nodes, ...next.nodes];
      ({ pageInfo } = next);
    }
    return { nodes, pageInfo } as z.infer<ReturnType<typeof pageOf<Node>>>;
  }
}

const units: Readonly<Record<string, string>> = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' };

/** The orders as a file in the JSON of Shopify's REST API, with facts of the connection under `packbench`: read by `shopify-entries.ts`. */
export const asFile = (orders: readonly ShopifyOrder[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ orders: orders.map(asRest) }));

function asRest(order: ShopifyOrder): object {
  const { shippingAddress: to, fulfillmentOrders, lineItems, currencyCode: currency } = order;
  const parts = fulfillmentOrders.nodes;
  const ships = parts.filter(isToShip);
  // One held part holds the whole order: a person decides if the rest is sent alone.
  const isOnHold = ships.some((part) => isHeld(part) && part.lineItems.nodes.some(({ remainingQuantity }) => remainingQuantity > 0));
  const isByItem = lineItems.nodes.some(({ quantity, currentQuantity }) => currentQuantity < quantity);
  return {
    id: order.legacyResourceId,
    name: order.name,
    email: order.email ?? '',
    phone: order.phone ?? '',
    note: noteOf(order),
    currency,
    cancelled_at: order.cancelledAt,
    financial_status: (order.displayFinancialStatus ?? '').toLowerCase(),
    fulfillment_status: isOnHold ? 'on_hold' : order.displayFulfillmentStatus.toLowerCase(),
    shipping_address: to && {
      name: to.name,
      company: to.company,
      address1: to.address1,
      address2: to.address2,
      zip: to.zip,
      city: to.city,
      province: to.province,
      province_code: to.provinceCode,
      country_code: to.countryCodeV2,
      phone: to.phone,
    },
    shipping_lines: order.shippingLine ? [{ title: order.shippingLine.title }] : [],
    packbench: {
      refunds: isByItem ? 'by-item' : '',
      collected: ships.length === 0 && parts.some(({ deliveryMethod }) => deliveryMethod?.methodType === 'PICK_UP'),
    },
    line_items: lineItems.nodes.map((line) => lineAsRest(line, parts, currency)),
  };
}

function lineAsRest(line: ShopifyOrder['lineItems']['nodes'][number], parts: readonly ShopifyPart[], currency: string): object {
  const inParts = (is: (part: ShopifyPart) => boolean) =>
    parts.filter(is).flatMap(({ lineItems }) => lineItems.nodes.filter(({ lineItem }) => lineItem.id === line.id));
  const piecesIn = (is: (part: ShopifyPart) => boolean): number =>
    inParts(is).reduce((sum, { remainingQuantity }) => sum + remainingQuantity, 0);
  const open = piecesIn(isToShip);
  const otherwise = piecesIn((part) => activeStates.has(part.status) && !isToShip(part));
  const weight = inParts(() => true).find((each) => each.weight !== null)?.weight;
  const price = Number(line.discountedUnitPriceAfterAllDiscountsSet.shopMoney.amount);
  return {
    id: line.id,
    name: line.name,
    sku: line.sku ?? '',
    quantity: otherwise || line.currentQuantity || line.quantity,
    current_quantity: line.currentQuantity,
    fulfillable_quantity: open,
    // Pieces that are in no part of this shop's own places are sent, or somebody else sends them.
    fulfillment_status: open + otherwise === 0 && line.currentQuantity > 0 ? 'fulfilled' : null,
    requires_shipping: line.requiresShipping && otherwise === 0,
    gift_card: line.isGiftCard,
    price: Number.isNaN(price) ? '' : price.toFixed(minorDigits(currency)),
    packbench: {
      weight_kg: weight ? kilogramsOf(String(weight.value), units[weight.unit] ?? '') : '',
      barcode: line.variant?.barcode ?? '',
      hs_code: line.variant?.inventoryItem?.harmonizedSystemCode ?? '',
      origin: line.variant?.inventoryItem?.countryCodeOfOrigin ?? '',
      picture: line.image?.url ?? '',
    },
  };
}

/** The note of the customer, and what the customer entered for an item, such as an engraving. A name with `_` is the shop's own. */
function noteOf({ note, lineItems }: ShopifyOrder): string {
  const ofItems = lineItems.nodes.flatMap(({ name, customAttributes }) =>
    customAttributes.flatMap(({ key, value }) => (key.startsWith('_') || !value ? [] : [`${name}: ${key}: ${value}`])),
  );
  return [note ?? '', ...ofItems].filter(Boolean).join('\n');
}
