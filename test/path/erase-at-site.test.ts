import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Booking } from '../../shared/booking.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import { type Database, whyNoPostgres } from '../ledger/postgres.ts';
import { shortLooks } from './plain-platform.ts';
import type { PlainOptions, PlainStation } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

const row = (key: string, name: string, house: number) =>
  `${key},,1,Bowl,20.00,EUR,${name},Vinkenstraat ${house},Vinkenstraat ${house},Utrecht,3511 LX,NL,+31301234567`;
const columns =
  'Name,Email,Lineitem quantity,Lineitem name,Lineitem price,Currency,Shipping Name,Shipping Street,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Shipping Phone';
const others = row('C-2', 'Quintus Other', 9);
const orders = [columns, row('C-1', 'Quill Feather', 7), others, ''].join('\n');
const settings = { packer: 'Marta Oliveira', defaults: { boxId: 'M', weightGrams: 800, contents: 'Bowl', value: null } };
const key = orderKeySchema.parse('C-1');

/** A bench, and the journal that it has open now. */
function watched() {
  const journals: Journal[] = [];
  const journal = (): Journal => journals.at(-1) as Journal;
  let isDelivered = false;
  return {
    journal,
    /** From now on the service reports this parcel as delivered. */
    deliver({ id, orderNo }: Pick<Booking, 'id' | 'orderNo'>): void {
      isDelivered = true;
      const unnamed = { consignmentNo: '', courierKey: '', courierName: '', serviceKey: '', serviceName: '' };
      journal().writeTracking(id, { orderNo, status: '', items: [], ...unnamed });
    },
    options: {
      settings,
      orders,
      platform: { sleep: shortLooks },
      journal: (opened) => {
        const watchedOne: Journal = {
          ...opened,
          writeTracking: (id, tracked) => opened.writeTracking(id, isDelivered ? { ...tracked, status: 'Delivered' } : tracked),
        };
        journals.push(watchedOne);
        return watchedOne;
      },
    } satisfies PlainOptions,
  };
}

const namesAt = async (journal: Journal) => (await journal.ordersOfPerson('Vinkenstraat')).map(({ name }) => name).toSorted();
const sharedWith = (journal: Journal) =>
  journal
    .bookedElsewhere({ search: '', offset: 0, limit: 9 })
    .rows.map(({ order }) => order.recipient.name)
    .toSorted();
/** Keys of the orders of which the ledger has anything encrypted. */
async function inLedger({ owner }: Database): Promise<readonly string[]> {
  const { rows } = await owner.query<{ key: string }>(
    `SELECT order_key AS key FROM packbench.fact JOIN packbench.attempt USING (attempt) WHERE encrypted IS NOT NULL
     UNION SELECT order_key FROM packbench.label JOIN packbench.attempt USING (attempt)
     UNION SELECT slot FROM packbench.known_order WHERE encrypted IS NOT NULL`,
  );
  return rows.map(({ key: each }) => slotOf(each)).toSorted();
}

describe.skipIf(whyNoPostgres())('a person who is erased at one bench of a site', () => {
  const { first: firstOf, joinedTo } = useSite();

  async function site() {
    const [one, two] = [watched(), watched()];
    const { database, first } = await firstOf(one.options);
    const second = await joinedTo(first, two.options);
    const { booking } = await first.ship('C-1');
    await first.call('next', { workflowNo: first.workflowNo() });
    const { booking: other } = await second.ship('C-2');
    await second.call('next', { workflowNo: second.workflowNo() });
    for (const bench of [first, second]) await isReported(bench);
    await expect.poll(() => [sharedWith(one.journal()), sharedWith(two.journal())]).toEqual([['Quintus Other'], ['Quill Feather']]);
    await expect.poll(() => inLedger(database)).toEqual(['C-1', 'C-2']);
    return { database, first, second, one, two, booking, other };
  }

  const erase = async (on: PlainStation) => await on.call('erasePerson', { query: 'Quill Feather', keys: [key] });

  test('is erased in the ledger and at a bench that was off, and comes back from nowhere', async () => {
    const { database, first, second, one, two, booking } = await site();
    let receipt: Awaited<ReturnType<typeof erase>> | undefined;
    await expect.poll(() => readdirSync(join(second.dir, 'backups')).length).toBeGreaterThan(0);
    await second.reopen(async () => {
      one.deliver(booking);
      receipt = await erase(first);
      expect(receipt).toMatchObject({ orders: 1, shipments: 1, stay: 0, isShared: true });
      await expect.poll(() => inLedger(database)).toEqual(['C-2']);
    });
    await expect.poll(() => namesAt(two.journal())).toEqual(['Quintus Other']);
    expect(sharedWith(two.journal())).toEqual([]);
    expect(two.journal().privacyLines(9)).toMatchObject([{ what: 'erased', detail: expect.stringContaining(receipt?.request ?? 'none') }]);
    for (const name of readdirSync(join(second.dir, 'backups')).filter((each) => each.endsWith('.backup'))) {
      const backup = new DatabaseSync(join(second.dir, 'backups', name), { readOnly: true });
      const left = backup.prepare("SELECT length(encrypted) AS size FROM orders WHERE key = 'C-1'").all();
      backup.close();
      expect(left.every(({ size }) => size === 1)).toBe(true);
    }
    // Nobody buys it again, and a bench that joins now receives the other person only.
    await second.call('scan', { code: 'C-1' });
    expect(second.workflow()).toMatchObject({ step: 'stopped', failure: { code: 'taken-elsewhere' } });
    const three = watched();
    const third = await joinedTo(first, { ...three.options, orders: [columns, others, ''].join('\n') });
    await expect.poll(() => sharedWith(three.journal())).toEqual(['Quintus Other']);
    expect(await namesAt(three.journal())).toEqual(['Quintus Other']);
    await isReported(third);
    expect(await inLedger(database)).toEqual(['C-2']);
  });

  test('is kept at the bench whose parcel is on its way, and erased there once it has arrived', async () => {
    const { database, second, one, two, booking, first } = await site();
    // The first bench lost sight of its parcel: only the second one knows that it is delivered.
    two
      .journal()
      .takeErasures(
        [{ slot: 'C-1', orderKey: key, id: crypto.randomUUID(), request: 'abcdef012345', ageMs: 0 }],
        two.journal().erasureCursor()!,
      );
    await expect.poll(() => namesAt(two.journal())).toEqual(['Quintus Other']);
    await expect
      .poll(() =>
        one
          .journal()
          .erasuresDue()
          .map(({ keys }) => keys),
      )
      .toEqual([['C-1']]);
    expect(await namesAt(one.journal())).toContain('Quill Feather');
    expect(one.journal().label(booking.id)).toBeDefined();
    await expect.poll(() => inLedger(database)).toEqual(['C-1', 'C-2']);
    one.deliver(booking);
    await first.reopen();
    await expect.poll(() => namesAt(one.journal())).toEqual(['Quintus Other']);
    await expect.poll(() => inLedger(database)).toEqual(['C-2']);
    expect(one.journal().booking(booking.id)).toMatchObject({ state: 'booked', orderNo: booking.orderNo, order: { hold: 'forgotten' } });
    await isReported(second);
  });
});
