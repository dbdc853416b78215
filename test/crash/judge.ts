import type { TrainingService } from '../../electron/training/service.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Pickup } from '../../shared/pickup.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { Upload } from '../../shared/upload.ts';
import { type TellingWay, tellingWays } from '../../shared/write-back.ts';

/** A parcel that a shop was told of: in a file with this number, or by HTTP with this key. */
export interface Told {
  readonly way: TellingWay;
  readonly order: string;
  readonly name: string;
}

/** What really happened: at the service, and out of the printer. */
export interface Truth {
  readonly orders: readonly { readonly orderNo: string; readonly reference: string }[];
  readonly pickups: readonly { readonly collectionNo: string; readonly instructions: string }[];
  readonly documents: readonly { readonly name: string }[];
  /** How often each request that must be done once was done. */
  readonly intents: ReturnType<TrainingService['requestsPerIntent']>;
  /** What came out, as the drawing of each sheet. */
  readonly sheets: readonly string[];
  /** Orders a station said it has, or whose file is among those it has taken. */
  readonly imported: readonly string[];
  /** What the shop got of those orders that it is to be told of. */
  readonly told: readonly Told[];
}

/** What a station believes, read from its journal once everything it can do by itself is done. */
export interface Belief {
  readonly bookings: readonly (Pick<Booking, 'id' | 'orderKey' | 'shipmentNo' | 'state' | 'orderNo'> & {
    /** Its label is known not to be ours, or in doubt, and the person was told so. */
    readonly isFlagged: boolean;
    readonly hasLabelJob: boolean;
  })[];
  readonly pickups: readonly Pick<Pickup, 'id' | 'state' | 'collectionNo' | 'instructions'>[];
  readonly uploads: readonly Pick<Upload, 'id' | 'name' | 'state'>[];
  /** Label jobs, each with the drawing of its sheet. */
  readonly labels: readonly (Pick<PrintJob, 'id' | 'state'> & { readonly drawing: string })[];
  /** Keys of all orders it has. */
  readonly orders: readonly string[];
  /** Ids that Resolve shows. */
  readonly toResolve: readonly string[];
  /** Orders that the shop is still to be told of. */
  readonly toTell: readonly Omit<Told, 'name'>[];
}

export interface Counts {
  readonly lost: number;
  readonly doubled: number;
  readonly phantom: number;
  readonly silentUnknown: number;
  readonly sheetsDoubled: number;
}

export const noCounts: Counts = { lost: 0, doubled: 0, phantom: 0, silentUnknown: 0, sheetsDoubled: 0 };

export const sumOf = (a: Counts, b: Counts): Counts => ({
  lost: a.lost + b.lost,
  doubled: a.doubled + b.doubled,
  phantom: a.phantom + b.phantom,
  silentUnknown: a.silentUnknown + b.silentUnknown,
  sheetsDoubled: a.sheetsDoubled + b.sheetsDoubled,
});

const isUnderWay = (state: string): boolean => state === 'intent' || state === 'sending' || state === 'answered';

/**
 * Compares belief with truth. The service knows a shipment by the order's key as its reference, a pickup by its
 * instructions and a document by its name: a day gives each of these once.
 * `lost`: done, and the journal neither has it nor says that it does not know. `doubled`: done twice for one intent.
 * `phantom`: the journal says done, printed or accepted, and it is not. `silentUnknown`: left open where no person is asked.
 * `sheetsDoubled`: sheets beyond one for each job.
 */
export function judge(truth: Truth, belief: Belief): Counts {
  const ofShipments = judgeShipments(truth, belief);
  const ofPickups = judgeNamed(
    truth.pickups.map((pickup) => ({ name: pickup.instructions, number: pickup.collectionNo })),
    belief.pickups.map((pickup) => ({ name: pickup.instructions, isDone: pickup.state === 'booked', isOpen: pickup.state === 'unknown' })),
  );
  const ofUploads = judgeNamed(
    truth.documents.map(({ name }) => ({ name, number: name })),
    belief.uploads.map(({ name, state }) => ({ name, isDone: state === 'accepted', isOpen: state === 'unknown' })),
  );
  const ofSheets = judgeSheets(truth, belief);
  const orders = new Set(belief.orders);
  const ofOrders = { ...noCounts, lost: truth.imported.filter((key) => !orders.has(key)).length };
  const ofTold = judgeTold(truth, belief);
  return [ofShipments, ofPickups, ofUploads, ofSheets, ofOrders, ofTold, { ...noCounts, silentUnknown: silentIn(belief) }].reduce(sumOf);
}

