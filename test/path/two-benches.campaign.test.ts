import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import type { Rooms } from '../../electron/station/station.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { addBench, schemaNumber } from '../../ledger/install.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { ok } from '../../shared/result.ts';
import { senderAt } from '../../shared/sender.ts';
import { type Database, whyNoPostgres } from '../ledger/postgres.ts';
import { because } from '../reprint-reason.ts';
import { watchdogMs } from '../watchdog.ts';
import { whenBatch } from './batch-bench.ts';
import { witnessOf } from './plain-platform.ts';
import { counted, joinSite, pickupOf, sent, startPlainStation } from './plain-station.ts';
import { isReported, ledgerOf, useSite, whole } from './site-of-benches.ts';

/** The sample orders, and one more with the destination of the first. */
const firstRows = sampleOrdersCsv.split('\n').filter((row) => row.includes('ORD-1001'));
const orders = [
  sampleOrdersCsv.trimEnd(),
  ...firstRows.map((row) => row.replace('ORD-1001', 'ORD-9001').replaceAll('Kastanienallee 84', 'Kastanienallee 86')),
].join('\n');

async function reachOf({ owner, benchUrl }: Database): Promise<Rooms['openSharedLedger']> {
  const { token } = await addBench(owner);
  return ({ ref, log }) =>
    createSharedLedger({
      url: () => benchUrl,
      token: () => token,
      // Long timeouts, because a slow database is not under test.
      limits: { connectMs: watchdogMs, answerMs: watchdogMs },
      ref,
      log: (event) => log(event),
      elapsed: () => performance.now(),
      wall: () => Date.now(),
    });
}

