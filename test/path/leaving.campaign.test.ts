import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { leaveLedger } from '../../electron/ledger/leave-ledger.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { shortLooks } from './plain-platform.ts';
import { joinSite, type PlainOptions, type PlainStation, pickupOf, sent } from './plain-station.ts';
import { isReported, ledgerOf, twoAlike, useSite } from './site-of-benches.ts';

const given = { reason: 'It packs the second warehouse from now on', pin: '' };

describe.skipIf(whyNoPostgres())('a bench that leaves the ledger of its site', () => {
  const { server, first: firstOf, joinedTo } = useSite();

  async function site(more: PlainOptions = {}) {
    const platform = { sleep: shortLooks };
    const { database, first } = await firstOf({ orders: twoAlike, platform });
    const second = await joinedTo(first, { orders: twoAlike, platform, ...more });
    return { database, first, second };
  }
  const shipped = async (on: PlainStation, key: string) => (await on.ship(key)).booking;
  const benches = async ({ station }: PlainStation) => {
    const listed = await station.handlers.benches({});
    return listed.ok ? listed.value.map(({ bench, isRetired }) => `${bench}${isRetired ? ' retired' : ''}`) : listed.failure.code;
  };
  const isAlone = async (on: PlainStation) => {
    await expect.poll(async () => (await on.call('setup', {})).hasLedger).toBe(false);
    expect(ledgerOf(on)).toBeNull();
  };
  const waiting = async (on: PlainStation) => (await on.call('pickups', {})).groups.map(({ today }) => today);

  test('then works alone with its own parcels, and the other benches list it as retired', async () => {
    const { first, second } = await site();
    await shipped(first, 'ORD-1001');
    await isReported(first);
    await shipped(second, 'ORD-9001');
    await isReported(second);
    await expect.poll(() => waiting(second)).toEqual([2]);
    expect(await second.station.handlers.leaveLedger({ ...given, reason: ' ' })).toMatchObject({ failure: { code: 'reason-missing' } });
    const left = await second.call('leaveLedger', given);
    expect(left).toMatchObject({ hasLedger: false, isLeavingLedger: false, settings: { onlyUserOfKey: false } });
    await isAlone(second);
    expect(await benches(first)).toEqual(['1', '2 retired']);
    expect(await waiting(second)).toEqual([1]);
    await server().crash();
    const { order } = await shipped(second, 'ORD-9002');
    expect(order.key).toBe('ORD-9002');
    await second.reopen();
    await isAlone(second);
    // Data that it synced before it left is kept.
    expect((await second.scan('ORD-1001', 'already-shipped')).booking.bench).toBe(1);
    const driver = pickupOf((await second.call('lastShipments', { limit: 1 }))[0]);
    // Any bench that synced its parcels may have ordered a pickup.
    expect(await second.station.handlers.requestPickup(driver)).toMatchObject({ failure: { code: 'pickup-may-be-requested' } });
    await second.call('requestPickup', { ...driver, again: 'The other benches ordered none' });
    expect(second.service.pickups().map(({ orderNos }) => orderNos.length)).toEqual([2]);
    await server().start();
  });

  test('rejoins as a new bench and reports each booking once', async () => {
    const { database, first, second } = await site();
    await shipped(second, 'ORD-9001');
    await isReported(second);
    await second.call('leaveLedger', given);
    await shipped(second, 'ORD-9002');
    const { code } = await first.call('invite', { pin: '' });
    await joinSite(second, { code });
    await isReported(second);
    expect(ledgerOf(second)).toMatchObject({ bench: 3 });
    const { rows } = await database.owner.query('SELECT order_key, state, bench FROM packbench.attempt ORDER BY order_key');
    expect(rows).toEqual(['ORD-9001', 'ORD-9002'].map((key) => ({ order_key: key, state: 'booked', bench: 3 })));
    // By the number the bench had, or by its current one.
    await expect
      .poll(async () => (await first.call('lastShipments', { limit: 5 })).map(({ orderKey, bench }) => [orderKey, bench !== undefined]))
      .toEqual([
        ['ORD-9002', true],
        ['ORD-9001', true],
      ]);
    expect(sent(first, 'ship')).toBe(2);
  });

  test('stays and can buy if one of its bookings is unknown or the ledger is unreachable', async () => {
    const { first, second } = await site();
    second.service.faults.next('ship', 'execute-then-reset');
    const { booking } = await second.buy('ORD-1001', 'unknown');
    await isReported(second);
    expect(await second.station.handlers.leaveLedger(given)).toMatchObject({
      failure: { code: 'not-now', reasons: [{ code: 'leaves-doubt', count: 1 }] },
    });
    await second.call('settleNotBooked', { bookingId: booking.id, reason: 'The account does not list it', pin: '' });
    await server().crash();
    await expect.poll(async () => (await second.station.handlers.leaveLedger(given)).ok).toBe(false);
    expect(await second.call('setup', {})).toMatchObject({ hasLedger: true, isLeavingLedger: false });
    await server().start();
    await isReported(second);
    await shipped(second, 'ORD-9001');
    await expect.poll(() => benches(first)).toEqual(['1', '2']);
  });

  describe.each([
    'before the ledger was asked',
    'before its answer was heard',
    'while its journals were ended',
    'before its last file was gone',
  ])('and is killed %s', (when) => {
    test('has left at its next start, and buys nothing before the ledger confirms it', async () => {
      let isLive = true;
      let leavingFile: Uint8Array = new Uint8Array();
      const killed = (): never => {
        throw new Error('killed');
      };
      const fileOf = ({ dir }: PlainStation): string => join(dir, 'credentials', 'ledger.encrypted');
      const { first, second } = await site({
        async leaveLedger(how) {
          leavingFile = readFileSync(fileOf(second));
          if (isLive && when === 'before the ledger was asked') killed();
          const left = await leaveLedger(how);
          return isLive && when === 'before its answer was heard' ? killed() : left;
        },
        journal: (journal: Journal): Journal => ({
          ...journal,
          leaveFeed: () => (isLive && when === 'while its journals were ended' ? killed() : journal.leaveFeed()),
        }),
      });
      await shipped(second, 'ORD-9001');
      await isReported(second);
      const isCutOff = await second.station.handlers.leaveLedger(given).then(
        ({ ok }) => !ok,
        () => true,
      );
      expect(isCutOff).toBe(when !== 'before its last file was gone');
      await second.station.close();
      writeFileSync(fileOf(second), leavingFile);
      isLive = false;
      await server().crash();
      await second.reopen();
      await expect(second.buy('ORD-1001')).rejects.toThrow('not-paired');
      expect([sent(second, 'ship'), (await second.call('setup', {})).isLeavingLedger]).toEqual([1, true]);
      await server().start();
      await isAlone(second);
      await expect.poll(() => benches(first)).toEqual(['1', '2 retired']);
      await shipped(second, 'ORD-9002');
      expect(sent(second, 'ship')).toBe(2);
    });
  });
});
