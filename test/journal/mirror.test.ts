import { expect, test } from 'vitest';
import type { Booking } from '../../shared/booking.ts';
import type { SiteChange } from '../../shared/elsewhere.ts';
import { anOrder, extras, quote, sender, service } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const journal = () => journalAt(newFile());

/** A booking of this order as another bench reports it. */
function shared(key: string, more: Partial<Booking> = {}): Booking {
  const theirs = journal();
  const draft = theirs.draft(anOrder(key), 'Ann');
  theirs.close();
  return { ...draft, state: 'booked', changedAt: '2026-11-20T10:00:00.000Z', orderNo: `NO-${key}`, trackingNos: [`TR-${key}`], ...more };
}

const change = (
  seq: number,
  key: string,
  more: Partial<SiteChange> = {},
  attempt: Partial<NonNullable<SiteChange['attempt']>> = {},
): SiteChange => ({
  feed: 'theirs',
  bench: 3,
  seq,
  link: `link ${seq}`,
  at: '2026-11-20T10:00:05.000Z',
  what: 'noted',
  attempt: {
    id: `attempt of ${key}`,
    kind: 'ship',
    orderKey: key,
    shipmentNo: 1,
    account: '',
    state: 'booked',
    orderNo: `NO-${key}`,
    parcels: [],
    ...attempt,
  },
  booking: null,
  ...more,
});

const month = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')] as const;

test('changes that are received twice are stored once, and lose no detail', () => {
  const here = journal();
  const all = [change(1, 'ORD-1', { what: 'booked' }), change(2, 'ORD-1', { booking: shared('ORD-1') })];
  here.takeChanges(all);
  here.takeChanges(all);
  // The ledger keeps only the newest encrypted copy: earlier facts come without one.
  here.takeChanges([change(1, 'ORD-1', { what: 'booked' })]);
  expect(here.bookedElsewhere({ search: '', offset: 0, limit: 9 })).toMatchObject({ total: 1, rows: [{ bench: 3, orderNo: 'NO-ORD-1' }] });
  expect(here.mirrorCursors()).toEqual({ theirs: [1, 'link 1'] });
  expect(here.bookedBetween(...month)).toBe(1);
  here.close();
});

