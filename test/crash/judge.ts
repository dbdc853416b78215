import type { TrainingService } from '../../electron/training/service.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Pickup } from '../../shared/pickup.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { Upload } from '../../shared/upload.ts';
import type { ReportChannel } from '../../shared/write-back.ts';

/** A parcel that was reported to a shop: in a file with this number, or by HTTP with this key. */
export interface Report {
  readonly channel: ReportChannel;
  readonly order: string;
  readonly name: string;
}

/** Facts at the service and at the printers. */
export interface Truth {
  readonly orders: readonly { readonly orderNo: string; readonly reference: string }[];
  readonly pickups: readonly { readonly collectionNo: string; readonly instructions: string }[];
  readonly documents: readonly { readonly name: string }[];
  /** Number of times the service carried out each request that must be carried out once. */
  readonly intents: ReturnType<TrainingService['requestsPerIntent']>;
  /** Drawings of the sheets that came out. */
  readonly sheets: readonly string[];
  /** Orders that a station reported as imported, or whose file is among those it has taken. */
  readonly imported: readonly string[];
  /** Reports that the shop received about the orders it is to be informed of. */
  readonly reports: readonly Report[];
}

/** A station's own view, read from its journal once it has done everything that it can do alone. */
export interface Belief {
  readonly bookings: readonly (Pick<Booking, 'id' | 'shipmentNo' | 'state' | 'orderNo'> & {
    /** Every order that it ships. */
    readonly orderKeys: readonly string[];
    /** Number of pieces in it. */
    readonly pieces: number;
    /** True if the label is known to be another order's, or is in doubt, and the packer was informed. */
    readonly isFlagged: boolean;
    readonly hasLabelJob: boolean;
  })[];
  readonly pickups: readonly Pick<Pickup, 'id' | 'state' | 'collectionNo' | 'instructions'>[];
  readonly uploads: readonly Pick<Upload, 'id' | 'name' | 'state'>[];
  /** Label jobs, each with the drawing of its page. */
  readonly labels: readonly (Pick<PrintJob, 'id' | 'state'> & { readonly drawing: string })[];
  /** Keys of all orders of the station. */
  readonly orders: readonly string[];
  /** Ids that Resolve shows. */
  readonly toResolve: readonly string[];
  /** Orders that are still to be reported to the shop. */
  readonly pendingReports: readonly Omit<Report, 'name'>[];
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
 * Compares belief with truth. The service knows a shipment by the order's key as its reference, a pickup by its instructions and a document
 * by its name: a day uses each of these once.
 * `lost`: done, and the journal records it neither as done nor as unknown. `doubled`: done twice for one intent.
 * `phantom`: the journal records it as done, printed or accepted, and it is not. `silentUnknown`: left open, and no person is asked.
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
  const ofReports = judgeReports(truth, belief);
  return [ofShipments, ofPickups, ofUploads, ofSheets, ofOrders, ofReports, { ...noCounts, silentUnknown: silentIn(belief) }].reduce(sumOf);
}

/** True for orders that are shipped only while the shop is to be informed of them. */
export const mustBeReported = (orderKey: string): boolean => /-T\d+$/.test(orderKey);

/** Pieces of an order that is shipped in parts. */
export const piecesInParts = 2;
/** True for orders that are shipped in parts, and never again. */
export const isInParts = (orderKey: string): boolean => /-K\d+$/.test(orderKey);

/** The files written for a shop report each parcel once. Requests with the same key report it in the same words. */
/** The day has a folder and a server for reports, and no connected shop. */
export const dayChannels: readonly ReportChannel[] = ['file', 'http'];

function judgeReports({ reports }: Truth, { bookings, pendingReports }: Belief): Counts {
  const booked = new Set(bookings.filter(({ state }) => state === 'booked').flatMap(({ orderKeys }) => orderKeys.filter(mustBeReported)));
  const isKnown = (key: string, channel: ReportChannel): boolean =>
    [...reports, ...pendingReports].some((each) => each.channel === channel && each.order === key);
  return {
    ...noCounts,
    lost: [...booked].flatMap((key) => dayChannels.filter((channel) => !isKnown(key, channel))).length,
    doubled: reports.length - new Set(reports.map(({ channel, order, name }) => `${channel} ${order} ${name}`)).size,
  };
}

/** The orders of a shipment, by the reference that the service has: a shipment of several orders names all of them. */
export const keysIn = (reference: string): readonly string[] => reference.split(' + ');

function judgeShipments(truth: Truth, belief: Belief): Counts {
  const keys = new Set([
    ...truth.orders.flatMap(({ reference }) => keysIn(reference)),
    ...belief.bookings.flatMap(({ orderKeys }) => orderKeys),
  ]);
  let counts: Counts = {
    ...noCounts,
    doubled: truth.intents.filter(({ action }) => action === 'ship').reduce((sum, { executed }) => sum + Math.max(0, executed - 1), 0),
  };
  for (const key of keys) {
    const bought = new Set(truth.orders.filter(({ reference }) => keysIn(reference).includes(key)).map(({ orderNo }) => orderNo));
    const standing = belief.bookings.filter(
      ({ orderKeys, state }) => orderKeys.includes(key) && (state === 'booked' || state === 'unknown'),
    );
    const known = standing.filter(({ state, orderNo }) => state === 'booked' && bought.has(orderNo));
    const doubtful = standing.filter(({ state, isFlagged, orderNo }) => state === 'unknown' || (isFlagged && !bought.has(orderNo)));
    const shipments = Math.max(1, new Set(standing.map(({ shipmentNo }) => shipmentNo)).size);
    const pieces = standing.reduce((sum, each) => sum + each.pieces, 0);
    counts = sumOf(counts, {
      ...noCounts,
      lost: Math.max(0, bought.size - new Set(known.map(({ orderNo }) => orderNo)).size - doubtful.length),
      doubled: Math.max(0, bought.size - shipments, isInParts(key) ? pieces - piecesInParts : 0),
      phantom: standing.length - known.length - doubtful.length,
    });
  }
  return counts;
}

/** Judges actions that are done once, each under its own name. */
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
    return sumOf(sum, { ...noCounts, sheetsDoubled: Math.max(0, cameOut - asked.length), phantom: Math.max(0, saidPrinted - cameOut) });
  }, noCounts);
}

/** Counts what the program left under way or does not know without asking a person. */
export function silentIn({ bookings, pickups, uploads, labels, toResolve }: Belief): number {
  const asked = new Set(toResolve);
  const isSilent = ({ id, state }: { readonly id: string; readonly state: string }): boolean =>
    isUnderWay(state) || ((state === 'unknown' || state === 'print-unknown' || state === 'held') && !asked.has(id));
  const unprinted = bookings.filter(({ id, state, hasLabelJob }) => state === 'booked' && !hasLabelJob && !asked.has(id));
  return [...bookings, ...pickups, ...uploads, ...labels].filter(isSilent).length + unprinted.length;
}
