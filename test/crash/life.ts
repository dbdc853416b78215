import type { Journal } from '../../electron/bench/ports/journal.ts';
import { pdfOfPages } from '../../electron/paper/make-pdf.ts';
import type { PdfPage } from '../../electron/paper/pdf-pages.ts';
import type { Station } from '../../electron/station/station.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { bookingStates } from '../../shared/booking.ts';
import { keysIn } from '../../shared/joined.ts';
import { piecesOf } from '../../shared/order-line.ts';
import { printJobStates } from '../../shared/printer.ts';
import { reportChannels } from '../../shared/write-back.ts';
import { paperHere } from '../fakes/paper-here.ts';
import { openStation } from '../path/plain-platform.ts';
import { labelPrinterAt, setUp, standbyPrinterAt } from '../path/plain-station.ts';
import { until } from '../watchdog.ts';
import type { Day } from './day.ts';
import { type DefectName, defects } from './defects.ts';
import { createDice } from './dice.ts';
import { drawingOf } from './drawing.ts';
import { type ErrandName, errandNames, run, warmUp } from './errands.ts';
import { type Belief, silentIn } from './judge.ts';
import { roomsWithPoints } from './kill-points.ts';
import { points } from './points.ts';
import { isReporting } from './serve-shop.ts';
import { isLaid } from './shop-folders.ts';
import { remoteWorld } from './world.ts';

// One life of a station: it opens a folder, works, and kills itself at its point with the signal of a real kill. Without a point it works
// until it is killed from outside. With act `look` it only recovers what it finds and reports its belief.

export interface LifePlan {
  readonly dir: string;
  readonly service: { readonly url: string; readonly key: string; readonly secret: string };
  readonly printerUrl: string;
  /** Address of the backup printer. */
  readonly spareUrl: string;
  readonly shopUrl: string;
  readonly seed: string;
  /** Prefix of the names given in this life. */
  readonly prefix: string;
  readonly act: 'work' | 'look';
  readonly errand: ErrandName | null;
  /** The life dies when it reaches the point for the `nth` time, `afterMs` later. */
  readonly dieAt: { readonly point: string; readonly nth: number; readonly afterMs: number } | null;
  readonly defect: DefectName | null;
  /** Parcels of every order; null: some orders have two. */
  readonly parcels: 2 | null;
}

export type LifeMessage =
  | { readonly is: 'opened'; readonly silent: number }
  | { readonly is: 'imported'; readonly keys: readonly string[] }
  /** The life did its errand, or any errand, three times and did not reach its point; `standing` describes its state. */
  | { readonly is: 'worked'; readonly standing: string }
  /** The life reached a commit that no point names. */
  | { readonly is: 'unnamed'; readonly point: string }
  | { readonly is: 'believes'; readonly belief: Belief };

const plan = JSON.parse(process.env['LIFE'] ?? '') as LifePlan;
const send = (what: LifeMessage): void => void process.send?.(what);

const names = new Set(points.map(({ name }) => name));
let times = 0;
/** True once the life has reached its point and dies in a moment. */
const isDying = (): boolean => plan.dieAt !== null && times >= plan.dieAt.nth;
function at(point: string): void {
  if (!names.has(point)) send({ is: 'unnamed', point });
  if (point !== plan.dieAt?.point) return;
  times += 1;
  if (times !== plan.dieAt.nth) return;
  if (plan.dieAt.afterMs === 0) process.kill(process.pid, 'SIGKILL');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), plan.dieAt.afterMs);
}

let journal: Journal | undefined;
const opened = (now: Journal): void => {
  journal = now;
};
const theJournal = (): Journal => {
  if (!journal) throw new Error('no journal is open');
  return journal;
};

/** Replaces any document with one small blank page: the look of a page is nothing that a kill could break. */
const image = { width: 8, height: 8, grey: new Uint8Array(64).fill(255) };
const blankPage: PdfPage = { widthPoints: 595, heightPoints: 842, texts: [], picture: false, map: undefined, image };
const blankSheet = { format: 'PDF', bytes: await pdfOfPages([blankPage], false) } as const;

const withPoints = roomsWithPoints({ at, opened });
const station = await openStation(
  plan.dir,
  {
    workers: paperHere({ document: async () => ({ is: 'made', value: blankSheet }) }),
    // The same waits, ten times shorter.
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
  },
  plan.defect ? defects[plan.defect](withPoints) : withPoints,
);

