import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { filesWith } from '../canary/scan.ts';
import { because } from '../reprint-reason.ts';
import { shortLooks } from './plain-platform.ts';
import { startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Canary bowl', value: null } };
const dayMs = 24 * 3_600_000;
const name = 'Xanthippe Quillfeather';
const street = 'Wrenchcanary';
const orders = `Name,Email,Lineitem quantity,Lineitem name,Lineitem price,Currency,Shipping Name,Shipping Street,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Shipping Phone
#C-1,quill@canary.example,1,Canary bowl,20.00,EUR,${name},${street} 7,${street} 7,Utrecht,3511 LX,NL,+31301234567
#C-2,,1,Canary bowl,20.00,EUR,Waiting ${name},Otherwhere 9,Otherwhere 9,Utrecht,3511 LZ,NL,
`;

test('after its time the people of a day are gone, and a purchase, a waiting order and the bench are not', async () => {
  let ahead = 0;
  const journals: Journal[] = [];
  const journal = (): Journal => journals.at(-1) as Journal;
  const bench = await startPlainStation({
    world: 'sandbox',
    settings: whole,
    orders,
    platform: { sleep: shortLooks, now: () => new Date(Date.now() + ahead) },
    journal: (opened) => {
      journals.push(opened);
      return {};
    },
  });
  const { booking } = await bench.ship('C-1');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await expect.poll(() => readdirSync(join(bench.dir, 'backups')).length).toBeGreaterThan(0);
  expect(await filesWith(bench.dir, name)).toEqual([]);
  expect(await filesWith(bench.dir, street)).toEqual([]);
  const documents = join(bench.dir, 'documents');
  mkdirSync(documents, { recursive: true });
  const kept = join(documents, 'slip.pdf');
  writeFileSync(kept, name);
  utimesSync(kept, new Date(), new Date(Date.now() - 1 * dayMs));

  await expect.poll(() => journal().fact('retention-done')).toBeDefined();
  // A clock that jumps by months is not believed in the first night.
  ahead = 100 * dayMs;
  await expect.poll(() => journal().fact('retention-doubted')).toBeDefined();
  expect(existsSync(kept)).toBe(true);
  expect(journal().booking(booking.id)?.order.hold).toBeNull();
  ahead = 101 * dayMs;
  await expect.poll(() => journal().booking(booking.id)?.order.hold).toBe('forgotten');
  expect(existsSync(kept)).toBe(false);

  expect(journal().booking(booking.id)).toMatchObject({ state: 'booked', orderNo: booking.orderNo, price: booking.price });
  expect(journal().label(booking.id)).toBeUndefined();
  await expect(bench.call('reprint', { bookingId: booking.id, because })).rejects.toThrow('order-forgotten');
  const waiting = journal().orders({ search: 'Waiting', offset: 0, limit: 9 }).rows;
  expect(waiting.map(({ order }) => order.recipient.name)).toEqual([`Waiting ${name}`]);
  for (const text of [name, street]) expect(await filesWith(bench.dir, text)).toEqual([]);
  await bench.reopen();
  expect(journal().booking(booking.id)).toMatchObject({ state: 'booked', order: { hold: 'forgotten' } });
});

test('an environment that is closed forgets its people too, and a damaged one says that it did not', async () => {
  let ahead = 0;
  const bench = await startPlainStation({
    world: 'sandbox',
    settings: whole,
    orders,
    platform: { sleep: shortLooks, now: () => new Date(Date.now() + ahead), elapsed: () => performance.now() + ahead },
  });
  await bench.ship('C-1');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('enterWorld', { world: 'training' });
  const file = join(bench.dir, 'journal-sandbox.sqlite');
  const ask = (sql: string): unknown => {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return Object.values(database.prepare(sql).get() ?? {})[0];
    } finally {
      database.close();
    }
  };
  const forgotten = (): unknown => ask("SELECT count(*) FROM day_keys WHERE forgotten = 1 AND class = 'people'");
  await expect.poll(() => ask("SELECT value FROM facts WHERE name = 'retention-done'")).toBeDefined();
  ahead = 100 * dayMs;
  await expect.poll(() => ask("SELECT value FROM facts WHERE name = 'retention-doubted'")).toBeTruthy();
  expect(forgotten()).toBe(0);
  ahead = 101 * dayMs;
  await expect.poll(forgotten).toBe(1);
  await bench.call('enterWorld', { world: 'sandbox' });
  const [shipped] = await bench.call('lastShipments', { limit: 1 });
  expect(shipped).toMatchObject({ state: 'booked', order: { hold: 'forgotten' } });

  await bench.call('enterWorld', { world: 'training' });
  writeFileSync(file, 'no journal');
  ahead = 102 * dayMs;
  await expect.poll(async () => (await bench.call('setup', {})).retention.problem).toBe('failed');
});
