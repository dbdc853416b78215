import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Station } from '../../electron/station/station.ts';
import type { FaultName } from '../../electron/training/fault-by-name.ts';
import type { BatchView } from '../../shared/batch.ts';
import type { Workflow } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import type { OrderKey } from '../../shared/order.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import type { Dice } from './dice.ts';
import { drawingOf } from './drawing.ts';
import { shopFolders, shopOf } from './shop-folders.ts';
import type { World } from './world.ts';

/** One packer at one station, with a hand on the world outside. */
export interface Day {
  readonly station: Station;
  readonly journal: () => Journal;
  /** Where the station lives. */
  readonly dir: string;
  readonly dice: Dice;
  /** Of every order; null: some are two. */
  readonly parcels: 2 | null;
  readonly world: World;
  /** Names what must be named once: orders, instructions, documents. */
  readonly name: (kind: string) => string;
  /** The program has said that it has these orders. */
  readonly imported: (keys: readonly string[]) => void;
}

const patienceMs = 4_000;

/** The request is read and not done. */
const dropped = ['reset-before', 'html', 'not-json', 'html-504', 'status-500', 'status-502'] as const;
/** The request is done, and its answer says nothing that could be trusted. */
const garbled = [
  'execute-then-reset',
  'truncated',
  'chunk-error',
  'length-too-long',
  'empty-body',
  'utf-16',
  'nan',
  'empty-result',
  'result-null',
  'order-no-missing',
  'execute-then-html-504',
  'execute-then-status-502',
] as const;
const refusals = ['refuse-errors', 'errors-text', 'errors-objects', 'errors-map'] as const;
/** Done, and answered oddly, but rightly. */
const odd = ['gzip', 'bom', 'done-with-errors', 'result-list'] as const;
/** No answer, or one that takes most of a minute: only a kill ends the wait. */
const never = ['silence', 'execute-then-silence', 'slow-drip'] as const;
const lost = ['reset-before-reading', 'reset-while-reading', 'reset-on-accept'] as const;

const errands = {
  import: async (day) => void (await importOrders(day, 3)),
  'import a long file': async (day) => void (await importOrders(day, 120)),
  'answer a question': answerAQuestion,
  'dismiss a row': dismissARow,
  'plan an order': planAnOrder,
  ship: async (day) => void (await ship(day)),
  'ship unsent': async (day) => void (await ship(day, 'refuse')),
  'ship unanswered': async (day) => void (await ship(day, day.dice.pick(garbled))),
  'ship refused': async (day) => void (await ship(day, day.dice.pick(refusals))),
  'ship, not booked': async (day) => {
    await ship(day, day.dice.pick(dropped));
    await resolve(day);
  },
  'ship with an odd answer': async (day) => void (await ship(day, day.dice.pick(odd))),
  'ship into silence': async (day) => void (await ship(day, day.dice.pick([...never, ...lost]))),
  'ship again': shipAgain,
  'ship without label': async (day) => void (await ship(day, 'label-empty')),
  'ship with a wrong label': async (day) => {
    await ship(day, 'wrong-order-label');
    await resolve(day);
  },
  'ship with two hands': shipWithTwoHands,
  'ship a batch': (day) => shipBatch(day),
  'ship a batch with an unknown': (day) => shipBatch(day, day.dice.pick(garbled)),
  'scan a parcel of a batch': scanOfBatch,
  'scan ahead': scanAhead,
  'tell the shop': tellTheShop,
  'take a file from the hot folder': takeHotFile,
  'ask the shop': askTheShop,
  'put aside': park,
  'scan back': scanBack,
  reprint: async (day) => void (await reprintOne(day)),
  'reprint on a printer without paper': reprintWithoutPaper,
  'reprint and run out of paper': reprintAndRunOut,
  'move to the stand-by printer': moveToStandby,
  'pick up': (day) => pickUp(day),
  'pick up unsent': (day) => pickUp(day, 'refuse'),
  'pick up unanswered': (day) => pickUp(day, day.dice.pick(garbled)),
  'pick up refused': (day) => pickUp(day, day.dice.pick(refusals)),
  'pick up, not ordered': async (day) => {
    await pickUp(day, day.dice.pick(dropped));
    await resolve(day);
  },
  upload: (day) => upload(day),
  'upload unsent': (day) => upload(day, 'refuse'),
  'upload unanswered': (day) => upload(day, 'execute-then-reset'),
  'upload refused': (day) => upload(day, day.dice.pick(refusals)),
  'back up': backUp,
  resolve,
} satisfies Record<string, (day: Day) => Promise<void>>;

