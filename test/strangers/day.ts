import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Booking } from '../../shared/booking.ts';
import { printerOfRole } from '../../shared/printer.ts';
import { senderAt } from '../../shared/sender.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { createDice, type Dice } from '../crash/dice.ts';
import { quickFolder } from '../quick-folder.ts';
import type { Act } from './acts/act.ts';
import { acts } from './acts/acts.ts';
import { startFairClock } from './clock.ts';
import type { DayPlan } from './day-plan.ts';
import type { Finding } from './finding.ts';
import { watchHonesty } from './honesty.ts';
import type { Day, ShopRow } from './lived-day.ts';
import { judgeDay } from './oracle.ts';
import { drawOrderFile, type TrueOrder } from './order-files.ts';
import { callAsWindow, createPacker } from './packer.ts';
import { startPrinter } from './printers.ts';
import { bookedHere, resolveAll } from './resolve.ts';
import { type BehindWindow, openWindow } from './screen.ts';
import { startService } from './service.ts';
import type { Spelling } from './service-nature.ts';
import { haste, openStation } from './station.ts';
import { bareKey, createTruth } from './truth.ts';
import type { WindowNature } from './window-nature.ts';

export interface DayReport {
  readonly findings: readonly Finding[];
  readonly parcels: number;
  /** Number of times each kind of fault really occurred. */
  readonly met: Readonly<Record<string, number>>;
}

export const sender = {
  name: 'Mara Dijkstra',
  company: 'Houtman Keramiek',
  street: 'Veemarktkade',
  houseNumber: '8',
  street2: '',
  street3: '',
  postalCode: '5222 AE',
  city: 's-Hertogenbosch',
  province: '',
  country: 'NL',
  phone: '+31 73 555 0188',
  email: 'pack@houtman.example',
  eori: 'NL123456789',
};

const spelt = <Right, Wrong>(taken: Spelling, right: Right, wrong: Wrong): Right | Wrong | 'learned' =>
  taken === 'both' ? 'learned' : taken === 'right' ? right : wrong;

