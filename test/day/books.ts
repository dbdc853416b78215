/** A day as the service, the printer and the shop know it. The station is not asked. */
export interface DayBooks {
  /** Every order that the shop has sent. */
  readonly ordered: readonly string[];
  /** Orders that the shop cancelled before they were bought. */
  readonly cancelledInTime: readonly string[];
  /** Bookings of the service: `reference` is the shop's number of the order, or those of all orders in the parcel. */
  readonly booked: readonly {
    readonly reference: string;
    readonly orderNo: string;
    readonly trackingNos: readonly string[];
    readonly weightKg: number;
  }[];
  /** Text of each sheet that came out of the printer. */
  readonly sheets: readonly string[];
  /** Parcels of each driver, by the service's numbers. */
  readonly collected: readonly (readonly string[])[];
  /** Reports that reached the shop, one list per way of reporting: order and tracking number, one entry per label. */
  readonly reports: readonly (readonly { readonly order: string; readonly trackingNo: string }[])[];
  /** Lines of every order that the shop has sent. */
  readonly lines: readonly DayLine[];
  /** Lines in the reports that reached the shop: of every shipment its part of an order. */
  readonly linesReported: readonly DayLine[];
  /** Orders that left in two parts. */
  readonly inParts: readonly string[];
  /** Orders that were packed in two boxes. */
  readonly inBoxes: readonly string[];
  /** Orders whose items were scanned off, and whether the service had a booking of it before the last item was scanned. */
  readonly scannedOff: readonly { readonly order: string; readonly isBookedBefore: boolean }[];
  /** True weights in kilograms of orders whose file lacks it, and whether the packer weighed it. */
  readonly weights: readonly { readonly order: string; readonly kg: number; readonly isWeighed: boolean }[];
  /** Orders that were reported to the shop with a learned weight. */
  readonly learned: readonly string[];
}

interface DayLine {
  readonly order: string;
  readonly sku: string;
  readonly quantity: number;
}

export interface DayTally {
  readonly line: string;
  /** A message for every order that something is wrong with. */
  readonly wrongs: readonly string[];
  readonly isGood: boolean;
}

const ordersIn = ({ reference }: DayBooks['booked'][number]): readonly string[] => reference.split(' + ');

interface LinesTally {
  readonly complete: number;
  readonly twice: number;
  readonly lost: number;
  readonly wrongs: readonly string[];
}

/** Compares the lines of all orders that had to be shipped with those that the shop was informed of, piece by piece. */
function judgeLines({ cancelledInTime, lines, linesReported }: Pick<DayBooks, 'cancelledInTime' | 'lines' | 'linesReported'>): LinesTally {
  const nameOf = ({ order, sku }: DayLine): string => `${order}, ${sku}`;
  const sums = (all: readonly DayLine[]): Map<string, number> => {
    const pieces = new Map<string, number>();
    for (const line of all) pieces.set(nameOf(line), (pieces.get(nameOf(line)) ?? 0) + line.quantity);
    return pieces;
  };
  const [ordered, reported] = [sums(lines.filter(({ order }) => !cancelledInTime.includes(order))), sums(linesReported)];
  const off = [...new Set([...ordered.keys(), ...reported.keys()])].map(
    (line) => [line, ordered.get(line) ?? 0, reported.get(line) ?? 0] as const,
  );
  const [twice, lost] = [off.filter(([, due, sent]) => sent > due), off.filter(([, due, sent]) => sent < due)];
  return {
    complete: off.length - twice.length - lost.length,
    twice: twice.length,
    lost: lost.length,
    wrongs: [...twice, ...lost].map(([line, due, sent]) => `${line}: ${due} ordered, ${sent} reported to the shop`),
  };
}

/** Counts the orders that were not booked before their last item was scanned off. */
function judgeChecked({ scannedOff, booked }: Pick<DayBooks, 'scannedOff' | 'booked'>): {
  readonly count: number;
  readonly wrongs: string[];
} {
  const wrongs = scannedOff.filter(({ isBookedBefore }) => isBookedBefore).map(({ order }) => `${order}: booked before its last item`);
  const count = scannedOff.filter(
    (each) => !each.isBookedBefore && booked.some((booking) => ordersIn(booking).includes(each.order)),
  ).length;
  return { count, wrongs };
}

