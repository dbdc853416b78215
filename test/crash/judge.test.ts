import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { anOrder, answer, bytes, extras, label, quote, sender, service } from '../journal/samples.ts';
import { journalAt } from '../journal/temporary-journal.ts';
import { type Belief, dayChannels, judge, noCounts, type Truth } from './judge.ts';
import { integrityFailures } from './lane.ts';
import { reportsTo } from './shop-folders.ts';

const home = mkdtempSync(join(tmpdir(), 'packbench-judge-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const nothing: Truth = { orders: [], pickups: [], documents: [], intents: [], sheets: [], imported: [], reports: [] };
const noBelief: Belief = { bookings: [], pickups: [], uploads: [], labels: [], orders: [], toResolve: [], pendingReports: [] };
const booking = (state: 'booked' | 'unknown' | 'sending', orderNo = '', isFlagged = false): Belief['bookings'][number] => ({
  id: `${state} ${orderNo}`,
  orderKeys: ['A'],
  pieces: 0,
  shipmentNo: 1,
  state,
  orderNo,
  isFlagged,
  hasLabelJob: true,
});
const request = (key: string, body: string) => ({ method: 'POST', path: '/', headers: { 'idempotency-key': key }, body });
const bought = (...orderNos: string[]): Truth => ({ ...nothing, orders: orderNos.map((orderNo) => ({ orderNo, reference: 'A' })) });

/** The parts of an order of two pieces, by their number of pieces. */
const parts = (...pieces: readonly number[]): Partial<Belief> => ({
  bookings: pieces.map((each, at) => ({
    ...booking('booked', String(at)),
    orderKeys: ['A-K1'],
    shipmentNo: at + 1,
    pieces: each,
  })),
});
const boughtInParts = (count: number): Truth => ({
  ...nothing,
  orders: Array.from({ length: count }, (_, at) => ({ orderNo: String(at), reference: 'A-K1' })),
});

test.each<[string, Truth, Partial<Belief>, Partial<typeof noCounts>]>([
  ['an order in two parts is right', boughtInParts(2), parts(1, 1), {}],
  ['a part of which one piece was shipped before is doubled', boughtInParts(2), parts(1, 2), { doubled: 1 }],
  ['bought and booked is right', bought('1'), { bookings: [booking('booked', '1')] }, {}],
  ['bought and unknown, and a person is asked, is right', bought('1'), { bookings: [booking('unknown')], toResolve: ['unknown '] }, {}],
  ['bought and not in the journal is lost', bought('1'), {}, { lost: 1 }],
  [
    'two orders in one shipment, bought once, is right',
    { ...nothing, orders: [{ orderNo: '1', reference: 'A + B' }] },
    { bookings: [{ ...booking('booked', '1'), orderKeys: ['A', 'B'] }] },
    {},
  ],
  [
    'an order that is bought with another one and alone is doubled',
    { ...nothing, orders: ['A + B', 'B'].map((reference, index) => ({ orderNo: `${index + 1}`, reference })) },
    {
      bookings: [
        { ...booking('booked', '1'), orderKeys: ['A', 'B'] },
        { ...booking('booked', '2'), orderKeys: ['B'] },
      ],
    },
    { doubled: 1 },
  ],
  [
    'an order and its return label, each bought once, are right',
    { ...nothing, orders: ['A', 'A (return)'].map((reference, index) => ({ orderNo: `${index + 1}`, reference })) },
    { bookings: [booking('booked', '1'), { ...booking('booked', '2'), orderKeys: ['A (return)'] }] },
    {},
  ],
  [
    'a return label that is bought twice is doubled',
    { ...nothing, orders: ['1', '2'].map((orderNo) => ({ orderNo, reference: 'A (return)' })) },
    { bookings: [{ ...booking('booked', '1'), orderKeys: ['A (return)'] }] },
    { lost: 1, doubled: 1 },
  ],
  ['bought twice for one shipment is doubled', bought('1', '2'), { bookings: [booking('booked', '1')] }, { lost: 1, doubled: 1 }],
  [
    'booked, and the shop was informed once or is still to be informed, is right',
    {
      ...nothing,
      orders: ['1', '2'].map((orderNo) => ({ orderNo, reference: `A-T${orderNo}` })),
      reports: dayChannels.map((channel) => ({ channel, order: 'A-T1', name: '1' })),
    },
    {
      bookings: ['1', '2'].map((orderNo) => ({ ...booking('booked', orderNo), orderKeys: [`A-T${orderNo}`] })),
      pendingReports: dayChannels.map((channel) => ({ channel, order: 'A-T2' })),
    },
    {},
  ],
  [
    'booked, and the shop never hears of it, is lost',
    { ...nothing, orders: [{ orderNo: '1', reference: 'A-T1' }] },
    { bookings: [{ ...booking('booked', '1'), orderKeys: ['A-T1'] }] },
    { lost: 2 },
  ],
  [
    'reported twice in files, or in different words under one key, is doubled',
    {
      ...nothing,
      reports: [
        ...['1', '2', '1'].map((name) => ({ channel: 'file', order: 'A-T1', name }) as const),
        ...reportsTo({ asked: ['{"order":"A-T1"}', '{"order":"A-T1","at":""}', '{"order":"A-T1"}'].map((body) => request('K', body)) }),
      ],
    },
    {},
    { doubled: 2 },
  ],
  ['booked and never bought is a phantom', nothing, { bookings: [booking('booked', '1')] }, { phantom: 1 }],
  ['booked under a wrong number, and flagged, is right', bought('1'), { bookings: [booking('booked', '9', true)] }, {}],
  [
    'booked under a wrong number in silence is lost and a phantom',
    bought('1'),
    { bookings: [booking('booked', '9')] },
    { lost: 1, phantom: 1 },
  ],
  ['unknown that nobody is asked about is silent', nothing, { bookings: [booking('unknown')] }, { silentUnknown: 1 }],
  ['left in sending is silent', nothing, { bookings: [booking('sending')] }, { silentUnknown: 1 }],
  ['an order that was taken and is not there is lost', { ...nothing, imported: ['A', 'B'] }, { orders: ['A'] }, { lost: 1 }],
  [
    'a booking without a label that nobody is asked about is silent',
    bought('1'),
    { bookings: [{ ...booking('booked', '1'), hasLabelJob: false }] },
    { silentUnknown: 1 },
  ],
  [
    'two drivers for one request are doubled',
    { ...nothing, pickups: [driver('1'), driver('2')] },
    { pickups: [pickup('booked')] },
    { doubled: 1 },
  ],
  ['a driver nobody knows of is lost', { ...nothing, pickups: [driver('1')] }, { pickups: [pickup('released')] }, { lost: 1 }],
  [
    'a document reported as accepted that is not there is a phantom',
    nothing,
    { uploads: [{ id: 'u', name: 'D', state: 'accepted' }] },
    { phantom: 1 },
  ],
  ['two sheets of one job are doubled', { ...nothing, sheets: ['x', 'x'] }, { labels: [job('printed')] }, { sheetsDoubled: 1 }],
  ['a sheet reported as printed that did not come out is a phantom', nothing, { labels: [job('printed')] }, { phantom: 1 }],
  [
    'a sheet that may have come out, and a person is asked, is right',
    { ...nothing, sheets: ['x'] },
    { labels: [job('print-unknown')], toResolve: ['j'] },
    {},
  ],
])('%s', (_, truth, belief, counts) => {
  expect(judge(truth, { ...noBelief, ...belief })).toEqual({ ...noCounts, ...counts });
});

function driver(collectionNo: string): Truth['pickups'][number] {
  return { collectionNo, instructions: 'P' };
}
function pickup(state: 'booked' | 'released'): Belief['pickups'][number] {
  return { id: 'p', state, collectionNo: '1', instructions: 'P' };
}
function job(state: 'printed' | 'print-unknown'): Belief['labels'][number] {
  return { id: 'j', state, drawing: 'x' };
}

function folderWithJournal(): string {
  const dir = mkdtempSync(join(home, 'one-'));
  const journal = journalAt(join(dir, 'journal-live.sqlite'));
  for (const key of ['A', 'B', 'C']) {
    const order = anOrder(key);
    journal.takeOrders([order], []);
    const { id } = journal.draft(order, 'Ana');
    journal.writeQuote(id, order, quote);
    journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });
    journal.takeForSending(id);
    journal.writeAnswer(id, answer);
    journal.writeBooked(id, {
      orderNo: `no ${key}`,
      consignmentNo: '',
      label,
      remarks: null,
      trackingNos: [],
      warnings: [],
      adoptedBy: null,
    });
  }
  journal.close();
  return dir;
}

test('counts a damaged journal, a dangling row and a damaged copy as integrity failures', () => {
  const whole = folderWithJournal();
  const dangling = mkdtempSync(join(home, 'dangling-'));
  cpSync(whole, dangling, { recursive: true });
  const database = new DatabaseSync(join(dangling, 'journal-live.sqlite'), { enableForeignKeyConstraints: false });
  database.exec(`INSERT INTO numbers VALUES ('nobody', 'order', '1', '1')`);
  database.close();
  const damaged = mkdtempSync(join(home, 'damaged-'));
  writeFileSync(join(damaged, 'journal-live.sqlite'), 'this is no database at all, whatever its name is');
  const withCopy = mkdtempSync(join(home, 'copy-'));
  cpSync(whole, withCopy, { recursive: true });
  mkdirSync(join(withCopy, 'backups'));
  writeFileSync(join(withCopy, 'backups', 'journal-live.sqlite.2026-11-21T04-30-00.000Z.backup'), '');
  writeFileSync(join(withCopy, 'backups', 'journal-live.sqlite.2026-11-21T04-31-00.000Z.backup'), 'half of a copy, named too early');
  expect([whole, dangling, damaged, withCopy].map(integrityFailures)).toEqual([0, 1, 1, 2]);
});
