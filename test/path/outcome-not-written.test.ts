import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { kindsToResolve, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';

const shortSleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 100)));

interface Failing {
  /** Makes the journal write again. */
  repair(): void;
}

/** A station whose journal fails one write until `repair` is called. `which` narrows it to some calls of the method. */
async function failingAt<N extends keyof Journal>(
  name: N,
  which: (...args: Parameters<Journal[N]>) => boolean = () => true,
): Promise<PlainStation & Failing> {
  let isRepaired = false;
  const journal = (real: Journal): Journal => ({
    ...real,
    [name]: (...args: Parameters<Journal[N]>) => {
      if (!isRepaired && which(...args)) throw new JournalError('unwritable', 'disk I/O error');
      return (real[name] as (...given: unknown[]) => unknown)(...args);
    },
  });
  const bench = await startPlainStation({ journal, platform: { sleep: shortSleep } });
  return Object.assign(bench, { repair: () => void (isRepaired = true) });
}

const trouble = (on: PlainStation) => on.station.snapshot().frame.journalTrouble;
/**
 * Expects an outcome that is not written yet: the bench shows it, buys nothing else, and shows the same after a second scan of the order.
 */
async function expectOwed(on: PlainStation): Promise<void> {
  expect((await on.at('stopped')).failure.code).toBe('answer-not-written');
  expect(trouble(on)).toBe('answer-not-written');
  expect((await on.scan('ORD-1001', 'stopped')).failure.code).toBe('answer-not-written');
  const { serviceId } = await on.toTiles('ORD-1002');
  await expect(on.call('buy', { workflowNo: on.workflowNo(), serviceId })).rejects.toThrow('answer-not-written');
  await on.call('scan', { code: 'ORD-1001' });
  expect(on.service.orders()).toHaveLength(1);
}

test('a lost answer that cannot be written stays owed and becomes an unknown booking once it can be written', async () => {
  const on = await failingAt('writeUnknown');
  on.service.faults.next('ship', 'execute-then-reset');
  await on.buy('ORD-1001');
  await expectOwed(on);
  on.repair();
  expect((await on.at('unknown')).booking.orderKey).toBe('ORD-1001');
  expect(trouble(on)).toBeNull();
  expect(await kindsToResolve(on)).toContain('booking-unknown');
  expect(on.service.orders()).toHaveLength(1);
});

test('an answer that did not reach the disk stays owed, and its label prints once it is on disk', async () => {
  const on = await failingAt('onDisk');
  await on.buy('ORD-1001');
  await expectOwed(on);
  expect(on.printer.sheets()).toHaveLength(0);
  on.repair();
  expect((await on.at('done')).failure).toBeNull();
  expect(trouble(on)).toBeNull();
  expect(on.printer.sheets()).toHaveLength(1);
});

test.each(['writeBooked', 'writeVerdict', 'addPrintJobs'] as const)(
  'a booking whose %s fails stays owed, and continues to its printed label as soon as that write succeeds again',
  async (name) => {
    const on = await failingAt(name);
    await on.buy('ORD-1001');
    await expectOwed(on);
    expect(on.printer.sheets()).toHaveLength(0);
    on.repair();
    expect((await on.at('done')).failure).toBeNull();
    expect(trouble(on)).toBeNull();
    expect(on.printer.sheets()).toHaveLength(1);
    expect(await kindsToResolve(on)).not.toContain('label-doubtful');
  },
);

test('a refusal that cannot be written stays owed and is shown as soon as it can be written', async () => {
  const on = await failingAt('writeRejected');
  on.service.faults.next('ship', 'errors-text');
  expect((await on.buy('ORD-1001', 'stopped')).failure.code).toBe('answer-not-written');
  expect(trouble(on)).toBe('answer-not-written');
  on.repair();
  await expect.poll(() => trouble(on)).toBeNull();
  expect((await on.at('stopped')).failure.code).toBe('booking-rejected');
});

test('a packer who has another parcel in hand keeps it, and the owed label prints afterwards', async () => {
  const on = await failingAt('writeBooked');
  await on.buy('ORD-1001', 'stopped');
  await on.toTiles('ORD-1002');
  on.repair();
  await expect.poll(() => trouble(on)).toBeNull();
  await expect.poll(() => on.printer.sheets()).toHaveLength(1);
  expect((await on.at('choosing')).order.key).toBe('ORD-1002');
});

test('an answer that is still owed when the bench closes is written then', async () => {
  const on = await failingAt('writeAnswer');
  await on.buy('ORD-1001', 'stopped');
  on.repair();
  await on.reopen();
  expect((await on.scan('ORD-1001', 'already-shipped')).booking.state).toBe('booked');
  expect(on.service.orders()).toHaveLength(1);
});

const invoice = {
  documentType: 'Customs Invoice',
  name: 'invoice.pdf',
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode('%PDF-1.4 invoice'),
} as const;