export type ErrandName = keyof typeof errands;
export const errandNames = Object.keys(errands) as [ErrandName, ...ErrandName[]];

/** Does one thing a packer does, as far as it goes. Ends also where the program refuses it. */
export const run = (day: Day, errand: ErrandName): Promise<void> => errands[errand](day);

// ---- What a packer does --------------------------------------------------------------------------------------------

const columns =
  'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';

interface OrderFile {
  readonly keys: readonly string[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function orderFile(day: Day, count: number, kind = 'O', change: (row: string[]) => string[] = (row) => row): OrderFile {
  const keys = Array.from({ length: count }, () => day.name(kind));
  const rows = keys.flatMap((key) => {
    const postal = `${day.dice.pick(['1012', '3511', '5211'])} ${day.dice.pick(['AB', 'CD', 'EF'])}`;
    const address = [`Ada ${key}`, 'Dorpsstraat', String(1 + day.dice.whole(200)), postal, 'Utrecht', 'NL', '+31205550142'];
    const row = change([key, key, ...address, '1.2', '30', '20', '10', 'mugs', '45.00', 'EUR']).join(',');
    // Some are two parcels.
    return day.dice.chance(day.parcels === 2 ? 1 : 0.2) ? [row, row] : [row];
  });
  return { keys, bytes: new TextEncoder().encode([columns, ...rows].join('\n')) };
}

async function importOrders(day: Day, count: number, change?: (row: string[]) => string[], kind?: string): Promise<readonly string[]> {
  const { keys, bytes } = orderFile(day, count, kind, change);
  const report = await day.station.handlers.importOrders({ name: `${day.name('file')}.csv`, bytes });
  if (report.ok && report.value.problems.length === 0) day.imported(keys);
  return keys;
}

/** What is shipped is told in a file that is laid once. */
async function tellTheShop(day: Day): Promise<void> {
  const folder = join(shopOf(day.dir), shopFolders.shipped);
  mkdirSync(folder, { recursive: true });
  await day.station.handlers.saveWriteBack({ ...noWriteBack, folder, token: null });
  const [key = ''] = await importOrders(day, 1, undefined, 'T');
  if (await toTiles(day, key)) await buy(day, undefined);
  await until(() => day.journal().toTell('file').length === 0);
}

/** A file that somebody lays is claimed, taken and put away with what became of it. */
async function takeHotFile(day: Day): Promise<void> {
  const hotFolder = join(shopOf(day.dir), shopFolders.orders);
  mkdirSync(join(hotFolder, 'in'), { recursive: true });
  await day.station.handlers.saveSettings({ settings: { hotFolder } });
  const { keys, bytes } = orderFile(day, 3);
  const name = `${day.name('hot')}.csv`;
  writeFileSync(join(hotFolder, 'in', `${name}.part`), bytes);
  renameSync(join(hotFolder, 'in', `${name}.part`), join(hotFolder, 'in', name));
  // Laid is handed over: it is taken sooner or later, whatever becomes of this life.
  day.imported(keys);
  await until(() => existsSync(join(hotFolder, 'done', name)));
}

/** An order nobody brought in is asked for at its scan. */
async function askTheShop(day: Day): Promise<void> {
  const { keys, bytes } = orderFile(day, 1);
  const server = createServer((_request, response) => response.end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/orders/{number}`;
  await day.station.handlers.saveLookUps({ lookUps: [{ ...newLookUp, name: 'Shop', isOn: true, url, token: null }] });
  if (await toTiles(day, keys[0] ?? '')) await buy(day, undefined);
  await day.station.handlers.saveLookUps({ lookUps: [] });
  server.close();
  server.closeAllConnections();
}

async function answerAQuestion(day: Day): Promise<void> {
  const [key = ''] = await importOrders(day, 1, (row) => row.with(9, ''));
  await day.station.handlers.scan({ code: key });
  await answerQuestions(day);
}

async function dismissARow(day: Day): Promise<void> {
  await importOrders(day, 1, (row) => row.with(9, 'heavy'));
  await resolve(day);
}

/** Held, put forward, released; a second of its kind is typed and deleted. */
async function planAnOrder(day: Day): Promise<void> {
  const [imported = ''] = await importOrders(day, 1);
  const { handlers } = day.station;
  const key = imported as OrderKey;
  await handlers.holdOrder({ key, why: 'the customer calls back' });
  await handlers.planOrder({ key, priority: 'high' });
  await handlers.releaseOrder({ key });
  const order = await handlers.order({ key });
  if (!order.ok) return;
  const typed = day.name('typed') as OrderKey;
  await handlers.saveOrder({ order: { ...order.value, key: typed, reference: typed } });
  await handlers.deleteOrder({ key: typed });
}

const workflowOf = (day: Day): Workflow => day.station.snapshot().bench.workflow;
const workflowNoOf = (day: Day): number => day.station.snapshot().bench.workflowNo;

/** Whether the workflow comes to one of these steps in time. */
function comesTo(day: Day, ...steps: readonly Workflow['step'][]): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(came);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    const stop = day.station.onSnapshot(() => steps.includes(workflowOf(day).step) && end(true));
    if (steps.includes(workflowOf(day).step)) end(true);
  });
}

async function answerQuestions(day: Day): Promise<void> {
  for (let workflow = workflowOf(day); workflow.step === 'asking'; workflow = workflowOf(day)) {
    const [question] = workflow.questions;
    if (!question) return;
    const answer = await day.station.handlers.answerQuestion({ workflowNo: workflowNoOf(day), question, answer: '1.2' });
    if (!answer.ok) return;
  }
}

/** An order nobody shipped yet. */
async function freshKey(day: Day): Promise<string> {
  const page = await day.station.handlers.orders({ search: '', offset: 0, limit: 50 });
  const rows = page.ok ? page.value.rows : [];
  const fresh = rows.filter(({ booking }) => booking === null || booking.state === 'draft' || booking.state === 'quoted');
  const row = fresh[day.dice.whole(Math.max(1, fresh.length))];
  return row?.order.key ?? (await importOrders(day, 3))[0] ?? '';
}

/** After several unknowns in a row the program books nothing more until a person says so. */
const goOn = (day: Day): Promise<unknown> => day.station.handlers.resumeBooking({});

const ends = ['done', 'unknown', 'stopped', 'confirm-label', 'wrong-label', 'choosing', 'stuck'] as const;

async function toTiles(day: Day, key: string): Promise<boolean> {
  await day.station.handlers.scan({ code: key });
  await answerQuestions(day);
  return workflowOf(day).step === 'choosing';
}

/** Buys at the tiles and waits for what comes of it. */
async function buy(day: Day, fault: FaultName | undefined, hands = 1): Promise<void> {
  const workflow = workflowOf(day);
  if (workflow.step !== 'choosing') return;
  const workflowNo = workflowNoOf(day);
  await goOn(day);
  if (fault) await day.world.meet('ship', fault);
  const buying = Array.from({ length: hands }, () => day.station.handlers.buy({ workflowNo, serviceId: workflow.serviceId }));
  await Promise.race([Promise.all(buying), wait(patienceMs)]);
  if (fault) await day.world.clear();
  await comesTo(day, ...ends);
}

async function ship(day: Day, fault?: FaultName): Promise<Booking | undefined> {
  if (!(await toTiles(day, await freshKey(day)))) return undefined;
  await buy(day, fault);
  const workflow = workflowOf(day);
  return workflow.step === 'done' ? workflow.booking : undefined;
}

async function shipWithTwoHands(day: Day): Promise<void> {
  const key = await freshKey(day);
  if (!(await toTiles(day, key))) return;
  const buying = buy(day, undefined, 2);
  await day.station.handlers.scan({ code: key });
  await buying;
}

/** The next parcel is scanned while one is being booked: it waits. */
async function scanAhead(day: Day): Promise<void> {
  const [first = '', second = ''] = await importOrders(day, 2);
  if (!(await toTiles(day, first))) return;
  const buying = buy(day, undefined);
  await comesTo(day, 'booking', 'printing', 'done');
  await day.station.handlers.scan({ code: second });
  await buying;
}

const batchOf = async (day: Day): Promise<BatchView | null> => {
  const view = await day.station.handlers.batch({});
  return view.ok ? view.value : null;
};

/** Opens a batch, or finds the one an earlier life left, and begins to buy it. */
async function beginBatch(day: Day): Promise<readonly string[]> {
  await goOn(day);
  if ((await batchOf(day)) === null) await day.station.handlers.openBatch({ keys: (await importOrders(day, 3)) as OrderKey[], search: '' });
  await until(async () => (await batchOf(day))?.state !== 'quoting');
  const view = await batchOf(day);
  if (view?.state === 'ready' && view.counts.quoted > 0) await day.station.handlers.runBatch({ orders: view.counts.quoted });
  return (
    day
      .journal()
      .batch()
      ?.lines.map(({ line }) => line.orderKey) ?? []
  );
}

/** Goes on after each pause, settles what a person is asked, and closes it once nothing is left to do. */
async function endBatch(day: Day): Promise<void> {
  const busy: readonly (BatchView['state'] | undefined)[] = ['quoting', 'running', 'stopping'];
  for (let round = 0; round < 6; round += 1) {
    await until(async () => !busy.includes((await batchOf(day))?.state));
    const view = await batchOf(day);
    if (!view || busy.includes(view.state)) return;
    if (view.state !== 'paused') return void (await day.station.handlers.stopBatch({}));
    await goOn(day);
    if (view.stopped.length > 0) await resolve(day);
    await day.station.handlers.runBatch({ orders: (await batchOf(day))?.counts.agreed ?? 0 });
  }
}

async function shipBatch(day: Day, fault?: FaultName): Promise<void> {
  if (fault) await day.world.meet('ship', fault);
  await beginBatch(day);
  await until(async () => (await batchOf(day))?.state !== 'running');
  if (fault) await day.world.clear();
  await endBatch(day);
}

/** What is scanned while a batch is under way goes first, and out of the batch. */
async function scanOfBatch(day: Day): Promise<void> {
  const keys = await beginBatch(day);
  if (await toTiles(day, day.dice.pick(keys.length > 0 ? (keys as [string, ...string[]]) : ['']))) await buy(day, undefined);
  await endBatch(day);
}

/** A booked shipment of this day, shipped now where there is none. */
async function aBooking(day: Day): Promise<Booking | undefined> {
  const last = await day.station.handlers.lastShipments({ limit: 20 });
  const booked = last.ok ? last.value.filter(({ jobs }) => jobs.some(({ state }) => state === 'printed')) : [];
  return booked[day.dice.whole(Math.max(1, booked.length))] ?? ship(day);
}

async function shipAgain(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.station.handlers.scan({ code: booking.orderKey });
  if (workflowOf(day).step !== 'already-shipped') return;
  await day.station.handlers.shipAgain({ workflowNo: workflowNoOf(day), reason: 'The first parcel broke', pin: '' });
  await buy(day, undefined);
}

async function park(day: Day): Promise<void> {
  if (!(await toTiles(day, await freshKey(day)))) return;
  await day.station.handlers.park({ workflowNo: workflowNoOf(day) });
  if (day.dice.chance(0.5)) await resolve(day);
}

async function scanBack(day: Day): Promise<void> {
  const booking = await ship(day);
  if (booking) await day.station.handlers.scan({ code: booking.consignmentNo });
}

/** Ships now and then before what comes next, so that there is something to lose. */
export async function warmUp(day: Day): Promise<void> {
  if (day.dice.chance(0.5)) await ship(day, day.dice.chance(0.3) ? day.dice.pick([...odd, ...garbled]) : undefined);
}

async function reprintOne(day: Day): Promise<boolean> {
  const booking = await aBooking(day);
  return booking !== undefined && (await day.station.handlers.reprint({ bookingId: booking.id })).ok;
}

async function reprintWithoutPaper(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.world.printer('out of paper');
  const asked = await day.station.handlers.reprint({ bookingId: booking.id });
  if (asked.ok) await until(() => jobsIn(day, ['queued']).some(({ detail }) => detail !== ''));
  await day.world.printer('ready');
  await printed(day);
}

async function reprintAndRunOut(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.world.printer('out of paper at the next label');
  if ((await day.station.handlers.reprint({ bookingId: booking.id })).ok) await until(() => jobsIn(day, ['held']).length > 0);
  await day.world.printer('ready');
  await resolve(day);
}

async function moveToStandby(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.world.printer(day.dice.pick(['out of paper', 'out of paper at the next label']));
  const asked = await day.station.handlers.reprint({ bookingId: booking.id });
  if (asked.ok) await until(() => jobsIn(day, ['held']).length > 0 || jobsIn(day, ['queued']).some(({ detail }) => detail !== ''));
  await day.station.handlers.standBy({ isOn: true });
  await printed(day);
  await day.world.printer('ready');
  if (day.dice.chance(0.5)) await day.station.handlers.reprint({ bookingId: booking.id });
  await day.station.handlers.standBy({ isOn: false });
  await printed(day);
  await resolve(day);
}

async function pickUp(day: Day, fault?: FaultName): Promise<void> {
  await aBooking(day);
  // While nobody knows of one driver, no other is ordered.
  if (day.journal().pickupsInState(['unknown']).length > 0) await resolve(day);
  const overview = await day.station.handlers.pickups({});
  const [group] = overview.ok ? overview.value.groups : [];
  const latest = overview.ok ? overview.value.requested.find(({ state }) => state === 'booked') : undefined;
  const courierKey = group?.courierKey ?? latest?.courierKey;
  if (!overview.ok || !courierKey) return;
  await goOn(day);
  if (fault) await day.world.meet('pickup', fault);
  const asking = day.station.handlers.requestPickup({
    courierKey,
    date: '2031-01-06',
    readyTime: '16:00',
    closingTime: '17:30',
    instructions: day.name('P'),
    withLeftOvers: true,
    again: 'One more parcel',
    isSure: true,
    ...(!group && latest && { secondOf: latest.id }),
  });
  await Promise.race([asking, wait(patienceMs)]);
  if (fault) await day.world.clear();
  await printed(day);
}

async function upload(day: Day, fault?: FaultName): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  if (fault) await day.world.meet('upload_documents', fault);
  const name = `${day.name('D')}.pdf`;
  const bytes = new TextEncoder().encode(`%PDF-1.4 ${name}`);
  await day.station.handlers.attachDocument({
    bookingId: booking.id,
    documentType: 'Customs Invoice',
    name,
    mediaType: 'application/pdf',
    bytes,
  });
  if (fault) await day.world.clear();
}

/** Names another folder for the copies: the first one is made at once. */
async function backUp(day: Day): Promise<void> {
  await day.station.handlers.saveSettings({ settings: { backupFolder: join(day.dir, 'backups', day.name('B')) } });
  await until(async () => {
    const setup = await day.station.handlers.setup({});
    return setup.ok && setup.value.backup.lastAt !== null;
  });
}

const jobsIn = (day: Day, states: Parameters<Journal['jobsInState']>[0]) => day.journal().jobsInState(states);

/** Waits until nothing is queued or under way on a printer. */
const printed = (day: Day): Promise<boolean> => until(() => jobsIn(day, ['queued', 'sending']).length === 0);

// ---- What a person settles, who can look at the service and at the paper --------------------------------------------

/** `but`: kinds that are left as they are. */
export async function resolve(day: Day, but: readonly ResolveItem['kind'][] = []): Promise<void> {
  await printed(day);
  const open = await day.station.handlers.toResolve({});
  if (open.ok) for (const item of open.value) if (!but.includes(item.kind)) await settle(day, item);
}

type Settlers = { readonly [K in ResolveItem['kind']]?: (day: Day, item: Extract<ResolveItem, { kind: K }>) => Promise<unknown> };

const gone = { reason: 'The service says it is not there', pin: '' };

const settlers: Settlers = {
  async 'booking-unknown'({ station: { handlers }, journal, world }, { booking: { id: bookingId, orderKey } }) {
    const [orderNo] = (await world.ordersOf(orderKey)).filter((each) => journal().findBooking(each)?.state !== 'booked');
    return orderNo ? handlers.settleExists({ bookingId, orderNo }) : handlers.settleNotBooked({ bookingId, ...gone });
  },
  async 'pickup-unknown'({ station: { handlers }, world }, { pickup: { id: pickupId, instructions } }) {
    const [collectionNo = ''] = await world.pickupsOf(instructions);
    return handlers.settlePickup({ pickupId, collectionNo, ...gone });
  },
  'print-unconfirmed': (day, { job }) => settleSheet(day, job.id),
  async 'label-doubtful'({ station: { handlers } }, { booking: { id: bookingId, verdict } }) {
    const isOurs = verdict?.kind !== 'other' && (await handlers.confirmLabel({ bookingId, isRight: true })).ok;
    return isOurs || handlers.closeLabel({ bookingId, ...gone });
  },
  async 'upload-open'({ station: { handlers }, world }, { upload: { id: uploadId, name } }) {
    return handlers.settleUpload({ uploadId, act: (await world.hasDocument(name)) ? 'it-arrived' : 'send-again' });
  },
  'row-unreadable': ({ station: { handlers } }, { id }) => handlers.dismissRow({ id }),
  'put-aside': ({ station: { handlers } }, { booking }) => handlers.takeUp({ bookingId: booking.id }),
};

/** Kinds without a settler here are left as they are. */
async function settle(day: Day, item: ResolveItem): Promise<void> {
  const settler = settlers[item.kind] as ((day: Day, item: ResolveItem) => Promise<unknown>) | undefined;
  await settler?.(day, item);
}

/** Looks at the paper once the printer stands still: what is not there then does not come any more. */
async function settleSheet(day: Day, jobId: string): Promise<void> {
  await day.world.printer('ready');
  await until(async () => {
    const status = await day.station.handlers.askPrinter({ role: 'label' });
    return status.ok && status.value.kind === 'ready';
  });
  const job = day.journal().job(jobId);
  if (!job) return;
  const drawing = drawingOf(day.journal().jobSheet(jobId)?.bytes);
  const others = day
    .journal()
    .jobsInState(['printed'])
    .filter(({ id }) => id !== jobId && drawingOf(day.journal().jobSheet(id)?.bytes) === drawing).length;
  const cameOut = job.role === 'document' || (await day.world.sheetsOf(drawing)) > others;
  await day.station.handlers.settlePrint({ jobId, cameOut });
  await printed(day);
}

// ---- Waiting -------------------------------------------------------------------------------------------------------

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether it becomes true in time. */
export async function until(isTrue: () => boolean | Promise<boolean>, ms = patienceMs): Promise<boolean> {
  for (const over = AbortSignal.timeout(ms); !over.aborted; await wait(10)) if (await isTrue()) return true;
  return false;
}