test('finds a parcel of another bench by order, number and name, apart from own bookings', () => {
  const here = journal();
  here.draft(anOrder('ord-1'), 'Bea');
  here.takeChanges([change(1, 'ORD-1', { booking: shared('ORD-1') })]);
  for (const found of [here.elsewhereAt('ORD-1'), here.findElsewhere('tr-ord-1'), here.findElsewhere('NO-ORD-1')])
    expect(found).toMatchObject({ bench: 3, orderKey: 'ORD-1', booking: { bench: 3 } });
  const [name = ''] = anOrder('ORD-1').recipient.name.split(' ');
  expect(here.bookedElsewhere({ search: name, offset: 0, limit: 9 }).total).toBe(1);
  expect([here.lastBooked(9), here.bookingsInState(['booked']), here.notHandedOver(), here.bookedWithoutLabelJob()]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(here.latestOf(anOrder('ord-1').key)?.state).toBe('draft');
  here.close();
});

test('a booking without a readable copy is known by its order, and other states are ignored', () => {
  const here = journal();
  here.takeChanges([
    change(1, 'ORD-1'),
    change(2, 'ORD-2', {}, { state: 'sending' }),
    change(3, 'ORD-3', {}, { state: 'of-a-newer-ledger' }),
  ]);
  expect(here.elsewhereAt('ORD-1')).toMatchObject({ bench: 3, booking: null });
  expect([here.elsewhereAt('ORD-2'), here.elsewhereAt('ORD-3')]).toEqual([undefined, undefined]);
  expect(here.bookedElsewhere({ search: '', offset: 0, limit: 9 }).total).toBe(0);
  expect(here.bookedBetween(...month)).toBe(1);
  here.close();
});

test('ignores own attempts that are received from other benches', () => {
  const here = journal();
  here.joinFeed(false, () => 'door');
  const booking = here.draft(anOrder('ORD-1'), 'Ann');
  here.writeQuote(booking.id, booking.order, quote);
  const attempt = {
    id: 'own',
    world: 'sandbox',
    what: { is: 'ship', orderKey: 'ORD-1', source: '', shipmentNo: 1 },
    account: '',
    digest: '',
  } as const;
  here.writeIntent(booking.id, { order: booking.order, sender, service, extras, request: new Uint8Array(), attempt });
  here.takeChanges([change(1, 'ORD-1', { feed: 'an older one' }, { id: 'own' })]);
  expect(here.elsewhereAt('ORD-1')).toBeUndefined();
  here.takeChanges([change(2, 'ORD-1', { feed: 'another', what: 'reprinted' }, { id: 'own' })]);
  expect(here.history(booking.id).at(-1)).toMatchObject({ what: 'reprinted-elsewhere', detail: { code: 'at-bench', bench: 3 } });
  here.close();
});

test('reports nothing more of an attempt in doubt that another bench settles', () => {
  const here = journal();
  here.joinFeed(false, () => 'door');
  const { id, order } = here.draft(anOrder('ORD-1'), 'Ann');
  here.writeQuote(id, order, quote);
  const what = { is: 'ship', orderKey: 'ORD-1', source: '', shipmentNo: 1 } as const;
  const attempt = { id: 'ours', world: 'sandbox', what, account: '', digest: '' } as const;
  here.writeIntent(id, { order, sender, service, extras, request: new Uint8Array(), attempt });
  here.takeForSending(id);
  here.writeUnknown(id, 'no answer');
  expect(here.giveAway(id, 2)).toBe(true);
  expect(here.booking(id)?.state).toBe('released');
  expect(here.factsBehind(0, 9).map((fact) => fact.what)).toEqual(['sending', 'unknown']);
  // The bench that holds it now reports its outcome.
  here.takeChanges([change(1, 'ORD-1', { booking: shared('ORD-1') }, { id: 'ours' })]);
  expect(here.elsewhereAt('ORD-1')).toMatchObject({ bench: 3 });
  here.close();
});

test('a shipment of several orders is found at each of them, listed as shipped, and counted once', () => {
  const here = journal();
  const keys = ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4'] as const;
  for (const key of keys.slice(0, 3)) here.saveOrder(anOrder(key));
  const joined = [
    { orderKey: 'ord-2', shipmentNo: 2 },
    { orderKey: 'ORD-4', shipmentNo: 1 },
  ];
  const open = () => here.orders({ search: '', offset: 0, limit: 9, stage: 'to-ship' }).rows.map(({ order }) => order.key);
  here.takeChanges([change(1, 'ORD-1', { what: 'sending' }, { state: 'sending', joined })]);
  expect(open().toSorted()).toEqual(['ORD-1', 'ORD-2', 'ORD-3']);
  expect(here.elsewhereAt('ORD-2')).toBeUndefined();
  const booked = change(2, 'ORD-1', { booking: shared('ORD-1') }, { joined });
  here.takeChanges([booked, booked]);
  expect(open()).toEqual(['ORD-3']);
  here.saveOrder(anOrder('ORD-4'));
  expect(open()).toEqual(['ORD-3']);
  const [id, first] = ['attempt of ORD-1', { orderKey: 'ORD-1', shipmentNo: 1 }];
  expect(here.elsewhereAt('ORD-1')).toMatchObject({ attemptId: id, ...first, joined });
  expect(here.elsewhereAt('ORD-2')).toMatchObject({ attemptId: id, ...joined[0], joined: [first, joined[1]], booking: { bench: 3 } });
  expect(here.elsewhereAt('ORD-4')).toMatchObject({ attemptId: id, ...joined[1], joined: [first, joined[0]] });
  expect(here.parcelElsewhere(shared('ORD-1').id)).toBeUndefined();
  expect(here.bookedElsewhere({ search: 'ord-4', offset: 0, limit: 9 })).toMatchObject({ total: 1, rows: [{ orderNo: 'NO-ORD-1' }] });
  expect(here.bookedBetween(...month)).toBe(1);
  expect(here.toCollectElsewhere()).toHaveLength(1);
  // The next shipment of each order here has the number after the one there.
  for (const [key, next] of [
    ['ORD-2', 3],
    ['ORD-4', 2],
  ] as const)
    expect(here.draftAgain(anOrder(key), 'Ann', 'one more').shipmentNo).toBe(next);
  here.close();
});

test('an order is open again if the shipment of several orders at another bench came to nothing', () => {
  const here = journal();
  here.saveOrder(anOrder('ORD-2'));
  const joined = [{ orderKey: 'ORD-2', shipmentNo: 1 }];
  const open = () => here.orders({ search: '', offset: 0, limit: 9, stage: 'to-ship' }).total;
  here.takeChanges([change(1, 'ORD-1', {}, { joined })]);
  expect(open()).toBe(0);
  here.takeChanges([change(2, 'ORD-9', {}, { joined })]);
  here.takeChanges([change(3, 'ORD-1', {}, { joined, state: 'stray' })]);
  expect(open()).toBe(0);
  here.takeChanges([change(4, 'ORD-9', {}, { joined, state: 'stray' })]);
  expect([open(), here.elsewhereAt('ORD-2')]).toEqual([1, undefined]);
  here.close();
});
