import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Settings } from '../../shared/settings.ts';
import { newFolder } from '../later.ts';
import { shortLooks } from './plain-platform.ts';
import { pickupOf, startPlainStation } from './plain-station.ts';

const dayMs = 24 * 3_600_000;
const whole = { packer: 'Marta Oliveira', defaults: { boxId: 'M', weightGrams: 800, contents: 'Bowl', value: null } };
const orders = `Name,Email,Lineitem quantity,Lineitem name,Lineitem price,Currency,Shipping Name,Shipping Street,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Shipping Phone
C-1,quill@feather.example,1,Bowl,20.00,EUR,Quill Feather,Vinkenstraat 7,Vinkenstraat 7,Utrecht,3511 LX,NL,+31301234567
C-2,,1,Bowl,20.00,EUR,Quill Feather,Vinkenstraat 7,Vinkenstraat 7,Utrecht,3511 LX,NL,
C-3,,1,Bowl,20.00,EUR,Quintus Other,Vinkenstraat 9,Vinkenstraat 9,Utrecht,3511 LX,NL,
`;

async function aBench(settings: Partial<Settings> = {}) {
  let ahead = 0;
  const saved: { name: string; bytes: Uint8Array }[] = [];
  const journals: Journal[] = [];
  const bench = await startPlainStation({
    world: 'sandbox',
    settings: { ...whole, ...settings },
    orders,
    platform: {
      sleep: shortLooks,
      now: () => new Date(Date.now() + ahead),
      saveFile: async (name, bytes) => {
        saved.push({ name, bytes });
        return `/chosen/${name}`;
      },
    },
    journal: (opened) => {
      journals.push(opened);
      return {};
    },
  });
  const { booking } = await bench.ship('C-1');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  const lines = () => (journals.at(-1) as Journal).privacyLines(20).toReversed();
  const journal = () => journals.at(-1) as Journal;
  return { ...bench, booking, journal, saved, lines, later: (days: number) => void (ahead = days * dayMs) };
}

test('finds a person by name, place, e-mail and number, and writes each search to the history', async () => {
  const bench = await aBench();
  const found = async (query: string) => (await bench.call('findPerson', { query })).map(({ key }) => key as string).toSorted();
  expect(await found('quill feather')).toEqual(['C-1', 'C-2']);
  expect(await found('QUILL@feather.example')).toEqual(['C-1']);
  expect(await found('3511lx')).toEqual(['C-1', 'C-2', 'C-3']);
  expect(await found('c-3')).toEqual(['C-3']);
  expect(bench.lines().map(({ what, detail, by }) => [what, JSON.stringify(detail).replace(/[0-9a-f]{12}/, 'digest'), by])).toEqual(
    [2, 1, 3, 1].map((count) => ['person-searched', `"digest: ${count} orders"`, 'Marta Oliveira']),
  );
});

test('saves what it has about one person as one file, and names no other person in it', async () => {
  const bench = await aBench();
  const asked = { query: 'Quill Feather', keys: (await bench.call('findPerson', { query: 'Quill Feather' })).map(({ key }) => key) };
  expect(await bench.call('exportPerson', asked)).toMatchObject({ file: expect.stringMatching(/packbench-person-[0-9a-f]{12}\.zip$/) });
  const files = unzipSync(bench.saved[0]?.bytes ?? new Uint8Array());
  expect(Object.keys(files).toSorted()).toEqual(['data.json', 'shipment-1-label-1.pdf']);
  const data = strFromU8(files['data.json'] as Uint8Array);
  for (const own of ['quill@feather.example', '+31301234567', 'Vinkenstraat', bench.booking.orderNo]) expect(data).toContain(own);
  for (const other of ['Quintus', 'Marta']) expect(data).not.toContain(other);
  expect(strFromU8((files['shipment-1-label-1.pdf'] as Uint8Array).subarray(0, 5), true)).toBe('%PDF-');
  await expect(bench.call('exportPerson', { ...asked, query: 'Quintus' })).rejects.toThrow('order-not-found');
  expect(bench.lines().map(({ what }) => what)).toEqual(['person-searched', 'person-exported']);
});

test('erases one person and keeps what is not settled, and the receipt names nobody', async () => {
  const bench = await aBench();
  bench.later(31);
  const found = await bench.call('findPerson', { query: 'Quill Feather' });
  expect(found.map(({ key, stays }) => `${key} ${stays}`).toSorted()).toEqual(['C-1 null', 'C-2 not-settled']);
  const keys = found.map(({ key }) => key);
  const receipt = await bench.call('erasePerson', { query: 'Quill Feather', keys });
  expect(receipt).toMatchObject({ orders: 1, shipments: 1, stay: 1, copiesLeft: 0 });
  expect(await bench.call('privacy', {})).toMatchObject({ receipt });
  expect((await bench.call('findPerson', { query: 'Quill Feather' })).map(({ key }) => key)).toEqual(['C-2']);
  expect((await bench.call('findPerson', { query: 'Quintus Other' })).map(({ key }) => key)).toEqual(['C-3']);
  const line = bench.lines().find(({ what }) => what === 'erased');
  expect(line).toMatchObject({ by: 'Marta Oliveira' });
  expect(JSON.stringify([receipt, line])).not.toMatch(/quill|feather/i);
});

