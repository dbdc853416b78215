import { messageText } from '../../renderer/text/messages.ts';
import type { Finding } from './finding.ts';
import { type LedgerBooking, textIn } from './ledger.ts';
import type { Day } from './lived-day.ts';
import { bookedHere } from './resolve.ts';
import { bareKey } from './truth.ts';

/** Judges a day that is over: money by the service's books, paper by the sheets on the table. */
export async function judgeDay(day: Day): Promise<Finding[]> {
  const here = await bookedHere(day);
  return [
    ...judgeMoney(day, new Set(here.map(({ orderNo }) => orderNo))),
    ...judgePaper(day),
    ...judgeClaims(day, here),
    ...judgeGoods(day),
    ...judgeDocuments(day),
    ...(await judgeShop(day, here)),
  ];
}

const of = (map: ReadonlyMap<string, number>, key: string): number => map.get(bareKey(key)) ?? 0;

function judgeMoney({ truth, allowed, misread, forgotten }: Day, known: ReadonlySet<string>): Finding[] {
  const { bookings } = truth.ledger;
  const keys = [...new Set(bookings.flatMap(truth.keysOf))];
  const doubled = keys
    .map((key) => [key, truth.bookingsOf(key)] as const)
    .filter(([key, booked]) => booked.length > 1 + of(allowed.shipments, key));
  const lost = bookings.filter(
    (booking) => !known.has(booking.orderNo) && !forgotten.has(booking.orderNo) && !truth.keysOf(booking).some((key) => misread.has(key)),
  );
  return [
    ...doubled.map(
      ([key, booked]): Finding => ({
        counter: 'doubled',
        what: 'an order was bought more often than anybody asked for',
        detail: `${key}: ${booked.map(({ orderNo, answer }) => `${orderNo} ${answer}`).join(', ')}`,
      }),
    ),
    ...lost.map(
      (booking): Finding => ({
        counter: 'lost',
        what: 'the service booked a shipment that the program does not know',
        detail: `${truth.keyOf(booking)} ${booking.orderNo}, its answer was ${booking.answer}`,
      }),
    ),
  ];
}

function judgePaper({ truth, allowed, printer }: Day): Finding[] {
  return truth.ledger.bookings.flatMap((booking) => [
    ...tooMany(booking),
    ...(booking.label === 'wrong' || booking.label === 'return' || booking.label === 'home' ? outThatMustNot(booking) : []),
  ]);

  function tooMany(booking: LedgerBooking): Finding[] {
    const most = 1 + truth.keysOf(booking).reduce((sum, key) => sum + of(allowed.copies, key), 0);
    // Every label of a shipment bears its consignment number, which may be the tracking number of the first one.
    const labelsWith = (number: string): number => (number === booking.consignmentNo ? booking.labelNos.length : 1);
    return booking.labelNos
      .filter((number) => truth.sheetsOf(number) > most * labelsWith(number))
      .map((number) => ({
        counter: 'doubled',
        what: 'a label came out more often than anybody asked for',
        detail: `${truth.keyOf(booking)} ${number}: ${truth.sheetsOf(number)} sheets, ${printer.nature.reports}`,
      }));
  }

  function outThatMustNot(booking: LedgerBooking): Finding[] {
    return booking.labelNos
      .filter((number) => truth.sheetsOf(number) > 0)
      .map((number) => ({
        counter: 'wrong_label',
        what: `a label came out that leads elsewhere (${booking.label})`,
        detail: `${truth.keyOf(booking)} ${number}`,
      }));
  }
}

/** Returns the program's claims that are not true. */
function judgeClaims({ truth, printer, misread }: Day, here: Awaited<ReturnType<typeof bookedHere>>): Finding[] {
  return here.flatMap((booking): Finding[] => {
    const given = truth.ledger.bookings.find(({ orderNo }) => orderNo === booking.orderNo);
    if (!given)
      return [
        {
          counter: 'untrue_screens',
          what: 'a shipment is shown that the service never booked',
          detail: `${booking.orderKey} ${booking.orderNo}`,
        },
      ];
    if (given.label !== 'right' || misread.has(bareKey(booking.orderKey))) return [];
    const labels = booking.jobs.filter(({ role }) => role === 'label');
    const isSaidOut = labels.length > 0 && labels.every(({ state }) => state === 'printed' || state === 'sent');
    const missing = given.trackingNos.filter((number) => truth.sheetsOf(number) === 0);
    const canLie = printer.nature.reports !== 'the truth' || !printer.nature.counts;
    const isExcused = canLie && missing.every(truth.isSwallowed);
    if (missing.length <= truth.unread() || isExcused) return [];
    return [
      isSaidOut
        ? {
            counter: 'untrue_screens',
            what: 'a label is reported to have come out, and never did',
            detail: `${booking.orderKey}: ${missing.join(', ')}; ${labels.map(({ state, detail }) => `${state} ${messageText(detail)}`).join('; ')}`,
          }
        : {
            counter: 'lost',
            what: 'a paid label never came out, and no person is asked',
            detail: `${booking.orderKey}: ${missing.join(', ')}; ${labels.map(({ state, detail }) => `${state} ${messageText(detail)}`).join('; ') || 'never queued'}`,
          },
    ];
  });
}

