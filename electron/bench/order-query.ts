import { daysAfter, localMoment, startOfDay } from '../../shared/local-moment.ts';
import { allOrders, type OrderFilter, type ShipByFilter, type TakenFilter } from '../../shared/order-list.ts';
import type { BenchContext } from './context.ts';
import type { OrderQuery } from './ports/journal/orders.ts';

const firstDay = '0000';
const lastDay = '9998';
const noDay = '9999';

/** Translates a filter into a query of the journal; days are those of the warehouse. */
export function orderQuery(
  context: Pick<BenchContext, 'now' | 'settings'>,
  { taken, shipBy, ...filter }: OrderFilter = allOrders,
): Omit<OrderQuery, 'search' | 'offset' | 'limit'> {
  const { timeZone } = context.settings();
  const today = localMoment(context.now(), timeZone).day;
  return {
    ...filter,
    taken: taken && takenBetween(taken, (days) => startOfDay(daysAfter(today, days), timeZone).toISOString()),
    due: shipBy && dueBetween(shipBy, (days) => daysAfter(today, days)),
  };
}

function takenBetween(taken: TakenFilter, startIn: (days: number) => string): NonNullable<OrderQuery['taken']> {
  switch (taken) {
    case 'today':
      return { from: startIn(0), until: startIn(1) };
    case 'week':
      return { from: startIn(-6), until: startIn(1) };
    case 'before':
      return { from: '', until: startIn(-6) };
  }
}

function dueBetween(shipBy: ShipByFilter, dayIn: (days: number) => string): NonNullable<OrderQuery['due']> {
  switch (shipBy) {
    case 'late':
      return { from: firstDay, to: dayIn(-1) };
    case 'today':
      return { from: firstDay, to: dayIn(0) };
    case 'week':
      return { from: firstDay, to: dayIn(6) };
    case 'some':
      return { from: firstDay, to: lastDay };
    case 'none':
      return { from: noDay, to: noDay };
  }
}
