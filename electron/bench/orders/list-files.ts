import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Booking } from '../../../shared/booking.ts';
import type { CallArgs } from '../../../shared/ipc.ts';
import { daysAfter, localMoment } from '../../../shared/local-moment.ts';
import { type ShipmentLayout, shipmentTable } from '../../../shared/shipment-table.ts';
import { kilogramDigits } from '../../../shared/units.ts';
import type { BenchContext } from '../context.ts';
import { type ListFile, listFile } from '../list-file.ts';
import { orderQuery } from '../order-query.ts';
import type { Journal } from '../ports/journal.ts';

type ListContext = Pick<BenchContext, 'journal' | 'now' | 'settings'>;

/** Rows read per turn; other work runs in between. */
const pageRows = 100;

/** Returns the shipments of today and of `daysBefore` earlier days, oldest first, as CSV in our layout or that of a shop's import. */
export async function shipmentFile(context: ListContext, layout: ShipmentLayout, daysBefore: number): Promise<ListFile> {
  const { timeZone } = context.settings();
  const dayOf = (moment: Date): string => localMoment(moment, timeZone).day;
  const first = daysAfter(dayOf(context.now()), -daysBefore);
  const found: Booking[] = [];
  for (let offset = 0; ; offset += pageRows) {
    const { rows } = context.journal.bookings({ search: '', offset, limit: pageRows, states: ['booked'] });
    found.push(...rows.filter(({ changedAt }) => dayOf(new Date(changedAt)) >= first));
    if (rows.length < pageRows) break;
    await nextTurn();
  }
  return listFile(`shipments-${layout}`, context.now(), shipmentTable(found.toReversed(), layout, timeZone));
}

const orderColumns =
  'order name company street house_number street_2 street_3 postal_code city province country phone email weight_kg contents reference note hold source shipped priority ship_by held shipped_otherwise'.split(
    ' ',
  );

/** Returns the orders that search and filter find, as CSV with our own columns. */
export async function orderFile(context: ListContext, { search, filter }: CallArgs<'exportOrders'>): Promise<ListFile> {
  const rows: string[][] = [];
  const query = orderQuery(context, filter);
  for (let offset = 0; ; offset += pageRows) {
    const page = context.journal.orders({ ...query, search, offset, limit: pageRows });
    rows.push(...page.rows.map(orderRow));
    if (page.rows.length < pageRows) break;
    await nextTurn();
  }
  return listFile('orders', context.now(), [orderColumns, ...rows]);
}

function orderRow({ order, booking, plan }: ReturnType<Journal['orders']>['rows'][number]): string[] {
  const { key, recipient: to, parcels, reference, noteForPacker, hold, source } = order;
  const grams = parcels.map(({ weightGrams }) => weightGrams);
  const weight = grams.every((each) => each !== null) ? kilogramDigits(grams.reduce((sum: number, each) => sum + (each ?? 0), 0)) : '';
  const address = [to.name, to.company, to.street, to.houseNumber, to.street2, to.street3, to.postalCode, to.city, to.province, to.country];
  const contents = parcels.map(({ contents: inside }) => inside).filter(Boolean);
  return [
    key,
    ...address,
    to.phone,
    to.email,
    weight,
    contents.join(', '),
    reference,
    noteForPacker,
    hold ?? '',
    source,
    booking?.state === 'booked' ? 'yes' : 'no',
    plan.priority,
    plan.shipBy,
    plan.held && !plan.held.otherwise ? [plan.held.by, plan.held.why].filter(Boolean).join(': ') || 'yes' : '',
    plan.held?.otherwise ? [plan.held.at, plan.held.by, plan.held.otherwise, plan.held.why].filter(Boolean).join(', ') : '',
  ];
}
