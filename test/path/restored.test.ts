import { copyFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { damage } from '../journal/damage.ts';
import { shortLooks, witnessOf } from './plain-platform.ts';
import { kindsToResolve, type PlainOptions, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';

const journalOf = (bench: PlainStation): string =>
  join(bench.dir, readdirSync(bench.dir).find((name) => /^journal-.*\.sqlite$/.test(name)) ?? 'none');
const isBackedUp = async (bench: PlainStation) => (await bench.call('setup', {})).backup.lastAt !== null;

async function copyNow(bench: PlainStation): Promise<void> {
  // Waits for the backup that a start makes, so that it is not deleted while it is written.
  await expect.poll(() => isBackedUp(bench)).toBe(true);
  rmSync(join(bench.dir, 'backups'), { recursive: true, force: true });
  await expect.poll(() => isBackedUp(bench)).toBe(true);
}
const restore = (bench: PlainStation): Promise<void> => bench.reopen(() => damage.zeroPages(journalOf(bench)));

/** ORD-1001 is booked in the backup, ORD-1002 was booked later; then the journal was damaged and the station restarted. */
async function restored(options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation({ ...options, platform: { sleep: shortLooks, ...options.platform } });
  await bench.ship('ORD-1001');
  await copyNow(bench);
  await bench.ship('ORD-1002');
  await restore(bench);
  return bench;
}

test('on every route, an order that may have shipped after the backup is asked about before it is bought', async () => {
  const bench = await restored();
  const { order, restored: since } = await bench.scan('ORD-1002', 'may-be-shipped');
  expect([order.key, since.backupAt]).toEqual(['ORD-1002', expect.stringMatching(/Z$/)]);
  // Put aside and taken up again, it asks the same question.
  await bench.call('park', { workflowNo: bench.workflowNo() });
  const aside = (await bench.call('toResolve', {})).find((item) => item.kind === 'put-aside');
  await bench.call('takeUp', { bookingId: aside?.kind === 'put-aside' ? aside.booking.id : '' });
  await bench.at('may-be-shipped');
  await expect(bench.call('buy', { workflowNo: bench.workflowNo(), serviceId: 'any' })).rejects.toThrow('not-now');
  expect(bench.service.orders()).toHaveLength(2);
});

test('a return label that may have been bought after the backup is asked about before it is bought', async () => {
  const bench = await restored();
  await bench.scan('ORD-1001', 'already-shipped');
  await bench.call('returnLabel', { workflowNo: bench.workflowNo() });
  expect((await bench.at('may-be-shipped')).order).toMatchObject({ key: 'ORD-1001 (return)', returnOf: { key: 'ORD-1001' } });
  await bench.call('confirmUnshipped', { workflowNo: bench.workflowNo(), pin: '' });
  await bench.answerAll();
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'done');
  expect(booking).toMatchObject({ verdict: { kind: 'match' }, order: { returnOf: { key: 'ORD-1001' } } });
  expect(bench.service.orders()).toHaveLength(3);
});

test('an order that the backup shows as booked is not asked about and not printed again', async () => {
  const bench = await restored();
  const sheets = bench.printer.sheets().length;
  await bench.scan('ORD-1001', 'already-shipped');
  expect(bench.printer.sheets()).toHaveLength(sheets);
});

test('a label that printed after the backup never prints again by itself, even after the doubt is settled', async () => {
  const bench = await startPlainStation({ platform: { sleep: shortLooks } });
  bench.service.faults.next('ship', 'label-empty');
  bench.service.faults.next('labels', 'status-504', 20);
  const { booking } = await bench.ship('ORD-1001');
  await copyNow(bench);
  await bench.service.faults.clear();
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  await restore(bench);
  const kinds = () => kindsToResolve(bench);
  expect(await kinds()).toEqual(['journal-restored', 'label-doubtful']);
  await bench.call('settleRestored', { reason: 'compared with the account', pin: '' });
  await bench.reopen();
  expect(await kinds()).toEqual(['label-doubtful']);
  expect(bench.printer.sheets()).toHaveLength(1);
  // Only a packer who saw no label prints it.
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await expect.poll(() => bench.printer.sheets().length).toBe(2);
  expect(bench.service.orders()).toHaveLength(1);
});

test.each(['closed', 'killed'])(
  'a label that waited when the journal was copied, and has printed since, prints only once after the copy is restored: program %s',
  async (how) => {
    const bench = await startPlainStation({ platform: { sleep: shortLooks }, onSent: ({ printer }) => printer.set({ paperOut: true }) });
    await bench.buy('ORD-1001', 'printing');
    const file = journalOf(bench);
    const [copy, killed] = [join(bench.dir, 'by hand'), join(bench.dir, 'witness')];
    await bench.reopen(() => copyFileSync(file, copy));
    bench.printer.set({ paperOut: false });
    await expect.poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs[0]?.state).toBe('printed');
    cpSync(witnessOf(bench.dir), killed, { recursive: true });
    await bench.reopen(() => {
      copyFileSync(copy, file);
      if (how === 'killed') cpSync(killed, witnessOf(bench.dir), { recursive: true });
    });
    expect(await kindsToResolve(bench)).toEqual(['journal-restored', 'print-unconfirmed']);
    // The test label comes out behind all waiting labels.
    expect((await bench.call('printTest', { role: 'label' })).state).toBe('printed');
    expect(bench.printer.sheets()).toHaveLength(2);
  },
);