/** Counts the orders that were shipped with a learned weight, which has to be their true one. */
function judgeWeights({ weights, learned, booked, inParts }: Pick<DayBooks, 'weights' | 'learned' | 'booked' | 'inParts'>): {
  readonly count: number;
  readonly wrongs: string[];
} {
  const wrongs = weights.flatMap(({ order, kg, isWeighed }) => {
    const sent = booked.find((booking) => ordersIn(booking).includes(order))?.weightKg;
    return [
      ...(sent === undefined || sent === kg ? [] : [`${order}: weighs ${kg} kg and was booked with ${sent} kg`]),
      ...(isWeighed === learned.includes(order)
        ? [`${order}: ${isWeighed ? 'weighed, and' : 'not weighed, and not'} reported as learned`]
        : []),
    ];
  });
  // A part may weigh as much as an earlier parcel with the same pieces.
  const known = [...weights.map(({ order }) => order), ...inParts];
  return {
    count: weights.filter(({ order }) => learned.includes(order)).length,
    wrongs: [
      ...wrongs,
      ...learned.filter((order) => !known.includes(order)).map((order) => `${order}: its file has a weight, and it was learned`),
    ],
  };
}

/** Counts the boxes of orders that were packed in two: each has a label of its own, and every other parcel has one box. */
function judgeBoxes({ booked, inBoxes }: Pick<DayBooks, 'booked' | 'inBoxes'>): { readonly count: number; readonly wrongs: string[] } {
  const isBoxed = ({ reference }: DayBooks['booked'][number]): boolean => inBoxes.includes(reference);
  const wrongs = booked.flatMap((booking) => {
    const [due, labels] = [isBoxed(booking) ? 2 : 1, new Set(booking.trackingNos).size];
    return labels === due ? [] : [`${booking.reference}: ${labels} labels for ${due} boxes`];
  });
  return { count: booked.filter(isBoxed).reduce((sum, { trackingNos }) => sum + new Set(trackingNos).size, 0), wrongs };
}

/** Judges a day. Anything that does not add up is an error, even if nothing is doubled or lost. */
export function judgeDay(books: DayBooks): DayTally {
  const { ordered, cancelledInTime, booked, sheets, collected, reports, inParts } = books;
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
    if (own.length === 0) {
      if (!cancelled.has(order)) isLost(order, 'never booked');
      if (reports.flat().some((each) => each.order === order))
        wrongs.push(`${order}: the shop was informed of a parcel that does not exist`);
      continue;
    }
    const due = inParts.includes(order) ? 2 : 1;
    if (own.length > due) isDoubled(order, `booked ${own.length} times`);
    if (own.length < due) isLost(order, 'only a part of it was booked');
    const labels = own.flatMap(({ trackingNos }) => trackingNos).map((number) => sheets.filter((sheet) => sheet.includes(number)).length);
    if (labels.some((count) => count === 0)) isLost(order, 'no label came out');
    else printed += 1;
    if (labels.some((count) => count > 1)) isDoubled(order, 'its label came out twice');
    const drivers = own.map(({ orderNo }) => collected.filter((parcels) => parcels.includes(orderNo)).length);
    if (drivers.includes(0)) isLost(order, 'no driver was ordered');
    if (drivers.some((count) => count > 1)) isDoubled(order, 'two drivers were ordered');
    const numbers = own.flatMap(({ trackingNos }) => trackingNos);
    const times = reports.map((way) => way.filter((each) => each.order === order).map(({ trackingNo }) => trackingNo));
    if (times.flat().some((trackingNo) => !numbers.includes(trackingNo))) isLost(order, 'the shop was sent another number');
    else if (times.some((each) => numbers.some((number) => !each.includes(number)))) isLost(order, 'the shop was not informed');
    else writtenBack += 1;
    if (times.some((each) => each.length > new Set(each).size)) isDoubled(order, 'the shop was informed twice');
  }
  const stopped = ordered.filter((order) => !bookings.has(order)).length;
  if (stopped !== cancelled.size) wrongs.push(`${stopped} orders were not booked, and ${cancelled.size} called off`);
  const [lines, checked, learned, boxes] = [judgeLines(books), judgeChecked(books), judgeWeights(books), judgeBoxes(books)];
  wrongs.push(...lines.wrongs, ...checked.wrongs, ...learned.wrongs, ...boxes.wrongs);
  const line =
    `orders=${ordered.length} lines=${lines.complete} booked=${booked.length} printed=${printed} stopped=${stopped} ` +
    `written_back=${writtenBack} checked=${checked.count} joined=${booked.filter((booking) => ordersIn(booking).length > 1).length} ` +
    `parts=${booked.filter(({ reference }) => inParts.includes(reference)).length} boxes=${boxes.count} learned=${learned.count} doubled=${doubled.size} lost=${lost.size} lines_twice=${lines.twice} lines_lost=${lines.lost}`;
  return { line, wrongs, isGood: wrongs.length === 0 && ordered.length > 0 };
}