describe.skipIf(whyNoPostgres())('two benches and the database of their ledger', () => {
  const { server } = useSite();

  async function twoBenches() {
    const database = await server().ledger();
    const both = { settings: whole, world: 'sandbox', orders } as const;
    const first = await startPlainStation({ ...both, sharedLedger: await reachOf(database) });
    const second = await startPlainStation({ ...both, sharedLedger: await reachOf(database), service: first.service });
    return { database, first, second };
  }

  test('an order that both buy at the same moment is bought once, and the second packer reads which bench has it', async () => {
    const { first, second } = await twoBenches();
    const tiles = await Promise.all([first, second].map((on) => on.toTiles('ORD-1001')));
    await Promise.all(
      [first, second].map((on, index) => on.call('buy', { workflowNo: on.workflowNo(), serviceId: tiles[index]!.serviceId })),
    );
    await expect.poll(() => [first, second].map((on) => on.workflow().step).toSorted()).toEqual(['choosing', 'done']);
    const [winner, loser] = first.workflow().step === 'done' ? [1, second] : [2, first];
    expect(loser.workflow()).toMatchObject({ notice: { code: 'taken-elsewhere', reasons: [{ code: 'at-bench', bench: winner }] } });
    expect(first.service.orders()).toHaveLength(1);
    await isReported(first);
    await isReported(second);
    // Also much later, and with another code.
    await loser.call('scan', { code: 'XPBXBUX' });
    await expect.poll(() => loser.workflow()).toMatchObject({ notice: { reasons: [{ bench: winner, state: 'booked' }] } });
    expect(first.service.orders()).toHaveLength(1);
    expect(counted(first).sheets + counted(second).sheets).toBe(1);
  });

  test.each([
    ['newer', schemaNumber + 1],
    ['older', schemaNumber - 1],
  ])('with a ledger that is %s than the bench nothing is bought, and everything else continues', async (_what, version) => {
    const { database, first } = await twoBenches();
    const setVersion = (to: number) => database.owner.query('UPDATE packbench.ledger SET schema_no = $1', [to]);
    const { booking } = await first.ship('ORD-1001');
    await isReported(first);
    await first.toTiles('ORD-1002');
    await setVersion(version);
    const refused = { code: 'ledger-version', reasons: [{ code: 'ledger-version', bench: schemaNumber, ledger: version }] };
    await first.call('scan', { code: 'XPBXBUX' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'choosing', notice: refused });
    expect(ledgerOf(first)).toMatchObject({ shut: 'ledger-version', otherVersion: refused.reasons[0] });
    await expect(first.buy('ORD-9001')).rejects.toThrow('ledger-version');
    expect(await first.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: refused });
    await first.call('next', { workflowNo: first.workflowNo() });
    await first.call('openBatch', { keys: [orderKeySchema.parse('ORD-9001')], search: '' });
    const { counts } = await whenBatch(first, ({ state }) => state === 'ready');
    expect(counts.quoted).toBe(1);
    expect(await first.station.handlers.runBatch({ orders: 1 })).toMatchObject({ failure: refused });
    await first.call('stopBatch', {});
    await first.reopen();
    await expect.poll(() => ledgerOf(first)).toMatchObject({ shut: 'ledger-version' });
    await expect(first.buy('ORD-9001')).rejects.toThrow('ledger-version');
    expect([sent(first, 'ship'), sent(first, 'pickup')]).toEqual([1, 0]);
    await first.call('reprint', { bookingId: booking.id, because });
    await expect.poll(() => first.printer.sheets().length).toBe(2);
    await setVersion(schemaNumber);
    await isReported(first);
    await first.ship('ORD-9001');
    expect(sent(first, 'ship')).toBe(2);
  });

  test('while the database is off nothing is bought and everything else continues; later each fact is sent once', async () => {
    const { database, first } = await twoBenches();
    const { booking } = await first.ship('ORD-1001');
    await isReported(first);
    await first.toTiles('ORD-1002');
    await server().crash();
    await first.call('scan', { code: 'XPBXBUX' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'ledger-unreachable' } });
    expect(await first.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: { code: 'ledger-unreachable' } });
    expect([sent(first, 'ship'), sent(first, 'pickup')]).toEqual([1, 0]);
    await first.call('reprint', { bookingId: booking.id, because });
    await expect.poll(() => first.printer.sheets().length).toBe(2);
    await first.call('track', { number: booking.orderNo });
    await server().start();
    await isReported(first);
    await first.scan('XPBXBUX', 'done');
    await isReported(first);
    const owner = await database.connect();
    const { rows } = await owner.query(
      'SELECT seq::int, what FROM packbench.fact JOIN packbench.feed USING (feed) WHERE bench = 1 ORDER BY seq',
    );
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map(({ what }) => what)).toEqual(['sending', 'booked', 'sending', 'booked']);
    expect(first.service.orders()).toHaveLength(2);
  });

  test('a bench joins by address and token, stores them encrypted, and is still a member after a restart', async () => {
    const database = await server().ledger();
    const { token, bench } = await addBench(database.owner);
    const on = await startPlainStation({ settings: whole, world: 'sandbox' });
    await on.ship('ORD-1001');
    expect(ledgerOf(on)).toBeNull();
    expect(await joinSite(on, { url: database.benchUrl, token })).toMatchObject({ hasLedger: true });
    await isReported(on);
    await on.reopen();
    expect(ledgerOf(on)).toMatchObject({ bench, shut: null });
    const { rows } = await database.owner.query('SELECT state, order_key FROM packbench.attempt');
    // The parcel it had bought before it joined.
    expect(rows).toMatchObject([{ state: 'booked', order_key: 'ORD-1001' }]);
    await on.ship('ORD-1002');
    await isReported(on);
    const kept = readdirSync(join(on.dir, 'credentials')).map((name) => readFileSync(join(on.dir, 'credentials', name), 'latin1'));
    expect(kept.filter((text) => text.includes(token) || text.includes('postgres://'))).toEqual([]);
  });

  test('a token that the ledger does not have joins no site, and the bench stays alone', async () => {
    const database = await server().ledger();
    const noToken = Buffer.alloc(32).toString('base64url');
    const on = await startPlainStation({ settings: whole, world: 'sandbox' });
    await expect(joinSite(on, { url: database.benchUrl, token: noToken })).rejects.toThrow('not-paired');
    const nowhere = 'postgres://packbench_bench@127.0.0.1:1/none';
    await expect(joinSite(on, { url: nowhere, token: noToken })).rejects.toThrow('ledger-unreachable');
    expect(ledgerOf(on)).toBeNull();
    await on.ship('ORD-1001');
  });

  test("a copy of a bench's disk buys nothing while the original runs", async () => {
    const database = await server().ledger();
    const { token } = await addBench(database.owner);
    const on = await startPlainStation({ settings: whole, world: 'sandbox', orders });
    await joinSite(on, { url: database.benchUrl, token });
    await isReported(on);
    const copy = await startPlainStation({ settings: whole, world: 'sandbox', service: on.service });
    await copy.reopen(() => {
      for (const folderOf of [(dir: string) => dir, witnessOf]) {
        rmSync(folderOf(copy.dir), { recursive: true, force: true });
        cpSync(folderOf(on.dir), folderOf(copy.dir), { recursive: true });
      }
    });
    await expect.poll(() => ledgerOf(copy)).toMatchObject({ shut: 'identity-elsewhere' });
    await expect(copy.buy('ORD-1001')).rejects.toThrow('identity-elsewhere');
    expect(sent(on, 'ship')).toBe(0);
    await on.ship('ORD-1001');
  });

  test('if the service books the last quoted price, each bench buys its own parcel', async () => {
    const { first, second } = await twoBenches();
    first.service.setMode({ serviceIds: 'fixed' });
    const [mine, theirs] = [await first.toTiles('ORD-1001'), await second.toTiles('ORD-1002')];
    const quotes = sent(first, 'quote');
    await first.take(mine.serviceId, 'done');
    // Another bench requested a price after it, so it requests its price again, and buys in the same turn.
    expect(sent(first, 'quote')).toBe(quotes + 1);
    await second.take(theirs.serviceId, 'done');
    expect(first.service.orders().map(({ reference }) => reference)).toEqual(['ORD-1001', 'ORD-1002']);
  });

  test('if the service books the last quoted price, a contract check at one bench affects no purchase at the other', async () => {
    const { first, second } = await twoBenches();
    first.service.setMode({ serviceIds: 'fixed' });
    const mine = await first.toTiles('ORD-1001');
    const quotes = sent(first, 'quote');
    await second.call('checkContract', { book: false });
    const checked = sent(first, 'quote');
    expect(checked).toBeGreaterThan(quotes);
    await first.take(mine.serviceId, 'done');
    expect(sent(first, 'quote')).toBe(checked + 1);
    expect(first.service.orders().map(({ reference }) => reference)).toEqual(['ORD-1001']);
  });

  test('a bench that slept between its key lease and its price sends no request under that lease', async () => {
    const reach = await reachOf(await server().ledger());
    const on = await startPlainStation({
      settings: whole,
      world: 'sandbox',
      orders,
      sharedLedger(about) {
        const ledger = reach!(about)!;
        return {
          ...ledger,
          async takeKeyLease(...how) {
            const taken = await ledger.takeKeyLease(...how);
            if (!taken.ok || taken.value === 'stopped') return taken;
            return ok({ ...taken.value, until: { elapsed: performance.now() - 1, wall: Date.now() - 1 } });
          },
        };
      },
    });
    await isReported(on);
    await on.call('scan', { code: 'ORD-1001' });
    expect(on.workflow()).toMatchObject({ step: 'stopped', failure: { code: 'sent-too-late' } });
    expect(sent(on, 'quote')).toBe(0);
  });

  test('two benches at one location order one driver, even if they spell the sender differently and have own phones', async () => {
    const { first, second } = await twoBenches();
    const [sender] = (await second.call('setup', {})).settings.senders;
    const otherwise = { phone: '+31205559999', name: 'Bench two', postalCode: sender!.address.postalCode.replace(/\s/g, '').toLowerCase() };
    await second.call('saveSettings', { settings: { senders: [senderAt({ ...sender!.address, ...otherwise })] } });
    const one = await first.ship('ORD-1001');
    const other = await second.ship('ORD-9001');
    expect(await first.station.handlers.requestPickup(pickupOf(one.booking))).toMatchObject({ ok: true });
    expect(await second.station.handlers.requestPickup(pickupOf(other.booking))).toMatchObject({ failure: { code: 'taken-elsewhere' } });
    expect(sent(first, 'pickup')).toBe(1);
  });

  test('a driver ordered before the bench joined is not ordered again by another bench', async () => {
    const database = await server().ledger();
    const both = { settings: whole, world: 'sandbox', orders } as const;
    const first = await startPlainStation(both);
    const one = await first.ship('ORD-1001');
    expect(await first.station.handlers.requestPickup(pickupOf(one.booking))).toMatchObject({ ok: true });
    const { token } = await addBench(database.owner);
    await joinSite(first, { url: database.benchUrl, token });
    await isReported(first);
    const second = await startPlainStation({ ...both, sharedLedger: await reachOf(database), service: first.service });
    const other = await second.ship('ORD-9001');
    expect(await second.station.handlers.requestPickup(pickupOf(other.booking))).toMatchObject({ failure: { code: 'taken-elsewhere' } });
    expect(sent(first, 'pickup')).toBe(1);
  });

  test('one driver is ordered per courier and day, whichever bench asks; a second one needs a reason', async () => {
    const { first, second } = await twoBenches();
    const one = await first.ship('ORD-1001');
    const other = await second.ship('ORD-9001');
    const asked = await Promise.all([
      first.station.handlers.requestPickup(pickupOf(one.booking)),
      second.station.handlers.requestPickup(pickupOf(other.booking)),
    ]);
    expect(asked.map((answer) => (answer.ok ? 'ordered' : answer.failure.code)).toSorted()).toEqual(['ordered', 'taken-elsewhere']);
    expect(sent(first, 'pickup')).toBe(1);
    const later = asked[0].ok ? { on: second, booking: other.booking } : { on: first, booking: one.booking };
    await isReported(first);
    await isReported(second);
    await later.on.call('requestPickup', pickupOf(later.booking, { again: 'These were packed after the driver came' }));
    expect(sent(first, 'pickup')).toBe(2);
  });
});
