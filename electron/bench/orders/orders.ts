import { type Address, leavesCustomsTerritory } from '../../../shared/address.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import { reservedPrefixOf } from '../../../shared/command-keys.ts';
import type { Answer, CallArgs, CallReply } from '../../../shared/ipc.ts';
import { isHeldByShop, type Order, withDefaults } from '../../../shared/order.ts';
import { piecesOf } from '../../../shared/order-line.ts';
import { oversized } from '../../../shared/oversized.ts';
import { piecesOfOrder } from '../../../shared/parts.ts';
import { questionsOf } from '../../../shared/question.ts';
import { ok } from '../../../shared/result.ts';
import { slotOf } from '../../../shared/scan.ts';
import { usualSender } from '../../../shared/sender.ts';
import { rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { orderQuery } from '../order-query.ts';
import { elsewhereOf, meantNow, readinessOf } from '../readiness.ts';
import { oneToSameAddress } from '../same-address.ts';
import { codeInOrder } from '../typed-code.ts';

type OrdersContext = Pick<
  BenchContext,
  'allPrinters' | 'bug' | 'courier' | 'fail' | 'journal' | 'keyAccount' | 'ledger' | 'now' | 'printers' | 'settings'
>;

/** Orders of this bench, with their sources, problems and open questions. */
export interface Orders {
  list(page: CallArgs<'orders'>): CallReply<'orders'>;
  by(): CallReply<'ordersBy'>;
  order(key: string): Answer<'order'>;
  /** Refuses a text that is also a known code, unless the packer confirmed it. */
  save(order: Order, confirmed?: readonly string[]): Answer<'saveOrder'>;
  /** Checks an order as it would be sent now; stores nothing. */
  check(order: Order): Answer<'checkOrder'>;
  /** Returns a sender in the characters that the service accepts, and its problems; stores nothing. */
  checkSender(sender: Address): Answer<'checkSender'>;
  dismissRow(id: string): Answer<'dismissRow'>;
}

/** Files come every day for years: older ones are found by date. */
const mostSources = 100;

export function createOrders(context: OrdersContext): Orders {
  const { journal, courier, fail, ledger } = context;
  return {
    list({ filter, ...page }) {
      const settings = context.settings();
      const rules = rulesInForce(settings);
      const { total, rows } = journal.orders({ ...page, ...orderQuery(context, filter) });
      const receivedFrom = ledger.isShared ? journal.ordersReceivedFrom(rows.map(({ order }) => slotOf(order.key))) : undefined;
      return {
        total,
        timeZone: settings.timeZone,
        rows: rows.map(({ order, booking, plan }) => {
          const meant = meantNow(context, order, rules);
          const isHere = booking !== null && isSettledOrOpen(booking);
          const elsewhere = ledger.isShared ? elsewhereOf(context, order.key, booking ?? undefined)?.booking : undefined;
          const latest = elsewhere ?? booking;
          const inParts = latest ? inPartsOf(latest) : undefined;
          const isToShip = !isHere && !elsewhere && order.hold === null && plan.held === null;
          const other = isToShip ? oneToSameAddress(context, order) : undefined;
          return {
            order,
            booking: latest,
            receivedFrom: receivedFrom?.get(slotOf(order.key)) ?? null,
            plan,
            ...(plan.held?.otherwise && { mayShopKnow: journal.mayKnowOtherwise(order.key) ?? null }),
            questions: questionsOf(meant.order, meant.needsCustoms),
            ...(other !== undefined && { sameAddress: other }),
            ...(inParts && { inParts }),
          };
        }),
      };
    },

    by() {
      const { sources, countries } = journal.ordersBy();
      return { sources: sources.slice(0, mostSources), countries: [...countries] };
    },

    order(key) {
      const order = journal.order(key as Order['key']);
      return order ? ok(order) : fail('order-not-found', key);
    },

    save(order, confirmed) {
      if (reservedPrefixOf(order.key) !== undefined) return fail('order-key-reserved', order.key);
      const excess = oversized(order);
      if (excess !== undefined) return fail('text-too-long', [excess]);
      const others = journal.ordersAt(slotOf(order.key));
      const [other] = others;
      if (other && !others.some(({ key }) => key === order.key)) return fail('order-key-taken', other.key);
      const before = journal.order(order.key);
      const code = codeInOrder(context, before, order, confirmed);
      if (code) return fail('text-is-code', [code]);
      journal.saveOrder(before && isHeldByShop(before.hold) ? { ...order, hold: before.hold } : order);
      return ok({});
    },

    check(order) {
      const excess = oversized(order);
      if (excess !== undefined) return fail('text-too-long', [excess]);
      const settings = context.settings();
      const { readiness, meant } = readinessOf(context, order, rulesInForce(settings));
      const usual = usualSender(settings);
      if (!usual) return fail('no-sender');
      const sender = meant.sender.is === 'sender' ? meant.sender.sender.address : usual;
      const shipment = { sender, order: withDefaults(meant.written, settings, leavesCustomsTerritory(sender, order.recipient)) };
      // The screen shows problems of fields beside the fields.
      const stops = readiness.is === 'stop' && readiness.code !== 'shipped' && readiness.problems.length === 0 ? readiness : null;
      return ok({
        problems: [...courier.problems(shipment)],
        respellings: [...courier.respellings(shipment)],
        stops: stops && { code: stops.code, reasons: [...stops.reasons] },
      });
    },

    checkSender(sender) {
      const excess = oversized(sender);
      if (excess !== undefined) return fail('text-too-long', [excess]);
      return ok({ asSent: courier.inAscii(sender).address, problems: [...courier.senderProblems(sender)] });
    },

    dismissRow(id) {
      journal.dismissRow(id);
      return ok({});
    },
  };
}

/** The pieces that are shipped with this part and those before it. */
function inPartsOf({ state, order }: Booking): { readonly shipped: number; readonly of: number } | undefined {
  if (state !== 'booked' || !order.part) return undefined;
  return { shipped: order.part.before + piecesOf(order.lines), of: piecesOfOrder(order) };
}