/** Orders of this kind are shipped only where the shop is to be told of them. */
export const isToBeTold = (orderKey: string): boolean => /-T\d+$/.test(orderKey);

/** A shop is told of each parcel once in the files that were laid for it, and in the same words under each key. */
function judgeTold({ told }: Truth, { bookings, toTell }: Belief): Counts {
  const booked = new Set(
    bookings.filter(({ state, orderKey }) => state === 'booked' && isToBeTold(orderKey)).map(({ orderKey }) => orderKey),
  );
  const isKnown = (key: string, way: TellingWay): boolean => [...told, ...toTell].some((each) => each.way === way && each.order === key);
  return {
    ...noCounts,
    lost: [...booked].flatMap((key) => tellingWays.filter((way) => !isKnown(key, way))).length,
    doubled: told.length - new Set(told.map(({ way, order, name }) => `${way} ${order} ${name}`)).size,
  };
}

function judgeShipments(truth: Truth, belief: Belief): Counts {
  const keys = new Set([...truth.orders.map(({ reference }) => reference), ...belief.bookings.map(({ orderKey }) => String(orderKey))]);
  let counts: Counts = {
    ...noCounts,
    doubled: truth.intents.filter(({ action }) => action === 'ship').reduce((sum, { executed }) => sum + Math.max(0, executed - 1), 0),
  };
  for (const key of keys) {
    const bought = new Set(truth.orders.filter(({ reference }) => reference === key).map(({ orderNo }) => orderNo));
    const standing = belief.bookings.filter(({ orderKey, state }) => orderKey === key && (state === 'booked' || state === 'unknown'));
    const known = standing.filter(({ state, orderNo }) => state === 'booked' && bought.has(orderNo));
    const doubtful = standing.filter(({ state, isFlagged, orderNo }) => state === 'unknown' || (isFlagged && !bought.has(orderNo)));
    const shipments = Math.max(1, new Set(standing.map(({ shipmentNo }) => shipmentNo)).size);
    counts = sumOf(counts, {
      ...noCounts,
      lost: Math.max(0, bought.size - new Set(known.map(({ orderNo }) => orderNo)).size - doubtful.length),
      doubled: Math.max(0, bought.size - shipments),
      phantom: standing.length - known.length - doubtful.length,
    });
  }
  return counts;
}

/** For what is done once under a name of its own. */
function judgeNamed(
  done: readonly { readonly name: string; readonly number: string }[],
  believed: readonly { readonly name: string; readonly isDone: boolean; readonly isOpen: boolean }[],
): Counts {
  const times = Map.groupBy(done, ({ name }) => name);
  return {
    ...noCounts,
    lost: [...times.keys()].filter((name) => !believed.some((each) => each.name === name && (each.isDone || each.isOpen))).length,
    doubled: [...times.values()].reduce((sum, each) => sum + each.length - 1, 0),
    phantom: believed.filter(({ name, isDone }) => isDone && !times.has(name)).length,
  };
}

function judgeSheets(truth: Truth, belief: Belief): Counts {
  const jobs = Map.groupBy(belief.labels, ({ drawing }) => drawing);
  const sheets = Map.groupBy(truth.sheets, (drawing) => drawing);
  const drawings = new Set([...jobs.keys(), ...sheets.keys()]);
  return [...drawings].reduce((sum, drawing) => {
    const cameOut = sheets.get(drawing)?.length ?? 0;
    const asked = jobs.get(drawing) ?? [];
    const saidPrinted = asked.filter(({ state }) => state === 'printed').length;
    return sumOf(sum, {
      ...noCounts,
      sheetsDoubled: Math.max(0, cameOut - asked.length),
      phantom: Math.max(0, saidPrinted - cameOut),
    });
  }, noCounts);
}

/** What the program left under way, or does not know, and no person is asked about. */
export function silentIn({ bookings, pickups, uploads, labels, toResolve }: Belief): number {
  const asked = new Set(toResolve);
  const isSilent = ({ id, state }: { readonly id: string; readonly state: string }): boolean =>
    isUnderWay(state) || ((state === 'unknown' || state === 'print-unknown' || state === 'held') && !asked.has(id));
  const unprinted = bookings.filter(({ id, state, hasLabelJob }) => state === 'booked' && !hasLabelJob && !asked.has(id));
  return [...bookings, ...pickups, ...uploads, ...labels].filter(isSilent).length + unprinted.length;
}
