import type { Booking } from '../../../shared/booking.ts';
import type { ShopAnswer } from './shop-answers.ts';
import type { ReceivedReport } from './strange-shop.ts';

const hourMs = 3_600_000;
/** Longest part of a shop's Retry-After that the program respects. */
const longestWaitMs = hourMs;
/** Time within which a report reaches a shop that refuses none, plus one pause for each other report that is put off meanwhile. */
const soonMs = 2 * hourMs;
const pauseMs = hourMs / 4;
const stepMs = 10 * 60_000;

/** A parcel as it was shipped, and the time when its tracking numbers were read; undefined while they are unknown. */
export interface Parcel {
  readonly booking: Booking;
  readonly at: number;
  numbers: readonly string[];
  numbersAt?: number;
}

/** A report about a parcel that a shop has to get, and every try that it received. */
export interface Story {
  readonly event: 'shipped' | 'tracking';
  readonly at: number;
  readonly received: readonly ReceivedReport[];
}

interface ReportBody {
  readonly event: string;
  readonly order: string;
  readonly service_order_number: string;
  readonly tracking_numbers: readonly string[];
}
const reportIn = ({ body }: ReceivedReport): ReportBody => JSON.parse(body) as ReportBody;

/** Returns the reports about a parcel. Tracking numbers are a separate report if the shop knew of the parcel before they came. */
export function storiesOf(book: readonly ReceivedReport[], { booking, at, numbers, numbersAt = at }: Parcel): readonly Story[] {
  const received = book.filter((each) => reportIn(each).order === booking.orderKey);
  const shipped = received.filter((each) => reportIn(each).event === 'shipped');
  const [first] = shipped;
  const isLate = first !== undefined && numbers.some((number) => !reportIn(first).tracking_numbers.includes(number));
  const tracking = received.filter((each) => reportIn(each).event === 'tracking');
  return [
    { event: 'shipped', at, received: shipped },
    ...(isLate || tracking.length > 0 ? [{ event: 'tracking', at: numbersAt, received: tracking } as const] : []),
  ];
}

/** Judges what a shop received, try by try, only by its own book. */
export function judgeBook(
  book: readonly ReceivedReport[],
  parcels: readonly Parcel[],
  scripts: ReadonlyMap<string, readonly ShopAnswer[]>,
  complain: (what: string) => void,
): void {
  for (const [at, received] of book.entries()) {
    const next = book[at + 1];
    const until = Math.min(received.quietUntil, received.at + longestWaitMs);
    if (next && next.at < until)
      complain(
        `“${received.answer.kind}” was followed after ${(next.at - received.at) / 1000} s where ${(received.quietUntil - received.at) / 1000} were asked for`,
      );
    const report = reportIn(received);
    const { booking } = parcels.find((each) => each.booking.orderKey === report.order) ?? {};
    if (!booking || report.service_order_number !== booking.orderNo)
      complain(`the shop was informed of ${report.order}, which is not what was shipped`);
  }
  for (const [key, tries] of Map.groupBy(book, (received) => received.key))
    if (new Set(tries.map(({ body }) => body)).size > 1)
      complain(`${reportIn(tries[0] as ReceivedReport).order} was reported in different words with one key, ${key}`);
  for (const parcel of parcels) {
    const { orderKey } = parcel.booking;
    const [shipped, tracking] = storiesOf(book, parcel);
    for (const story of [shipped, tracking]) if (story) judgeStory(story);
    const end = shipped?.received.at(-1);
    const begun = tracking?.received[0];
    if (tracking && end?.answer.is === 'takes' && !begun) complain(`${orderKey} was never sent the tracking number that came later`);
    if (begun && end && (begun.at < end.at || begun.key === end.key))
      complain(`${orderKey}: its later tracking number came before or as its shipment`);
    if (begun && !parcel.numbers.every((number) => reportIn(begun).tracking_numbers.includes(number)))
      complain(`${orderKey} was sent ${begun.body} as its later tracking number`);
    if (begun && end && end.body.includes(JSON.stringify(reportIn(begun).tracking_numbers))) complain(`${orderKey} was sent nothing new`);
  }

  function judgeStory({ event, at, received }: Story): void {
    const [first] = received;
    const orderKey = first && reportIn(first).order;
    if (new Set(received.map(({ key }) => key)).size > 1) complain(`${event} of ${orderKey} was reported with another key`);
    if (!first && event === 'shipped') complain('a parcel was never reported');
    const script = first && scripts.get(first.key);
    const isEasy = script?.[0]?.is === 'takes' || script?.[0]?.is === 'refuses';
    if (!first || !isEasy) return;
    // A pause that a shop asked for is respected, even if it began before this parcel; and later reports wait for earlier ones.
    const ofBefore = book.filter((each) => reportIn(each).order === orderKey && each.at < first.at).at(-1);
    const since = Math.max(at, ofBefore?.at ?? at);
    const quietMs = book.reduce((sum, each) => sum + Math.max(0, Math.min(each.quietUntil, first.at) - Math.max(each.at, since)), 0);
    const putOff = new Set(book.filter((each) => each.at < first.at && each.answer.is === 'later').map(({ key }) => key));
    if (first.at - since > soonMs + quietMs + putOff.size * (pauseMs + stepMs))
      complain(
        `${event} of ${orderKey} was reported after ${((first.at - since) / hourMs).toFixed(1)} hours, and the shop answered “${first.answer.kind}” to it`,
      );
  }
}