/** Runs one day at a real station between strangers, and returns its faults. `doing` is called before each thing that is done. */
export async function liveDay(plan: DayPlan, doing: (what: string) => void = () => undefined): Promise<DayReport> {
  const dir = mkdtempSync(join(quickFolder, 'packbench-stranger-'));
  const shopFolder = join(dir, 'shop');
  mkdirSync(shopFolder);
  const met: Record<string, number> = {};
  const findings: Finding[] = [];
  const note = (kind: string): void => {
    met[kind] = (met[kind] ?? 0) + 1;
  };
  const found = (finding: Finding): void => {
    if (!findings.some(({ what }) => what === finding.what)) findings.push(finding);
  };
  if (plan.service.environment !== 'both' || plan.service.instructions !== 'both') note('service that takes one spelling');
  const dice = createDice(`${plan.seed} day`);
  const begun = performance.now();
  let files = 0;
  const now = (): Date => new Date(Date.parse(plan.startAt) + haste * (performance.now() - begun));
  const service = await startService({ dice: createDice(`${plan.seed} service`), nature: plan.service, now, met: note });
  const printer = await startPrinter({ nature: plan.printer, met: note });
  const orders: TrueOrder[] = [];
  const truth = createTruth(service.ledger, [printer]);
  let station = await openStation(dir, now);
  let shown = station.snapshot();
  const typed: Day['typed'] = new Map();
  const packer = createPacker({
    ask(name, args) {
      doing(`the call ${name} at ${shown.bench.workflow.step}`);
      return hands(name, args);
    },
    shown: () => shown,
    answered(order, kind, digits) {
      if (kind === 'value' && !typed.has(bareKey(order.key))) typed.set(bareKey(order.key), { digits, currency: 'EUR' });
    },
    joins(order, others) {
      const own = orders.find((each) => bareKey(each.key) === bareKey(order.key));
      const isForeign = (key: string): boolean => {
        const other = orders.find((each) => bareKey(each.key) === bareKey(key));
        return !own || !other || (!other.isCut && !own.isCut && doorOf(other) !== doorOf(own));
      };
      const foreign = others.find(isForeign);
      if (foreign !== undefined)
        found({ counter: 'untrue_screens', what: 'an order to another address is shown for this one', detail: `${order.key}, ${foreign}` });
      // After a restore the program may not know that a parcel has left; whoever packed it does.
      const hasLeft = [order.key, ...others].some((key) => truth.bookingsOf(key).length > 0);
      const join = foreign === undefined && !hasLeft && createDice(`${plan.seed} ${[order.key, ...others].join()}`).chance(0.6);
      note(join ? 'hands: two orders in one parcel' : 'hands: two orders to one address in two parcels');
      return join;
    },
    found,
  });
  const behind: BehindWindow = { ask: (name, args) => callAsWindow(station, name, args), state: () => shown, now };
  const page = plan.window && (await pageFor(plan.window, behind, createDice(`${plan.seed} hands`), found));
  const window = page ?? openWindow(behind);
  const hands = page?.hands ?? behind.ask;
  const clock = startFairClock();
  const watch = watchHonesty({
    window,
    clock,
    snapshot: () => shown,
    moment: (drawing) => ({
      drawing,
      truth,
      printer,
      owedMs: Math.max(0, ...service.ledger.requests.map(({ at, endedAt }) => (endedAt === null ? performance.now() - at : 0))),
    }),
    found,
  });
  const followStation = (): (() => void) => {
    shown = station.snapshot();
    return station.onSnapshot((snapshot) => {
      shown = snapshot;
      watch.compare();
    });
  };
  let follow = followStation();

  const day: Day = {
    plan,
    dir,
    dice,
    service,
    printer,
    truth,
    packer,
    window,
    watch,
    orders,
    allowed: { shipments: new Map(), copies: new Map() },
    typed,
    misread: new Set(),
    forgotten: new Set(),
    edited: new Set(),
    shop: { rows: () => rowsIn(shopFolder) },
    now,
    met: note,
    found,
    async reopen(between) {
      follow();
      await station.close();
      await between?.();
      station = await openStation(dir, now);
      follow = followStation();
      await window.reopen();
    },
    async importFile(wish) {
      files += 1;
      const file = drawOrderFile(dice, { prefix: `${plan.prefix}${files}F`, ...wish });
      if (file.encoding !== 'utf-8') note(`file in ${file.encoding}`);
      if (file.repeated.length > 0) note('file with repeated rows');
      if (file.foreignColumns.length > 0) note('file with renamed columns');
      if (file.orders.some(({ heldBack }) => heldBack !== null)) note('file with orders nobody may ship');
      if (file.orders.some(({ sharesWith }) => sharesWith !== null)) note('file with two orders to one address');
      if (file.orders.some(({ isCut }) => isCut)) note('file with cut rows');
      const taken = await packer.call('importOrders', { name: file.name, bytes: new Uint8Array(file.bytes) });
      if (taken.ok) orders.push(...file.orders);
      return file;
    },
  };

  try {
    await packer.call('saveSettings', {
      settings: {
        packer: 'Zoë Kranjčar',
        senders: [senderAt(sender)],
        printers: [printerOfRole('label', { address: printer.address, dpi: plan.printer.dpi, widthMm: 102, heightMm: 152 })],
        ...plan.settings,
        // The shift lead has set the spelling that the service accepts.
        spellings: {
          environment: spelt(plan.service.environment, 'environment', 'environmet'),
          instructions: spelt(plan.service.instructions, 'instructions', 'instuctions'),
        },
      },
    });
    const connected = await packer.call('connect', {
      world: 'live',
      baseUrl: service.url,
      key: service.key,
      secret: service.secret,
      account: '',
    });
    // The service may answer too late on a loaded machine, which says nothing about the key.
    if (!connected.ok && !['service-unreachable', 'service-slow'].includes(connected.failure.code))
      found({ counter: 'dead_ends', what: 'the key is right and is not taken', detail: JSON.stringify(connected.failure) });
    await packer.call('saveWriteBack', { ...noWriteBack, folder: shopFolder, token: null });
    await day.importFile({ orders: 6 });
    for (const act of plan.acts) {
      doing(`act ${act.no}, ${act.name}`);
      await live(act, day);
      await watch.look();
    }
    doing('the end of the day');
    await endDay(day);
    for (const finding of await judgeDay(day)) found(finding);
  } finally {
    watch.stop();
    await window.close();
    follow();
    clock.stop();
    service.clear();
    const closing = station.close();
    await service.stop();
    await closing;
    await printer.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return { findings, parcels: service.ledger.bookings.length, met };
}

/** The facts by which a driver finds the door of an order, and the person behind it. */
const doorOf = ({ recipient: { name, company, line1, line2, postalCode, city, country } }: TrueOrder): string =>
  [name, company, line1, line2, postalCode, city, country].join('|').toLowerCase();

/** The rows of all files in a shop's folder, read as its import does. */
function rowsIn(folder: string): ShopRow[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv') && !name.startsWith('.'));
  return files.flatMap((name) => {
    const table = readFileSync(join(folder, name), 'utf8').replace('\uFEFF', '').trim();
    const [head = [], ...rows] = table.split('\r\n').map((row) => row.split(',').map((cell) => cell.replace(/^"|"$/g, '')));
    const at = (column: string): number => head.indexOf(column);
    return rows.map((cells) => ({
      order: cells[at('order')] ?? '',
      number: cells[at('tracking_number')] ?? '',
      serviceNo: cells[at('service_order_number')] ?? '',
    }));
  });
}

/** The browser is loaded only if a day has a window. */
async function pageFor(
  nature: WindowNature,
  behind: BehindWindow,
  dice: Dice,
  found: (finding: Finding) => void,
): Promise<import('./page-window.ts').PageWindow> {
  const { openPageWindow } = await import('./page-window.ts');
  return openPageWindow({ ...behind, nature, dice, found });
}

async function live(act: Act, day: Day): Promise<void> {
  const does = acts[act.name];
  if (!does) throw new Error(`Nobody knows the act "${act.name}"`);
  await does(day, createDice(`${day.plan.seed} act ${act.no}`));
}

/** Ends all faults, takes up everything that waits, and settles open items as a person who looks would. */
async function endDay(day: Day): Promise<void> {
  const { service, printer, packer, truth } = day;
  service.clear();
  service.revoke(false);
  await printer.change('none');
  await packer.clearBench();
  // A right label is compared and then printed. The job of a mute printer is "sent" as soon as the printer has the bytes: the paper follows
  // and is judged when it came.
  const isRight = ({ orderNo }: Booking): boolean =>
    truth.ledger.bookings.some((each) => each.orderNo === orderNo && each.label === 'right');
  const isAtRest = async (): Promise<boolean> =>
    printer.holds() === 0 &&
    (await bookedHere(day)).every((booking) => {
      const isCompared = booking.verdict !== null || booking.jobs.some(({ role }) => role === 'label');
      return (isCompared || !isRight(booking)) && booking.jobs.every(({ state }) => state !== 'queued' && state !== 'sending');
    });
  await packer.until('every label has come out or failed', isAtRest);
  await resolveAll(day, { isEnd: true });
  await packer.clearBench();
  await packer.until('every label has come out or failed', isAtRest);
}
