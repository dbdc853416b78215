/** A day as the service, the printer and the shop know it. The station is not asked. */
export interface DayBooks {
  /** Every order that the shop has sent. */
  readonly ordered: readonly string[];
  /** Orders that the shop cancelled before they were bought. */
  readonly cancelledInTime: readonly string[];
  /** Bookings of the service: `reference` is the shop's number of the order, or those of all orders in the parcel. */
  readonly booked: readonly { readonly reference: string; readonly orderNo: string; readonly trackingNos: readonly string[] }[];
  /** Text of each sheet that came out of the printer. */
  readonly sheets: readonly string[];
  /** Parcels of each driver, by the service's numbers. */
  readonly collected: readonly (readonly string[])[];
  /** Reports that reached the shop, one list per way of reporting: order and tracking number, one entry per report. */
  readonly reports: readonly (readonly { readonly order: string; readonly trackingNo: string }[])[];
}

export interface DayTally {
  readonly line: string;
  /** A message for every order that something is wrong with. */
  readonly wrongs: readonly string[];
  readonly isGood: boolean;
}

const ordersIn = ({ reference }: DayBooks['booked'][number]): readonly string[] => reference.split(' + ');

/** Judges a day. Anything that does not add up is an error, even if nothing is doubled or lost. */
export function judgeDay({ ordered, cancelledInTime, booked, sheets, collected, reports }: DayBooks): DayTally {
  const [doubled, lost, wrongs]: [Set<string>, Set<string>, string[]] = [new Set(), new Set(), []];
  const isDoubled = (order: string, why: string): void => {
    doubled.add(order);
    wrongs.push(`${order}: ${why}`);
  };
  const isLost = (order: string, why: string): void => {
    lost.add(order);
    wrongs.push(`${order}: ${why}`);
  };
  const cancelled = new Set(cancelledInTime);
  const bookings = new Map<string, DayBooks['booked'][number][]>();
  for (const booking of booked) for (const order of ordersIn(booking)) bookings.set(order, [...(bookings.get(order) ?? []), booking]);
  for (const reference of bookings.keys()) {
    if (!ordered.includes(reference)) wrongs.push(`${reference}: booked, and nobody ordered it`);
    if (cancelled.has(reference)) wrongs.push(`${reference}: booked, and it was called off`);
  }
  let [printed, writtenBack] = [0, 0];
  for (const order of ordered) {
    const own = bookings.get(order) ?? [];
    const [first] = own;
    if (!first) {
      if (!cancelled.has(order)) isLost(order, 'never booked');
      if (reports.flat().some((each) => each.order === order))
        wrongs.push(`${order}: the shop was informed of a parcel that does not exist`);
      continue;
    }
    if (own.length > 1) isDoubled(order, `booked ${own.length} times`);
    const labels = first.trackingNos.map((number) => sheets.filter((sheet) => sheet.includes(number)).length);
    if (labels.some((count) => count === 0)) isLost(order, 'no label came out');
    else printed += 1;
    if (labels.some((count) => count > 1)) isDoubled(order, 'its label came out twice');
    const drivers = collected.filter((parcels) => parcels.includes(first.orderNo)).length;
    if (drivers === 0) isLost(order, 'no driver was ordered');
    if (drivers > 1) isDoubled(order, 'two drivers were ordered');
    const times = reports.map((way) => way.filter((each) => each.order === order));
    if (times.some((each) => each.length === 0)) isLost(order, 'the shop was not informed');
    else if (times.flat().some(({ trackingNo }) => !first.trackingNos.includes(trackingNo)))
      isLost(order, 'the shop was sent another number');
    else writtenBack += 1;
    if (times.some((each) => each.length > 1)) isDoubled(order, 'the shop was informed twice');
  }
  const stopped = ordered.filter((order) => !bookings.has(order)).length;
  if (stopped !== cancelled.size) wrongs.push(`${stopped} orders were not booked, and ${cancelled.size} called off`);
  const line =
    `orders=${ordered.length} booked=${booked.length} printed=${printed} stopped=${stopped} written_back=${writtenBack} ` +
    `joined=${booked.filter((booking) => ordersIn(booking).length > 1).length} doubled=${doubled.size} lost=${lost.size}`;
  return { line, wrongs, isGood: wrongs.length === 0 && ordered.length > 0 };
}
