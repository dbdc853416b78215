/** What the service keeps in its books, whoever asks. The oracle reads it and never the program. */
export interface Ledger {
  readonly bookings: LedgerBooking[];
  readonly pickups: LedgerPickup[];
  readonly documents: LedgerDocument[];
  /** Every shipment that a price was asked for, as it was received. */
  readonly quotes: LedgerQuote[];
  readonly requests: LedgerRequest[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** A text or a number as it was received; empty where there is neither. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `wrong`: it names somebody else. `home`: the recipient's door where a service point was chosen. `return`: only the way back. */
export type LabelGiven = 'right' | 'none' | 'wrong' | 'home' | 'return' | 'too few' | 'too many' | 'unreadable';

export interface LedgerBooking {
  readonly orderNo: string;
  readonly consignmentNo: string;
  readonly trackingNos: readonly string[];
  readonly returnTrackingNo: string | undefined;
  /** The numbers on the label that was given, of whomever they are. */
  labelNos: readonly string[];
  readonly shipment: Fields;
  readonly courierKey: string;
  readonly serviceKey: string;
  readonly price: string;
  readonly currency: string;
  readonly extras: { readonly co2: boolean; readonly insurance: boolean; readonly point: string };
  readonly label: LabelGiven;
  readonly hasRemarks: boolean;
  /** What became of the answer. */
  readonly answer: 'given' | 'lost';
  readonly at: number;
}

export interface LedgerPickup {
  readonly collectionNo: string;
  readonly date: string;
  readonly readyTime: string;
  readonly closingTime: string;
  readonly instructions: string;
  readonly orderNos: readonly string[];
  readonly manifest: string;
  readonly answer: 'given' | 'lost';
}

export interface LedgerDocument {
  readonly orderNo: string;
  readonly documentType: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface LedgerQuote {
  readonly shipment: Fields;
  readonly at: number;
}

export interface LedgerRequest {
  readonly action: string;
  readonly at: number;
  /** When its answer had left, whole or not; null while it has none. */
  endedAt: number | null;
  readonly fault: string;
}

export const emptyLedger = (): Ledger => ({ bookings: [], pickups: [], documents: [], quotes: [], requests: [] });