async function work(): Promise<void> {
  const dice = createDice(plan.seed);
  let named = 0;
  const name = (kind: string): string => `${plan.prefix}-${kind}${(named += 1)}`;
  const imported = (keys: readonly string[]): void => send({ is: 'imported', keys });
  const day: Day = {
    station,
    journal: theJournal,
    dir: plan.dir,
    shopUrl: plan.shopUrl,
    dice,
    parcels: plan.parcels,
    world: remoteWorld(process),
    name,
    imported,
  };
  if (plan.errand && plan.errand !== 'ship') await warmUp(day);
  // Without a point the clock ends this life.
  for (let again = 0; again < 3 || plan.dieAt === null; again += 1) await run(day, plan.errand ?? dice.pick(errandNames));
  if (isDying()) return;
  const { workflow } = station.snapshot().bench;
  const why = 'failure' in workflow ? workflow.failure : 'notice' in workflow ? workflow.notice : null;
  send({ is: 'worked', standing: [workflow.step, why?.code, why && detailOf(why)].filter(Boolean).join(' ') });
}

/** Returns bookings whose label waits in a batch that a person has to continue or stop. */
const heldByBatch = (now: Journal): string[] =>
  now.batch()?.lines.flatMap(({ line: { state, bookingId } }) => (state === 'bought' && bookingId !== null ? [bookingId] : [])) ?? [];

async function believed(of: Station): Promise<Belief> {
  const now = theJournal();
  const open = await of.handlers.toResolve({});
  const toResolve = (open.ok ? open.value : []).flatMap((item): string[] => {
    if ('upload' in item) return [item.upload.id];
    if ('job' in item) return [item.job.id];
    if ('ownerId' in item) return [item.ownerId];
    if ('pickup' in item) return [item.pickup.id];
    return 'booking' in item ? [item.booking.id] : [];
  });
  const bookings = now.bookings({ search: '', offset: 0, limit: 1000, states: bookingStates }).rows;
  toResolve.push(...heldByBatch(now));
  return {
    bookings: bookings.map(({ id, order, shipmentNo, state, orderNo, verdict, jobs }) => ({
      id,
      orderKeys: keysIn(order),
      pieces: piecesOf(order.lines),
      shipmentNo,
      state,
      orderNo,
      isFlagged: verdict !== null && verdict.kind !== 'match',
      hasLabelJob: jobs.some(({ role }) => role === 'label') || now.isLabelClosed(id),
    })),
    pickups: now.pickups(1000).map(({ id, state, collectionNo, instructions }) => ({ id, state, collectionNo, instructions })),
    uploads: bookings.flatMap(({ id }) => now.uploadsOf(id)).map(({ id, name, state }) => ({ id, name, state })),
    labels: now
      .jobsInState(printJobStates)
      .filter(({ role, bookingId }) => role === 'label' && bookingId !== null)
      .map(({ id, state }) => ({ id, state, drawing: drawingOf(now.jobSheet(id)?.bytes) })),
    orders: now.orders({ search: '', offset: 0, limit: 5000 }).rows.map(({ order }) => order.key),
    toResolve,
    pendingReports: reportChannels.flatMap((channel) =>
      now
        .pendingReports(channel)
        .map(({ bookingId, joinedKey }) => ({ channel, order: joinedKey || (now.booking(bookingId)?.orderKey ?? '') })),
    ),
  };
}

async function look(): Promise<void> {
  const isPrinting = (): boolean => theJournal().jobsInState(['queued', 'sending']).length > 0;
  // The label of an invented order number never arrives.
  const isFetching = (): boolean =>
    plan.defect !== 'an answer is made up' &&
    theJournal()
      .bookedWithoutLabelJob()
      .some(({ id, verdict }) => (verdict === null || verdict.kind === 'match') && !heldByBatch(theJournal()).includes(id));
  const isUploading = (): boolean =>
    theJournal()
      .openUploads()
      .some(({ state }) => state === 'waiting' || state === 'sending');
  const underWay = { isPrinting, isFetching, isUploading, isReporting: () => isReporting(theJournal()), isLaid: () => isLaid(plan.dir) };
  const open = (): string[] => Object.entries(underWay).flatMap(([name, is]) => (is() ? [name] : []));
  await until(
    'everything has come to its end',
    () => open().length === 0,
    () => open().join(', '),
  );
  const belief = await believed(station);
  await station.close();
  send({ is: 'believes', belief });
}

const printers = [labelPrinterAt(plan.printerUrl), standbyPrinterAt(plan.spareUrl)];
if (!station.snapshot().frame.world) await setUp(station, { service: plan.service, world: 'live', settings: { printers } });
// Waiting sheets and documents are already on their way.
const { bookings, pickups, toResolve } = await believed(station);
send({ is: 'opened', silent: silentIn({ bookings, pickups, toResolve, uploads: [], labels: [], orders: [], pendingReports: [] }) });
if (plan.act === 'look') await look();
else await work();
