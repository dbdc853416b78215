/** The service's books. The oracle reads them and never the program. */
export interface Ledger {
  readonly bookings: LedgerBooking[];
  readonly pickups: LedgerPickup[];
  readonly documents: LedgerDocument[];
  /** Every shipment that a price was requested for, as received. */
  readonly quotes: LedgerQuote[];
  readonly requests: LedgerRequest[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a text or a number as it was received; empty if there is neither. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `wrong`: names another recipient. `home`: the recipient's door although a service point was chosen. `return`: only the return label. */
export type LabelGiven = 'right' | 'none' | 'wrong' | 'home' | 'return' | 'too few' | 'too many' | 'unreadable';

export interface LedgerBooking {
  readonly orderNo: string;
  readonly consignmentNo: string;
  readonly trackingNos: readonly string[];
  readonly returnTrackingNo: string | undefined;
  /** Numbers on the label that was given, even if they belong to another order. */
  labelNos: readonly string[];
  readonly shipment: Fields;
  readonly courierKey: string;
  readonly serviceKey: string;
  readonly price: string;
  readonly currency: string;
  readonly extras: { readonly co2: boolean; readonly insurance: boolean; readonly point: string };
  readonly label: LabelGiven;
  readonly hasRemarks: boolean;
  /** Fate of the answer. */
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
  /** Time when its answer had left, whole or not; null while it has none. */
  endedAt: number | null;
  readonly fault: string;
}

export const emptyLedger = (): Ledger => ({ bookings: [], pickups: [], documents: [], quotes: [], requests: [] });
