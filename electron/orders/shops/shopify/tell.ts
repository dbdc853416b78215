import { z } from 'zod';
import type { ShopReply } from '../../../bench/ports/orders.ts';
import type { Tell } from '../connection.ts';
import { notTaken, numbersOf, type Report, reportSchema, unknownReply } from '../report.ts';
import type { Graph, GraphAnswer } from './graph.ts';
import { gidOf, isFailed, isHeld, isToShip, orderFields, type ShopifyOrder, type ShopifyPart, sizes, wholeOrders } from './orders.ts';

const fulfillmentSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  trackingInfo: z.array(z.looseObject({ number: z.string().nullable() })),
  fulfillmentLineItems: z.object({
    nodes: z.array(z.looseObject({ quantity: z.number().nullable(), lineItem: z.looseObject({ id: z.string() }) })),
  }),
});
type Fulfillment = z.infer<typeof fulfillmentSchema>;
const readSchema = z.object({ order: z.looseObject({ fulfillments: z.array(fulfillmentSchema) }).nullable() });
const userErrors = z.object({ userErrors: z.array(z.looseObject({ message: z.string() })) });

const readQuery = `query ToTell($id: ID!, $lines: Int!, $parts: Int!) {
  order(id: $id) {
    ${orderFields}
    fulfillments(first: 50) {
      id status trackingInfo(first: 50) { number }
      fulfillmentLineItems(first: 250) { nodes { quantity lineItem { id } } }
    }
  }
}`;
const createQuery = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
}`;
const updateQuery = `mutation Track($id: ID!, $info: FulfillmentTrackingInput!, $mails: Boolean!) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $info, notifyCustomer: $mails) {
    fulfillment { id } userErrors { field message }
  }
}`;
const cancelQuery = 'mutation Cancel($id: ID!) { fulfillmentCancel(id: $id) { fulfillment { id } userErrors { field message } } }';

/** Shopify accepts this many entries in one list. */
const mostInList = 250;

/**
 * Reports a shipment as a fulfilment of its items. The order is read first: pieces that are in a fulfilment with these numbers are reported
 * already, so that a report whose answer was lost is completed and not repeated.
 */
export function createTell(graph: Graph): Tell {
  return async ({ address, mailsCustomer }, { body }) => {
    const report = reportSchema.parse(JSON.parse(body));
    const read = await graph.ask(address, {
      name: 'to-tell',
      query: readQuery,
      variables: { id: gidOf(report.shop_order), ...sizes },
    });
    if (read.is !== 'answered') return replyTo(read, false);
    const found = readSchema.safeParse(read.json).data;
    if (!found) return unknownReply;
    if (!found.order) return { is: 'refused', why: { code: 'shop-order-gone', order: report.order } };
    const orders = await wholeOrders(graph, address, [found.order]);
    if (isFailed(orders)) return replyTo(orders, false);
    const [order] = orders;
    if (!order) return unknownReply;
    const changes = changesOf(order, found.order.fulfillments, report, mailsCustomer);
    if (changes.length === 0 && !isTold(found.order.fulfillments, report))
      return { is: 'refused', why: { code: 'shop-nothing-to-fulfil', order: report.order } };
    for (const { name, query, variables } of changes) {
      const written = await graph.ask(address, { name, query, variables });
      if (written.is !== 'answered') return replyTo(written, true);
      const errors = z.object({ [name]: userErrors }).safeParse(written.json).data?.[name]?.userErrors;
      if (!errors) return { ...unknownReply, mayBeTaken: true };
      const [first] = errors;
      if (first) return { is: 'refused', why: { code: 'shop-refuses', message: first.message } };
    }
    return { is: 'taken' };
  };
}

const replyTo = (answer: Exclude<GraphAnswer, { readonly is: 'answered' }>, isWrite: boolean): ShopReply =>
  answer.is === 'too-costly' ? { is: 'refused', why: answer.why } : notTaken(answer, isWrite);

interface Change {
  readonly name: 'fulfillmentCreate' | 'fulfillmentTrackingInfoUpdate' | 'fulfillmentCancel';
  readonly query: string;
  readonly variables: object;
}

/** Fulfilments that count: one that was cancelled, or that failed, has sent nothing. */
const standing = (fulfillments: readonly Fulfillment[]): readonly Fulfillment[] =>
  fulfillments.filter(({ status }) => !['CANCELLED', 'ERROR', 'FAILURE'].includes(status));

const hasAll = ({ trackingInfo }: Fulfillment, numbers: readonly string[]): boolean =>
  numbers.length > 0 && numbers.every((number) => trackingInfo.some((info) => info.number === number));

/** The steps that are still to be done for a report. */
function changesOf(order: ShopifyOrder, all: readonly Fulfillment[], report: Report, mails: boolean): readonly Change[] {
  const numbers = numbersOf(report);
  const told = standing(all).filter((each) => hasAll(each, numbers));
  if (report.event === 'cancelled')
    return told
      .filter(({ trackingInfo }) => trackingInfo.length === numbers.length)
      .map(({ id }) => ({ name: 'fulfillmentCancel', query: cancelQuery, variables: { id } }));
  const info = trackingOf(report);
  if (report.event === 'tracking') {
    const early = earlyOf(order, standing(all), report).filter((each) => !told.includes(each));
    if (early.length > 0)
      return early.map(({ id }) => ({ name: 'fulfillmentTrackingInfoUpdate', query: updateQuery, variables: { id, info, mails } }));
    if (told.length > 0) return [];
  }
  return shares(order, told, report).map((entries) => ({
    name: 'fulfillmentCreate',
    query: createQuery,
    variables: {
      fulfillment: { lineItemsByFulfillmentOrder: entries, notifyCustomer: mails, ...(numbers.length > 0 && { trackingInfo: info }) },
    },
  }));
}

/** The fulfilments that were made before the numbers were known: with the consignment number in their place, or without any. */
function earlyOf({ lineItems }: ShopifyOrder, all: readonly Fulfillment[], report: Report): readonly Fulfillment[] {
  const early = all.filter((each) => hasAll(each, [report.consignment_number].filter(Boolean)));
  if (early.length > 0) return early;
  const hasItem = ({ fulfillmentLineItems: { nodes } }: Fulfillment): boolean =>
    nodes.some(({ lineItem }) => {
      const line = lineItems.nodes.find(({ id }) => id === lineItem.id);
      return line && report.items.some((item) => likenesses.some((isSame) => isSame(item, line)));
    });
  return all.filter((each) => each.trackingInfo.length === 0 && hasItem(each));
}

/** True if the shop has everything of a report for which nothing is to be done. Else somebody there fulfilled or cancelled the items. */
const isTold = (all: readonly Fulfillment[], report: Report): boolean =>
  report.event === 'cancelled' || report.otherwise !== undefined || standing(all).some((each) => hasAll(each, numbersOf(report)));

function trackingOf(report: Report): object {
  const numbers = numbersOf(report);
  const urls = numbers.map((number) => report.links[number] ?? '');
  // Shopify pairs the two lists by their places, and knows the pages of many couriers itself.
  return { company: report.courier, numbers, ...(urls.every(Boolean) && { urls }) };
}

interface Entry {
  readonly fulfillmentOrderId: string;
  readonly fulfillmentOrderLineItems: readonly { readonly id: string; readonly quantity: number }[];
}

type Item = Report['items'][number];
type Line = ShopifyOrder['lineItems']['nodes'][number];

/** As the items of an order are compared everywhere: by SKU and name, then by SKU, then by name. */
const likenesses: readonly ((item: Item, line: Line) => boolean)[] = [
  (item, line) => item.sku === (line.sku ?? '').trim() && item.name === line.name.trim(),
  (item, line) => item.sku !== '' && item.sku === (line.sku ?? '').trim(),
  (item, line) => item.name === line.name.trim(),
];

/**
 * The pieces of a report that are not in a fulfilment yet, as requests: each takes parts of one place, because Shopify refuses others. Parts
 * that wait for nothing come before parts on hold, for which Shopify refuses with its reason.
 */
function shares(order: ShopifyOrder, told: readonly Fulfillment[], report: Report): readonly (readonly Entry[])[] {
  const lines = new Map(order.lineItems.nodes.map((line) => [line.id, line]));
  const parts = order.fulfillmentOrders.nodes.filter(isToShip).toSorted((one, other) => Number(isHeld(one)) - Number(isHeld(other)));
  const open = parts.flatMap((part) =>
    part.lineItems.nodes
      .filter(({ remainingQuantity }) => remainingQuantity > 0)
      .map(({ id, remainingQuantity, lineItem }) => ({ part, id, left: remainingQuantity, takes: 0, line: lines.get(lineItem.id) })),
  );
  if (report.items.length === 0) for (const each of open) [each.takes, each.left] = [each.left, 0];
  const needs = report.items.map((item) => ({ item, quantity: item.quantity }));
  const inTold = told.flatMap(({ fulfillmentLineItems: { nodes } }) =>
    nodes.map(({ quantity, lineItem }) => ({ left: quantity ?? 0, takes: 0, line: lines.get(lineItem.id) })),
  );
  for (const source of [inTold, open])
    for (const isSame of likenesses)
      for (const need of needs)
        for (const each of source) {
          if (!each.line || !isSame(need.item, each.line)) continue;
          const pieces = Math.min(need.quantity, each.left);
          need.quantity -= pieces;
          each.left -= pieces;
          each.takes += pieces;
        }
  const places = Map.groupBy(
    open.filter(({ takes }) => takes > 0),
    ({ part }) => placeOf(part),
  );
  return [...places.values()].flatMap((all) => [...inLists(all)]).map((some) => entriesOf(some));
}

const placeOf = ({ assignedLocation }: ShopifyPart): string => JSON.stringify(assignedLocation);

function* inLists<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let at = 0; at < all.length; at += mostInList) yield all.slice(at, at + mostInList);
}

const entriesOf = (taken: readonly { readonly part: ShopifyPart; readonly id: string; readonly takes: number }[]): readonly Entry[] =>
  [...Map.groupBy(taken, ({ part }) => part.id)].map(([fulfillmentOrderId, each]) => ({
    fulfillmentOrderId,
    fulfillmentOrderLineItems: each.map(({ id, takes }) => ({ id, quantity: takes })),
  }));
