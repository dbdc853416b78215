import { type Ledger, type LedgerBooking, textIn } from './ledger.ts';
import type { StrangerPrinter } from './printers.ts';
import { numbersOn } from './read-sheet.ts';

/** Returns an order number as people compare it: a shop writes a `#` before it, a packer does not. */
export const bareKey = (key: string): string => key.replace(/^#/, '').toUpperCase();

/** The facts, by the service's books and by the paper on the floor. Nothing here comes from the program. */
export interface Truth {
  /** Returns the service's bookings of an order, oldest first. */
  bookingsOf(key: string): LedgerBooking[];
  /** Returns the number of the order as the service has it; of an order in one parcel with others, the numbers of all. */
  keyOf(booking: LedgerBooking): string;
  /** Returns the number of each order in the parcel. */
  keysOf(booking: LedgerBooking): readonly string[];
  /** Counts the sheets with this number that came out. */
  sheetsOf(number: string): number;
  /** Counts the sheets that came out as pictures with unreadable bars: they may belong to any order. */
  unread(): number;
  /** True if a printer took it and never prints it. */
  isSwallowed(number: string): boolean;
  /** True if every piece of this booking is on the table. */
  isOut(booking: LedgerBooking): boolean;
  readonly ledger: Ledger;
}

export function createTruth(ledger: Ledger, printers: readonly StrangerPrinter[]): Truth {
  const read = new WeakMap<Buffer, { readonly known: number; readonly numbers: readonly string[] }>();
  const allNumbers = (): string[] => ledger.bookings.flatMap(({ labelNos, trackingNos }) => [...trackingNos, ...labelNos]);
  /** A label may be printed before its booking is in the books of a slow service: then it is read again. */
  const numbersOf = (bytes: Buffer): readonly string[] => {
    const known = read.get(bytes);
    if (known && (known.numbers.length > 0 || known.known === ledger.bookings.length)) return known.numbers;
    const numbers = numbersOn(bytes, [...new Set(allNumbers())]);
    read.set(bytes, { known: ledger.bookings.length, numbers });
    return numbers;
  };
  const keyOf = ({ shipment }: LedgerBooking): string => bareKey(textIn(shipment, 'reference'));
  const keysOf = ({ shipment }: LedgerBooking): readonly string[] => textIn(shipment, 'reference').split(' + ').map(bareKey);
  const sheetsOf = (number: string): number =>
    printers.reduce((sum, { sheets }) => sum + sheets.filter(({ bytes }) => numbersOf(bytes).includes(number)).length, 0);
  return {
    ledger,
    keyOf,
    keysOf,
    sheetsOf,
    unread: () =>
      printers.reduce(
        (sum, { sheets }) => sum + sheets.filter(({ bytes }) => bytes.includes('^GF') && numbersOf(bytes).length === 0).length,
        0,
      ),
    bookingsOf: (key) => ledger.bookings.filter((booking) => keysOf(booking).includes(bareKey(key))),
    isSwallowed: (number) => printers.some(({ lost }) => lost.some((bytes) => numbersOf(bytes).includes(number))),
    isOut: (booking) => booking.trackingNos.every((number) => sheetsOf(number) > 0),
  };
}
