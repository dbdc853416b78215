import { join } from 'node:path';
import type { FaultName } from '../../electron/training/fault-by-name.ts';
import { until } from '../watchdog.ts';
import { words } from '../words.ts';
import { eraseAPerson, importOrders, planAnOrder } from './bring-orders.ts';
import { type Day, printed } from './day.ts';
import { moveToStandby, reprintAndRunOut, reprintOne, reprintWithoutPaper } from './reprint.ts';
import { askTheShop, reportToShop, shipTogether, takeHotFile } from './serve-shop.ts';
import { resolve } from './settle.ts';
import {
  aBooking,
  answerAQuestion,
  buyReturnLabel,
  goOn,
  never,
  packAgain,
  park,
  scanAhead,
  scanBack,
  ship,
  shipAgain,
  shipInParts,
  shipWithTwoHands,
} from './ship.ts';
import { joinInBatch, scanOfBatch, shipBatch } from './ship-batch.ts';

/** Faults at which the service reads the request and does not carry it out. */
const dropped = ['reset-before', 'html', 'not-json', 'html-504', 'status-500', 'status-502'] as const;
/** Faults at which the service carries out the request and its answer proves nothing. */
const garbled = [
  ...words('execute-then-reset truncated chunk-error length-too-long empty-body utf-16 nan empty-result result-null'),
  ...words('order-no-missing execute-then-html-504 execute-then-status-502'),
] as const;
const refusals = ['refuse-errors', 'errors-text', 'errors-objects', 'errors-map'] as const;
/** Faults at which the service carries out the request and answers correctly in an unusual form. */
const odd = ['gzip', 'bom', 'done-with-errors', 'result-list'] as const;
const lost = ['reset-before-reading', 'reset-while-reading', 'reset-on-accept'] as const;

const errands = {
  import: async (day) => void (await importOrders(day, 3)),
  'import a long file': async (day) => void (await importOrders(day, 120)),
  'answer a question': answerAQuestion,
  'dismiss a row': dismissARow,
  'plan an order': planAnOrder,
  'erase a person': eraseAPerson,
  ship: async (day) => void (await ship(day)),
  'ship together': shipTogether,
  'ship in parts': shipInParts,
  'buy a return label': buyReturnLabel,
  'pack a parcel again': packAgain,
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
  'join in a batch': joinInBatch,
  'scan a parcel of a batch': scanOfBatch,
  'scan ahead': scanAhead,
  'tell the shop': reportToShop,
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
  'enter the world again': async ({ station }) => void (await station.handlers.enterWorld({ world: 'live' })),
  resolve,
} satisfies Record<string, (day: Day) => Promise<void>>;

export type ErrandName = keyof typeof errands;

export const errandNames = Object.keys(errands) as [ErrandName, ...ErrandName[]];

/** Does one thing that a packer does, as far as possible. Also ends if the program refuses it. */
export const run = (day: Day, errand: ErrandName): Promise<void> => errands[errand](day);

async function dismissARow(day: Day): Promise<void> {
  await importOrders(day, 1, (row) => row.with(9, 'heavy'));
  await resolve(day);
}

/** Sometimes ships before the next errand, so that there is something to lose. */
export async function warmUp(day: Day): Promise<void> {
  if (day.dice.chance(0.5)) await ship(day, day.dice.chance(0.3) ? day.dice.pick([...odd, ...garbled]) : undefined);
}

async function pickUp(day: Day, fault?: FaultName): Promise<void> {
  await aBooking(day);
  // While the state of one pickup is unknown, no other is ordered.
  if (day.journal().pickupsInState(['unknown']).length > 0) await resolve(day);
  const overview = await day.station.handlers.pickups({});
  const [group] = overview.ok ? overview.value.groups : [];
  const latest = overview.ok ? overview.value.requested.find(({ state }) => state === 'booked') : undefined;
  const courierKey = group?.courierKey ?? latest?.courierKey;
  if (!overview.ok || !courierKey) return;
  await goOn(day);
  if (fault) await day.world.meet('pickup', fault);
  await day.station.handlers.requestPickup({
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
  if (fault) await day.world.clear();
  await printed(day);
}

export async function upload(day: Day, fault?: FaultName): Promise<void> {
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

/** Sets another backup folder: the first backup is made at once. */
async function backUp(day: Day): Promise<void> {
  await day.station.handlers.saveSettings({ settings: { backupFolder: join(day.dir, 'backups', day.name('B')) } });
  await until('a backup is made', async () => {
    const setup = await day.station.handlers.setup({});
    return setup.ok && setup.value.backup.lastAt !== null;
  });
}