test('a statement that an order was not shipped counts only once it is written with its author', async () => {
  let isFull = true;
  const bench = await restored({
    journal: (journal) => ({
      record: (bookingId, what, detail) => {
        if (isFull && what === 'confirmed-unshipped') throw new JournalError('unwritable', 'disk I/O error');
        journal.record(bookingId, what, detail);
      },
    }),
  });
  await bench.scan('ORD-1002', 'may-be-shipped');
  await expect(bench.call('confirmUnshipped', { workflowNo: bench.workflowNo(), pin: '' })).rejects.toThrow('journal-unwritable');
  await bench.scan('ORD-1002', 'may-be-shipped');
  isFull = false;
  await bench.call('confirmUnshipped', { workflowNo: bench.workflowNo(), pin: '' });
  expect(bench.workflow().step).not.toBe('may-be-shipped');
});

test('after a restore, no driver is ordered until a packer confirms that none was ordered', async () => {
  const bench = await startPlainStation({ platform: { sleep: shortLooks } });
  await bench.ship('ORD-1001');
  await copyNow(bench);
  const courierKey = (await bench.call('pickups', {})).groups[0]?.courierKey ?? '';
  const request = pickupOf(undefined, { courierKey });
  await bench.call('requestPickup', request);
  await restore(bench);
  await expect(bench.call('requestPickup', request)).rejects.toThrow('pickup-may-be-requested');
  expect(bench.service.pickups()).toHaveLength(1);
  await bench.call('requestPickup', { ...request, again: 'None is listed for today' });
  expect(bench.service.pickups()).toHaveLength(2);
});

test('a second shipment is asked about like a first one after a restore, and then bought', async () => {
  const bench = await restored();
  await bench.scan('ORD-1001', 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'The first parcel broke', pin: '' });
  await bench.at('may-be-shipped');
  await bench.call('confirmUnshipped', { workflowNo: bench.workflowNo(), pin: '' });
  const { serviceId } = await bench.at('choosing');
  expect((await bench.take(serviceId, 'done')).booking).toMatchObject({ orderKey: 'ORD-1001', shipmentNo: 2 });
  expect(bench.service.orders()).toHaveLength(3);
});

test("a packer who checked can release the order, with the shift lead's PIN if one is set", async () => {
  const bench = await restored();
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  await bench.scan('ORD-1003', 'may-be-shipped');
  await expect(bench.call('confirmUnshipped', { workflowNo: bench.workflowNo(), pin: '1' })).rejects.toThrow('pin-wrong');
  await bench.call('confirmUnshipped', { workflowNo: bench.workflowNo(), pin: '4711' });
  expect(bench.workflow().step).not.toBe('may-be-shipped');
  await bench.buy('ORD-1003');
  expect(bench.service.orders()).toHaveLength(3);
});

test('the doubt stays in Resolve after a restart and ends with a reason', async () => {
  const bench = await restored();
  await bench.reopen();
  expect(await bench.call('toResolve', {})).toMatchObject([{ kind: 'journal-restored' }]);
  await expect(bench.call('settleRestored', { reason: ' ', pin: '' })).rejects.toThrow('reason-missing');
  await bench.call('settleRestored', { reason: 'compared with the account', pin: '' });
  expect(await bench.call('toResolve', {})).toEqual([]);
  await bench.call('scan', { code: 'ORD-1003' });
  expect(bench.workflow().step).not.toBe('may-be-shipped');
});

test('without a backup, booking needs a new empty journal, and then every order is asked about', async () => {
  const bench = await startPlainStation({ platform: { sleep: shortLooks } });
  await bench.buy('ORD-1001');
  await expect.poll(() => isBackedUp(bench)).toBe(true);
  const file = journalOf(bench);
  await bench.reopen(() => {
    damage.truncate(file);
    rmSync(join(bench.dir, 'backups'), { recursive: true });
  });
  const { frame } = bench.station.snapshot();
  expect(frame).toMatchObject({ world: null, lostJournal: { world: 'training', keptAs: [expect.stringContaining('.damaged-')] } });
  await expect(bench.call('scan', { code: 'ORD-1001' })).rejects.toThrow('not-connected');
  await bench.reopen();
  expect(bench.station.snapshot().frame.lostJournal).not.toBeNull();
  expect(existsSync(file)).toBe(false);

  await expect(bench.call('beginEmptyJournal', { reason: '', pin: '' })).rejects.toThrow('reason-missing');
  await bench.call('beginEmptyJournal', { reason: 'no copy anywhere', pin: '' });
  expect(bench.station.snapshot().frame).toMatchObject({ world: 'training', lostJournal: null, toResolve: 1 });
  await bench.call('importOrders', { name: 'orders.csv', bytes: new TextEncoder().encode(sampleOrdersCsv) });
  await bench.scan('ORD-1001', 'may-be-shipped');
  expect(bench.service.orders()).toHaveLength(1);
});
