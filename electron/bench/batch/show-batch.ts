import type { Address } from '../../../shared/address.ts';
import {
  type BatchLine,
  type BatchView,
  costOfLines,
  isAddressShared,
  isBought,
  isOver,
  type LineState,
  lineStates,
  priceOfExtra,
  questionsOnce,
  type SharedAddress,
  type StoppedLine,
  totals,
  wayOn,
} from '../../../shared/batch.ts';
import { pricedExtras } from '../../../shared/booking.ts';
import { monthIn } from '../../../shared/month.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { piecesOf } from '../../../shared/order-line.ts';
import { sameAddress } from '../../../shared/same-address.ts';
import type { BenchContext } from '../context.ts';
import { lineShipment } from './line-shipment.ts';
import type { OpenBatch, Paused } from './open-batch.ts';
import { mayTakeApart } from './shared-address.ts';

type ShownContext = Pick<BenchContext, 'fail' | 'journal' | 'now' | 'settings' | 'world'>;

/** Maximum number of stopped orders in the view. */
const mostStopped = 100;
/** Maximum number of groups in the view. */
const mostGroups = 20;
/** Maximum number of orders named in one sentence. */
const mostNamed = 3;

export interface Beside {
  readonly waitsFor: OrderKey | null;
  readonly msLeft: number | null;
  readonly withoutPrinter: number;
  readonly why: Paused;
}

export function showBatch(context: ShownContext, batch: OpenBatch, { waitsFor, msLeft, withoutPrinter, why }: Beside): BatchView | null {
  const { journal } = context;
  const state = batch.state();
  if (state === 'closed') return null;
  const planLeft = planLeftOf(context);
  const lines = batch.lines().map(({ line }) => line);
  const counts = Object.fromEntries(lineStates.map((each) => [each, 0])) as Record<LineState, number>;
  for (const line of lines) counts[line.state] += 1;
  const recipientOf = ({ orderKey }: BatchLine): { name: string; city: string } => {
    const recipient = journal.order(orderKey)?.recipient;
    return { name: recipient?.name || recipient?.company || '', city: recipient?.city ?? '' };
  };
  const priced = lines.filter((line) => line.service && (isBought(line) || !isOver(line)));
  const stopped = lines.filter((line) => line.state === 'stopped');
  const printing = lines.find((line) => line.state === 'queued');
  const countedMore = lines.filter((line) => line.countedMore);
  const toBuy = lines.filter((line) => line.state === (state === 'ready' ? 'quoted' : 'agreed'));
  return {
    state,
    ...why,
    isStopped: batch.isStopped(),
    withoutPrinter,
    waitsFor,
    total: lines.length,
    counts,
    questions: questionsOnce(
      lines.flatMap(({ state: at, orderKey, joined, questions }) => {
        const shipment = at === 'asked' ? lineShipment(context, { orderKey, joined }) : undefined;
        const order = shipment?.ok ? shipment.value : undefined;
        return order ? [{ order, questions }] : [];
      }),
    ),
    services: servicesOf(priced),
    extras: extrasOf(priced),
    quoted: costOfLines(priced),
    bought: costOfLines(lines.filter(isBought)),
    toBuy: costOfLines(toBuy),
    overPlan: planLeft === null ? 0 : Math.max(0, toBuy.length - planLeft),
    stopped: stopped.slice(0, mostStopped).map((line): StoppedLine => {
      const failure = line.failure ?? { code: 'bug', ref: '', detail: '' };
      const { orderKey, bookingId, joined } = line;
      return { orderKey, ...(joined && { joined }), ...recipientOf(line), bookingId, failure, wayOn: wayOn(failure) };
    }),
    moreStopped: Math.max(0, stopped.length - mostStopped),
    countedMore: { orders: countedMore.length, first: countedMore.slice(0, mostNamed).map(({ orderKey }) => orderKey) },
    printing: printing
      ? {
          orderKey: printing.orderKey,
          ...recipientOf(printing),
          service: `${printing.service?.courierName} ${printing.service?.serviceName}`,
        }
      : null,
    addressShared: stopped.filter(isAddressShared).length,
    sharedAddresses: batch.isStopped() ? [] : sharedAddresses(context, batch),
    msLeft,
  };
}

/** The first groups of orders to one address that a person may join, keep apart or take apart again. */
function sharedAddresses(context: ShownContext, batch: OpenBatch): SharedAddress[] {
  const { journal } = context;
  const groups: SharedAddress[] = [];
  const shown = new Set<OrderKey>();
  for (const { line } of batch.lines()) {
    if (groups.length === mostGroups) break;
    const joined = joinedState(context, line);
    const others = joined ? line.joined : isAddressShared(line) ? line.sameAddress : undefined;
    const lead = others && !shown.has(line.orderKey) ? journal.order(line.orderKey) : undefined;
    if (!others || !lead) continue;
    const orders = [line.orderKey, ...others].flatMap((orderKey): SharedAddress['orders'] => {
      const order = journal.order(orderKey);
      if (!order) return [];
      const { recipient, lines } = order;
      return [
        {
          orderKey,
          name: recipient.name || recipient.company,
          address: oneLine(recipient),
          pieces: piecesOf(lines),
          isInBatch: batch.ofKey(orderKey) !== undefined,
          match: orderKey === line.orderKey ? null : (sameAddress(lead.recipient, recipient) ?? null),
        },
      ];
    });
    if (orders.length < 2) continue;
    for (const { orderKey } of orders) shown.add(orderKey);
    groups.push({ orders, joined });
  }
  return groups;
}

function joinedState(context: ShownContext, line: BatchLine): SharedAddress['joined'] {
  const { state } = line;
  if (!mayTakeApart(context, line)) return null;
  return state === 'to-quote' || state === 'asked' || state === 'quoted' ? state : 'stopped';
}

const oneLine = ({ street, houseNumber, street2, street3, postalCode, city }: Address): string =>
  [`${street} ${houseNumber}`, street2, street3, `${postalCode} ${city}`]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');

/** Number of shipments left in this month's plan; null if there is none. */
function planLeftOf(context: ShownContext): number | null {
  const { monthLimit, timeZone } = context.settings();
  if (context.world !== 'live' || monthLimit === null) return null;
  const month = monthIn(context.now(), timeZone);
  return Math.max(0, monthLimit - context.journal.bookedBetween(month.from, month.until));
}

function servicesOf(lines: readonly BatchLine[]): BatchView['services'] {
  const by = new Map<string, BatchLine[]>();
  for (const line of lines) {
    const mark = JSON.stringify([line.service?.courierName, line.service?.serviceName]);
    const same = by.get(mark);
    if (same) same.push(line);
    else by.set(mark, [line]);
  }
  return [...by.values()]
    .map((same) => ({
      courier: same[0]?.service?.courierName ?? '',
      service: same[0]?.service?.serviceName ?? '',
      orders: same.length,
      cost: costOfLines(same).shipping,
    }))
    .sort((one, other) => other.orders - one.orders);
}

function extrasOf(lines: readonly BatchLine[]): BatchView['extras'] {
  return pricedExtras.flatMap((extra) => {
    const prices = lines.flatMap((line) => priceOfExtra(line, extra));
    return prices.length > 0 ? [{ extra, orders: prices.length, cost: totals(prices) }] : [];
  });
}