test('the text of a webhook in Resolve leaves memory too: with its person, and after seven days', async () => {
  const bench = await aBench();
  bench.later(31);
  const arrives = (text: string): void => {
    const id = bench.journal().keepDelivery({ receivedAt: new Date(), contentType: 'text/plain', body: Buffer.from(text), candidates: [] });
    bench.journal().setDeliveryAside(id);
  };
  const [its, other] = ['to: Quill Feather, Vinkenstraat 7, 3511 LX Utrecht', 'parcel 4711 is late'];
  for (const text of [its, other]) arrives(text);
  await bench.reopen();
  const shown = async () =>
    (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'webhook-not-understood' ? [item.delivery.payload] : []));
  expect(await shown()).toEqual([its, other]);
  await bench.call('erasePerson', { query: 'Quill Feather', keys: [orderKeySchema.parse('C-1')] });
  expect(await shown()).toEqual([other]);
  bench.later(31 + 9);
  await expect.poll(shown).toEqual([]);
});

/** Flips one bit of each webhook, as a disk does. */
function damageWebhooks(dir: string): void {
  const database = new DatabaseSync(join(dir, 'journal-sandbox.sqlite'));
  for (const { owner_id: owner, encrypted } of database.prepare("SELECT owner_id, encrypted FROM kept WHERE kind = 'delivery'").all()) {
    const bytes = Buffer.from(encrypted as Uint8Array);
    bytes[bytes.length - 1]! ^= 1;
    database.prepare("UPDATE kept SET encrypted = ? WHERE owner_id = ? AND kind = 'delivery'").run(bytes, owner as string);
  }
  database.close();
}

test('a webhook that is damaged on the disk is shown as that, until a person closes it or erases somebody', async () => {
  const bench = await aBench();
  bench.later(31);
  const keep = (text: string): string =>
    bench.journal().keepDelivery({ receivedAt: new Date(), contentType: 'text/plain', body: Buffer.from(text), candidates: [] });
  const [first, second, third] = [keep('parcel 4711 is late'), keep('parcel 4712 is late'), keep('parcel 4713 is late')];
  bench.journal().setDeliveryAside(first);
  // The others are still to be looked up.
  await bench.reopen(() => damageWebhooks(bench.dir));
  const shown = async () =>
    (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'webhook-not-understood' ? [item.delivery] : []));
  await expect
    .poll(async () => (await shown()).map(({ id, payload }) => [id, payload]))
    .toEqual([
      [first, null],
      [second, null],
      [third, null],
    ]);
  await bench.call('dismissDelivery', { id: first, all: false });
  // This order stays, so nothing is erased.
  await bench.call('erasePerson', { query: 'Quintus Other', keys: [orderKeySchema.parse('C-3')] });
  expect((await shown()).map(({ id }) => id)).toEqual([second, third]);
  await bench.call('erasePerson', { query: 'Quill Feather', keys: [orderKeySchema.parse('C-1')] });
  expect(await shown()).toEqual([]);
});

test('erases manifests, documents, order files, closed batches and unreadable rows of a person', async () => {
  const hotFolder = newFolder('hot');
  const bench = await aBench({ hotFolder });
  const { booking } = bench;
  await bench.call('requestPickup', pickupOf(booking));
  const documents = join(bench.dir, 'documents');
  await expect.poll(() => (existsSync(documents) ? readdirSync(documents) : [])).toHaveLength(1);
  writeFileSync(join(documents, 'Manifest-of-others.pdf'), 'x');
  const pickupId = bench.journal().pickupsInState(['booked'])[0]?.id ?? '';
  await expect.poll(() => bench.journal().jobsInState(['queued', 'sending'])).toEqual([]);
  expect(bench.journal().manifest(pickupId)).toBeDefined();
  await bench.call('openBatch', { keys: [orderKeySchema.parse('C-3')], search: '' });
  await bench.call('stopBatch', {});
  const row = (text: string) => ({ file: 'a.csv', line: 7, orderKey: '', reason: 'bad', row: text });
  bench.journal().takeOrders([], [row('?;Quill Feather;3511 LX;Utrecht'), row('?;Quill Feather;9999 ZZ;Elsewhere')]);
  const done = join(hotFolder, 'done');
  mkdirSync(done, { recursive: true });
  const files = {
    'day.csv': Buffer.from(orders),
    'day16.csv': Buffer.from(orders, 'utf16le'),
    'book.xlsx': 'PK',
    'other.csv': 'C-3;Quintus',
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(done, name), bytes);

  bench.later(31);
  const receipt = await bench.call('erasePerson', { query: 'Quill Feather', keys: [orderKeySchema.parse('C-1')] });
  expect(receipt).toMatchObject({ files: 3, filesLeft: 1, copiesLeft: 0 });
  expect(readdirSync(documents)).toEqual(['Manifest-of-others.pdf']);
  expect(readdirSync(done).toSorted()).toEqual(['book.xlsx', 'other.csv']);
  expect(bench.journal().manifest(pickupId)).toBeUndefined();
  expect(bench.journal().pickup(pickupId)).toMatchObject({ state: 'booked' });
  expect(
    bench
      .journal()
      .rowProblems()
      .map(({ problem }) => problem.row),
  ).toEqual(['?;Quill Feather;9999 ZZ;Elsewhere']);
  const copies = readdirSync(join(bench.dir, 'backups')).filter((name) => name.endsWith('.backup'));
  expect(copies.length).toBeGreaterThan(0);
  const count = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    const { total } = database.prepare('SELECT count(*) AS total FROM batch_lines').get() ?? {};
    database.close();
    return total;
  };
  await bench.station.close();
  for (const file of [join(bench.dir, 'journal-sandbox.sqlite'), ...copies.map((name) => join(bench.dir, 'backups', name))])
    expect(count(file)).toBe(0);
});
