import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { shortLooks } from './plain-platform.ts';
import { type PlainStation } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

describe.skipIf(whyNoPostgres())('settings shared by the benches of a site', () => {
  const { server, first: firstOf, joinedTo } = useSite();

  async function site() {
    const platform = { sleep: shortLooks };
    const { database, first } = await firstOf({ orders: sampleOrdersCsv, platform });
    const second = await joinedTo(first, { orders: sampleOrdersCsv, platform });
    return { database, first, second };
  }
  const settingsOf = async (on: PlainStation) => (await on.call('setup', {})).settings;
  const siteOf = async (on: PlainStation) => (await settingsOf(on)).site;
  const currencyOf = async (on: PlainStation) => (await settingsOf(on)).currency;
  const change = async (on: PlainStation, settings: Parameters<PlainStation['station']['handlers']['saveSettings']>[0]['settings']) =>
    on.call('saveSettings', { settings, seen: (await siteOf(on))?.id ?? null });

  async function shared() {
    const benches = await site();
    await benches.first.call('shareSettings', { pin: '' });
    await expect.poll(() => siteOf(benches.second)).toMatchObject({ version: 1, bench: 1 });
    return benches;
  }

  test('belong to each bench until a shift lead shares them; then they apply to the others, except printers', async () => {
    const { first, second } = await site();
    const [box] = (await settingsOf(first)).boxes;
    await change(first, { boxes: [{ ...box!, name: 'Shoe box' }], currency: 'SEK', sounds: false });
    expect(await currencyOf(second)).toBe('EUR');
    await first.call('shareSettings', { pin: '' });
    await expect.poll(() => currencyOf(second)).toBe('SEK');
    const [here, there] = [await settingsOf(first), await settingsOf(second)];
    expect(there.boxes).toEqual(here.boxes);
    expect([there.sounds, there.printers]).not.toEqual([here.sounds, here.printers]);
    // They are also kept over a start without the ledger.
    await server().crash();
    await second.reopen();
    expect(await settingsOf(second)).toMatchObject({ currency: 'SEK', site: { version: 1, bench: 1 } });
    await server().start();
  });

  test('a change at one bench applies at the others from their next parcel, and at a bench that joins', async () => {
    const { first, second } = await shared();
    const { defaults } = await settingsOf(second);
    await change(second, { defaults: { ...defaults, weightGrams: 4_321 } });
    await expect.poll(() => siteOf(first)).toMatchObject({ version: 2, bench: 2 });
    await first.toTiles('ORD-1001');
    const workflow = first.workflow();
    expect(JSON.stringify(workflow)).toContain('4321');
    const third = await joinedTo(first);
    await expect.poll(async () => (await settingsOf(third)).defaults.weightGrams).toBe(4_321);
  });

  test('if two shift leads change them at once, the second is notified and sees both versions', async () => {
    const { first, second } = await shared();
    const seen = (await siteOf(first))!.id;
    const { boxes } = await settingsOf(first);
    const named = (name: string) => boxes.map((box, at) => (at === 0 ? { ...box, name } : box));
    const answers = await Promise.all([
      first.station.handlers.saveSettings({ settings: { boxes: named('Crate') }, seen }),
      second.station.handlers.saveSettings({ settings: { boxes: named('Chest') }, seen }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const [loser, theirs, yours] = answers[0].ok ? [second, 'Crate', 'Chest'] : [first, 'Chest', 'Crate'];
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      failure: { code: 'site-settings-moved', reasons: [{ code: 'setting-elsewhere', name: 'boxes 1 name', theirs, yours }] },
    });
    for (const on of [first, second]) await expect.poll(async () => (await settingsOf(on)).boxes[0]?.name).toBe(theirs);
    // Also long after the sync of the other value, if this one was typed over the earlier value.
    expect(await loser.station.handlers.saveSettings({ settings: { boxes: named(yours) }, seen })).toMatchObject({
      failure: { code: 'site-settings-moved' },
    });
    await change(loser, { boxes: named(yours) });
    for (const on of [first, second]) await expect.poll(async () => (await settingsOf(on)).boxes[0]?.name).toBe(yours);
  });

  test("while the ledger is offline the last ones apply and cannot be changed; the bench's own settings can", async () => {
    const { first, second } = await shared();
    await server().crash();
    const site = await siteOf(first);
    await change(first, { sounds: false });
    const seen = site!.id;
    expect(await first.station.handlers.saveSettings({ settings: { currency: 'SEK', sounds: true }, seen })).toMatchObject({
      failure: { code: 'site-settings-away' },
    });
    expect(await settingsOf(first)).toMatchObject({ currency: 'EUR', sounds: false, site });
    await server().start();
    await isReported(first);
    await expect.poll(async () => (await first.station.handlers.saveSettings({ settings: { currency: 'SEK' }, seen })).ok).toBe(true);
    await expect.poll(() => currencyOf(second)).toBe('SEK');
  });

  test('a version that no bench of the site encrypted is replaced, and the settings can be changed again', async () => {
    const { database, first, second } = await shared();
    // A thief with the token of bench 2 can store this: the head is right, and the rest is not.
    const head = Buffer.concat([Buffer.from([1]), Buffer.from([0, 0, 0, 1]), Buffer.from([0, 0, 0, 2]), Buffer.alloc(80)]);
    await database.owner.query(
      'INSERT INTO packbench.site_settings (version, id, bench, encrypted) VALUES (1000001, gen_random_uuid(), 2, $1)',
      [head],
    );
    for (const on of [first, second]) await expect.poll(() => siteOf(on)).toMatchObject({ version: 1_000_002 });
    await change(second, { currency: 'SEK' });
    await expect.poll(() => currencyOf(first)).toBe('SEK');
  });

  test('a restored ledger receives the current ones again and sees none of them in plain text', async () => {
    const { database, first, second } = await shared();
    await change(first, { boxes: (await settingsOf(first)).boxes.map((box) => ({ ...box, name: 'Canarybox' })) });
    await expect.poll(() => siteOf(second)).toMatchObject({ version: 2 });
    const { rows } = await database.owner.query<{ encrypted: Uint8Array }>('SELECT encrypted FROM packbench.site_settings');
    for (const { encrypted } of rows) {
      expect(Buffer.from(encrypted).includes('anarybox')).toBe(false);
      expect(() => inflateRawSync(encrypted)).toThrow();
    }
    await database.owner.query('DELETE FROM packbench.site_settings WHERE version = 2');
    const versions = async () =>
      (await database.owner.query<{ version: number }>('SELECT version::int FROM packbench.site_settings ORDER BY version')).rows.map(
        ({ version }) => version,
      );
    await expect.poll(versions).toEqual([1, 2]);
    for (const on of [first, second]) expect((await settingsOf(on)).boxes[0]?.name).toBe('Canarybox');
  });
});
