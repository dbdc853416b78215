import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import type { SqlBench } from './sql-bench.ts';
import { useLedger } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('numbers of site keys and of shared settings', () => {
  const ledger = useLedger();
  const hostile = [2_147_483_647, 2_147_483_646, 1_000_003, 0, -1, -2_147_483_648];
  /** The head of settings as this bench encrypts them: form, number of the site key, bench. */
  const settingsOf = ({ number }: SqlBench, key = 1, form = 1): Buffer => {
    const bytes = Buffer.alloc(60, 7);
    bytes[0] = form;
    bytes.writeUInt32BE(key, 1);
    bytes.writeUInt32BE(number, 5);
    return bytes;
  };
  const share = (bench: SqlBench, version: number | string, id: string = randomUUID(), bytes = settingsOf(bench)) =>
    bench.ask('share_settings', version, id, bytes);
  const versionsOf = async (bench: SqlBench) => (await bench.ask('site_settings', null)) as unknown as { version?: number };

  async function site() {
    const { database, a, b, c } = await ledger.site();
    await a.ask('make_site_key', 1);
    return { database, a, b, c };
  }

  test.each(hostile)('a version %s shuts no settings', async (version) => {
    const { a, b } = await site();
    expect(await share(a, 1)).toEqual({ is: 'shared' });
    await share(b, version).then(
      (answer) => expect(answer).toEqual({ is: 'settings-moved' }),
      (error: { code: string }) => expect(error.code).toMatch(/^(22|23)/),
    );
    expect(await versionsOf(a)).toMatchObject({ version: 1, bench: a.number });
    expect(await share(a, 2)).toEqual({ is: 'shared' });
  });

  test('two benches that share at once: one version is stored, the other is refused, and a repeated one is not', async () => {
    const { a, b } = await site();
    const id = randomUUID();
    expect(await share(a, 1, id)).toEqual({ is: 'shared' });
    expect(await share(b, 1)).toEqual({ is: 'settings-moved' });
    expect(await share(a, 1, id)).toEqual({ is: 'shared' });
    expect(await share(b, 2)).toEqual({ is: 'shared' });
  });

  test('a ledger that was replaced takes the version that the site has reached', async () => {
    const { a, b } = await site();
    expect(await share(a, 4_321)).toEqual({ is: 'shared' });
    expect(await share(b, 4_322)).toEqual({ is: 'shared' });
  });

  test('the last fifty versions stay, also after a jump', async () => {
    const { database, a } = await site();
    for (const version of [...Array.from({ length: 55 }, (_, at) => at + 1), 900_000]) await share(a, version);
    const { rows } = await database.owner.query('SELECT count(*)::int, min(version)::int FROM packbench.site_settings');
    expect(rows).toEqual([{ count: 50, min: 7 }]);
  });

  test.each<readonly [string, (of: SqlBench, other: SqlBench) => Buffer]>([
    ['without a head', () => Buffer.from([1])],
    ['with the head of another bench', (_, other) => settingsOf(other)],
    ['of a key that the site does not have', (of) => settingsOf(of, 2)],
    ['of another form', (of) => settingsOf(of, 1, 2)],
  ])('settings %s are refused', async (_name, bytes) => {
    const { a, b } = await site();
    await expect(share(b, 1, randomUUID(), bytes(b, a))).rejects.toThrow('not encrypted by this bench');
  });

  test.each(hostile)('a key number %s stops no later key', async (number) => {
    const { a, b } = await site();
    await b.ask('make_site_key', number).then(
      (answer) => expect(answer).toMatchObject({ is: 'made-elsewhere' }),
      (error: { code: string }) => expect(error.code).toMatch(/^(22|23)/),
    );
    expect(await a.ask('make_site_key', 2)).toEqual({ is: 'made' });
    expect(await b.ask('make_site_key', 2)).toMatchObject({ is: 'made-elsewhere' });
    await expect(b.ask('make_site_key', 4)).rejects.toThrow('not the next key');
  });

  test('a replaced ledger takes the key number that the site has reached, but none that leaves no later ones', async () => {
    const { a } = await ledger.site();
    await expect(a.ask('make_site_key', 2_147_483_647)).rejects.toThrow('not the next key');
    expect(await a.ask('make_site_key', 12)).toEqual({ is: 'made' });
    expect(await a.ask('make_site_key', 13)).toEqual({ is: 'made' });
  });

  test('what one bench gives another as a key stops no other bench from giving the real one', async () => {
    const { a, b, c } = await site();
    const present = (bench: SqlBench, key: number) =>
      bench.ask('present', '1', '[]', Buffer.alloc(44), Buffer.alloc(32), key) as unknown as Promise<{
        given: readonly string[];
        lacking: readonly { bench: number }[];
      }>;
    for (const bench of [a, b, c]) await present(bench, 1);
    await a.ask('make_site_key', 2);
    await b.ask('give_key', c.number, 2, Buffer.from('junk'));
    expect((await present(a, 2)).lacking.map(({ bench }) => bench)).toEqual([b.number, c.number]);
    await a.ask('give_key', c.number, 2, Buffer.from('real'));
    expect((await present(a, 2)).lacking.map(({ bench }) => bench)).toEqual([b.number]);
    const given = (await present(c, 1)).given.map((each) => Buffer.from(each, 'base64').toString());
    expect(given.toSorted()).toEqual(['junk', 'real']);
    await a.ask('retire', b.number);
    expect((await present(c, 1)).given).toEqual([Buffer.from('real').toString('base64')]);
  });
});