test('the outcome of a customs document stays owed until it can be written', async () => {
  const on = await failingAt('moveUpload', (_id, _from, to) => to !== 'sending');
  const { booking } = await on.ship('ORD-1001');
  expect(await on.station.handlers.attachDocument({ bookingId: booking.id, ...invoice })).toMatchObject({
    failure: { code: 'answer-not-written' },
  });
  expect(trouble(on)).toBe('answer-not-written');
  on.repair();
  await expect.poll(() => trouble(on)).toBeNull();
  expect((await on.call('track', { number: booking.orderNo })).uploads).toMatchObject([{ state: 'accepted' }]);
  expect(await kindsToResolve(on)).not.toContain('upload-open');
});

test.each(['writePickupUnknown', 'writePickupBooked', 'writePickupAnswer', 'addPrintJobs'] as const)(
  'the outcome of a pickup whose %s fails stays owed until it can be written',
  async (name) => {
    const on = await failingAt(name, (...[owner]) => typeof owner === 'string' || owner.pickupId !== null);
    const { booking } = await on.ship('ORD-1001');
    if (name === 'writePickupUnknown') on.service.faults.next('pickup', 'execute-then-reset');
    const courierKey = booking.service?.courierKey ?? '';
    expect(await on.station.handlers.requestPickup(pickupOf(undefined, { courierKey }))).toMatchObject({
      failure: { code: 'answer-not-written' },
    });
    expect(trouble(on)).toBe('answer-not-written');
    expect(await on.station.handlers.requestPickup(pickupOf(undefined, { courierKey, again: 'sure' }))).toMatchObject({
      failure: { code: 'answer-not-written' },
    });
    on.repair();
    await expect.poll(() => trouble(on)).toBeNull();
    expect(on.service.pickups()).toHaveLength(1);
    if (name === 'writePickupUnknown') expect(await kindsToResolve(on)).toContain('pickup-unknown');
    else await expect.poll(async () => (await on.call('pickups', {})).requested[0]?.manifestOutcome).toContain('.pdf');
  },
);

test('a finished print that cannot be written stays owed: nothing else prints before it, and nothing twice', async () => {
  const on = await failingAt('moveJob', (_id, _from, to) => to === 'printed');
  await on.buy('ORD-1001');
  await expect.poll(() => trouble(on)).toBe('answer-not-written');
  expect(on.printer.sheets()).toHaveLength(1);
  on.repair();
  expect((await on.at('done')).failure).toBeNull();
  expect(trouble(on)).toBeNull();
  await on.ship('ORD-1002');
  expect(on.printer.sheets()).toHaveLength(2);
});

test.each(['sending', 'mark'] as const)(
  'a label whose start of printing cannot be written (%s) waits, and prints as soon as that can be written again',
  async (at) => {
    const on = at === 'mark' ? await failingAt('writePrinterMark') : await failingAt('moveJob', (_id, _from, to) => to === 'sending');
    await on.buy('ORD-1001');
    if (at === 'sending') await expect.poll(() => trouble(on)).toBe('answer-not-written');
    else await expect.poll(async () => (await on.at('printing')).booking.jobs[0]?.detail).toBe('journal-unwritable');
    expect(on.printer.sheets()).toHaveLength(0);
    on.repair();
    expect((await on.at('done')).failure).toBeNull();
    expect(trouble(on)).toBeNull();
    expect(on.printer.sheets()).toHaveLength(1);
  },
);

test("a print that is owed when the program ends is judged by the printer's counter and never repeated by itself", async () => {
  const on = await failingAt('moveJob', (_id, _from, to) => to === 'printed');
  await on.buy('ORD-1001');
  await expect.poll(() => trouble(on)).toBe('answer-not-written');
  await on.reopen(on.repair);
  const jobStates = async () => (await on.call('lastShipments', { limit: 1 }))[0]?.jobs.map(({ state }) => state);
  await expect.poll(jobStates).toEqual(['printed']);
  expect(on.printer.sheets()).toHaveLength(1);
});

test('a decision in Resolve that cannot be written has no effect and can be made again', async () => {
  const on = await failingAt('release');
  on.service.faults.next('ship', 'reset-before');
  const { booking } = await on.buy('ORD-1001', 'unknown');
  const decision = { bookingId: booking.id, reason: 'The portal does not list it.', pin: '' };
  await expect(on.call('settleNotBooked', decision)).rejects.toThrow('journal-unwritable');
  expect(await kindsToResolve(on)).toEqual(['booking-unknown']);
  on.repair();
  expect((await on.call('settleNotBooked', decision)).state).toBe('released');
  expect(await kindsToResolve(on)).toEqual([]);
});

test('an order that cannot be saved is refused, and no part of the change is kept', async () => {
  const on = await failingAt('saveOrder');
  const order = { ...(await on.call('order', { key: orderKeySchema.parse('ORD-1001') })), reference: 'changed' };
  await expect(on.call('saveOrder', { order })).rejects.toThrow('journal-unwritable');
  expect((await on.call('order', { key: order.key })).reference).not.toBe('changed');
  on.repair();
  await on.call('saveOrder', { order });
  expect((await on.call('order', { key: order.key })).reference).toBe('changed');
});

