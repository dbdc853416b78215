import { cpSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../later.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { witnessOf } from './plain-platform.ts';
import { kindsToResolve, type PlainStation, sent } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

describe.skipIf(whyNoPostgres())('a purchase that the shared database knows and a restored computer does not', () => {
  const { server, first: firstOf, joinedTo } = useSite();

  /** Copies the bench's whole disk, with everything that would show that its data went back; returns a function that restores it. */
  async function copyOf(bench: PlainStation): Promise<() => void> {
    const folders = [bench.dir, witnessOf(bench.dir)].map((from) => ({ from, to: newFolder('copy') }));
    await bench.reopen(() => {
      for (const { from, to } of folders) cpSync(from, to, { recursive: true });
    });
    return () => {
      for (const { from, to } of folders) {
        rmSync(from, { recursive: true });
        cpSync(to, from, { recursive: true });
      }
    };
  }

  /** A bench whose disk went back to before its last purchase, of which it reported nothing, and a second bench. */
  async function site(fault: 'execute-then-reset' | 'reset-while-reading') {
    const { database, first } = await firstOf({ onSent: () => void server().crash() });
    await database.owner.query("UPDATE packbench.durations SET held = '3 s', headers = '1 s', settle = '3 s', run = '1 s', lease = '3 s'");
    const putBack = await copyOf(first);
    await isReported(first);
    first.service.faults.next('ship', fault);
    await first.buy('ORD-1001', 'unknown');
    await first.station.close();
    await server().start();
    putBack();
    await first.reopen();
    await isReported(first);
    return { first, second: await joinedTo(first) };
  }

  /** The entry in Resolve, which is there as soon as the purchase is too old to be on its way. */
  async function inResolve(bench: PlainStation) {
    await expect.poll(() => kindsToResolve(bench)).toEqual(['booking-unknown']);
    const [item] = await bench.call('toResolve', {});
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    return item.booking;
  }

  test('waits in its Resolve, is found in the account and printed, and no bench buys it again', async () => {
    const { first, second } = await site('execute-then-reset');
    const booking = await inResolve(first);
    expect(booking).toMatchObject({ orderKey: 'ORD-1001', messages: [{ code: 'journal-restored' }] });
    expect(await second.buy('ORD-1001', 'choosing')).toMatchObject({ notice: { code: 'taken-elsewhere' } });
    await first.call('settleExists', { bookingId: booking.id, orderNo: first.service.orders()[0]?.orderNo ?? '' });
    await expect.poll(() => first.printer.sheets().length).toBe(1);
    expect([sent(first, 'ship'), first.service.orders().length]).toEqual([1, 1]);
  });

  test('can be bought by another bench once a person says that the account does not list it', async () => {
    const { first, second } = await site('reset-while-reading');
    const { id } = await inResolve(first);
    await first.call('settleNotBooked', { bookingId: id, reason: 'The account does not list it', pin: '' });
    await isReported(first);
    await second.ship('ORD-1001');
    expect(second.service.orders()).toHaveLength(1);
  });
});