/** Checks that customs gets the value of the goods from the file, or from the person. */
function judgeGoods({ truth, orders, typed, edited }: Day): Finding[] {
  return truth.ledger.quotes.flatMap(({ shipment }): Finding[] => {
    const key = bareKey(textIn(shipment, 'reference'));
    const order = orders.find((each) => bareKey(each.key) === key);
    const items = shipment['items'] as readonly Record<string, unknown>[];
    const declared = typed.get(key) ?? (order && !order.isCut ? order.value : null);
    if (!order || edited.has(key)) return [];
    if (order.heldBack !== null)
      return [
        { counter: 'untrue_screens', what: 'an order that nobody may ship is offered for shipping', detail: `${key} is ${order.heldBack}` },
      ];
    if (!declared) return [];
    const sent = items.reduce((sum, item) => sum + Number(item['value']), 0);
    const currencies = [...new Set(items.map((item) => textIn(item, 'value_currency')))];
    const isRight = Math.abs(sent - Number(declared.digits)) < 0.0005 && currencies.length === 1 && currencies[0] === declared.currency;
    return isRight
      ? []
      : [
          {
            counter: 'untrue_screens',
            what: 'customs receives another value than the goods have',
            detail: `${key}: ${declared.digits} ${declared.currency} went out as ${items.map((item) => `${textIn(item, 'value')} ${textIn(item, 'value_currency')}`).join(', ')}`,
          },
        ];
  });
}

/** Checks that documents can be read: customs cannot use an unreadable one and does not report it. */
function judgeDocuments({ truth }: Day): Finding[] {
  return truth.ledger.documents
    .filter(({ bytes, mediaType }) => bytes.length === 0 || (mediaType === 'application/pdf' && !Buffer.from(bytes).includes('%PDF-')))
    .map(({ orderNo, name }) => ({
      counter: 'untrue_screens',
      what: 'papers that nobody can read went out as sent',
      detail: `${orderNo} ${name}`,
    }));
}

/** Checks that the shop is informed of each order in a shared parcel, once and with the number of that parcel. */
async function judgeShop({ truth, shop, forgotten, packer }: Day, here: Awaited<ReturnType<typeof bookedHere>>): Promise<Finding[]> {
  const known = new Set(here.map(({ orderNo }) => orderNo));
  const shared = truth.ledger.bookings.filter((booking) => truth.keysOf(booking).length > 1 && known.has(booking.orderNo));
  // If an older folder was restored, Packbench informs the shop again.
  if (shared.length === 0 || forgotten.size > 0) return [];
  const rowsOf = (booking: LedgerBooking, key: string) =>
    shop.rows().filter((row) => bareKey(row.order) === key && row.serviceNo === booking.orderNo);
  const isInformed = (booking: LedgerBooking): boolean => truth.keysOf(booking).every((key) => rowsOf(booking, key).length > 0);
  await packer.until('the shop is informed of every order in a shared parcel', () => shared.every(isInformed));
  return shared.flatMap((booking) =>
    truth.keysOf(booking).flatMap((key): Finding[] => {
      // Before the tracking number is known, the shop gets the consignment number, and the tracking number afterwards.
      const numbers = rowsOf(booking, key).flatMap(({ number }) => (number === booking.consignmentNo ? [] : [number]));
      if (numbers.length === new Set(numbers).size && numbers.length <= Math.max(1, booking.trackingNos.length)) return [];
      return [{ counter: 'doubled', what: 'a shop was informed twice of its order', detail: `${key}: ${numbers.join(', ')}` }];
    }),
  );
}