test.each([
  ['writeRejected', 'refuse-errors'],
  ['returnUnsent', 'refuse'],
] as const)('an order that was not bought while another was in hand (%s) waits in Resolve', async (name, fault) => {
  const on = await failingAt(name);
  const { serviceId } = await on.toTiles('ORD-1001');
  on.service.faults.next('ship', fault);
  expect((await on.take(serviceId, 'stopped')).failure.code).toBe('answer-not-written');
  await on.service.faults.clear();
  await on.toTiles('ORD-1002');
  on.repair();
  await expect.poll(() => trouble(on)).toBeNull();
  expect(await kindsToResolve(on)).toEqual(['put-aside']);
  expect((await on.at('choosing')).order.key).toBe('ORD-1002');
  expect(on.service.orders()).toHaveLength(0);
});

test('a second shipment refused while another order was in hand waits in Resolve, and the first is unchanged', async () => {
  const on = await failingAt('writeRejected');
  const { booking } = await on.ship('ORD-1001');
  await on.scan('ORD-1001', 'already-shipped');
  await on.call('shipAgain', { workflowNo: on.workflowNo(), reason: 'A second parcel', pin: '' });
  const { serviceId } = await on.at('choosing');
  on.service.faults.next('ship', 'refuse-errors');
  await on.take(serviceId, 'stopped');
  await on.service.faults.clear();
  await on.toTiles('ORD-1002');
  on.repair();
  await expect.poll(() => trouble(on)).toBeNull();
  expect(await on.call('toResolve', {})).toMatchObject([{ kind: 'put-aside', booking: { orderKey: 'ORD-1001', shipmentNo: 2 } }]);
  const { lines } = await on.call('timeline', { bookingId: booking.id });
  expect(lines.map(({ what }) => what)).not.toContain('put-aside');

  // When it is taken up, it asks for a reason first.
  const [item] = await on.call('toResolve', {});
  if (item?.kind !== 'put-aside') throw new Error('nothing waits');
  await on.call('takeUp', { bookingId: item.booking.id });
  await on.at('already-shipped');
  await on.call('shipAgain', { workflowNo: on.workflowNo(), reason: 'The customer asked for it', pin: '' });
  const tiles = await on.at('choosing');
  // The order that was in hand before is in Orders again, without a doubt in Resolve.
  expect(await on.call('toResolve', {})).toEqual([]);
  const second = (await on.take(tiles.serviceId, 'done')).booking;
  expect(second.shipmentNo).toBe(2);
  const history = await on.call('timeline', { bookingId: second.id });
  expect(history.lines).toContainEqual(expect.objectContaining({ what: 'draft', detail: 'The customer asked for it' }));
});

test('an order that should be put aside but is on the tiles again stays only on the tiles', async () => {
  const full = new Set(['returnUnsent', 'park']);
  const failIf = (name: string): void => {
    if (full.has(name)) throw new JournalError('unwritable', 'disk I/O error');
  };
  const on = await startPlainStation({
    platform: { sleep: shortSleep },
    journal: (journal) => ({
      returnUnsent(id, why) {
        failIf('returnUnsent');
        journal.returnUnsent(id, why);
      },
      park(id, isAside) {
        failIf('park');
        journal.park(id, isAside);
      },
    }),
  });
  const { serviceId, bookingId } = await on.toTiles('ORD-1001');
  on.service.faults.next('ship', 'refuse');
  await on.take(serviceId, 'stopped');
  await on.service.faults.clear();
  await on.toTiles('ORD-1002');
  full.delete('returnUnsent');
  await expect.poll(async () => (await on.call('timeline', { bookingId })).lines.at(-1)?.what).toBe('quoted');
  await on.toTiles('ORD-1001');
  full.delete('park');
  await expect.poll(() => trouble(on)).toBeNull();
  expect(await kindsToResolve(on)).toEqual([]);
  expect((await on.at('choosing')).order.key).toBe('ORD-1001');
});

test('an order that was put aside and is scanned again is only on the tiles', async () => {
  const on = await startPlainStation();
  await on.toTiles('ORD-1001');
  await on.call('park', { workflowNo: on.workflowNo() });
  expect(await kindsToResolve(on)).toEqual(['put-aside']);
  await on.toTiles('ORD-1001');
  expect(await kindsToResolve(on)).toEqual([]);
});

test.each(['draft', 'writeQuote'] as const)('a quote that cannot be written (%s) stops the parcel with that reason', async (name) => {
  const on = await failingAt(name);
  await on.call('scan', { code: 'ORD-1001' });
  await on.answerAll();
  expect((await on.at('stopped')).failure.code).toBe('journal-unwritable');
  on.repair();
  await on.ship('ORD-1001');
});

test('no answer is lost if the disk reserve cannot be released', async () => {
  const on = await failingAt('writeAnswer');
  // As after a disk was mounted read-only: the file exists and cannot be removed.
  const reserve = join(on.dir, 'reserve');
  rmSync(reserve);
  mkdirSync(join(reserve, 'full'), { recursive: true });
  await on.buy('ORD-1001');
  await expectOwed(on);
  on.repair();
  expect((await on.at('done')).booking.orderKey).toBe('ORD-1001');
  expect(on.printer.sheets()).toHaveLength(1);
});
