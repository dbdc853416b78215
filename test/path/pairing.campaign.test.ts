import { describe, expect, test } from 'vitest';
import { addBench } from '../../ledger/install.ts';
import { type Database, whyNoPostgres } from '../ledger/postgres.ts';
import { joinSite, type PlainStation } from './plain-station.ts';
import { ledgerOf, useSite } from './site-of-benches.ts';

describe.skipIf(whyNoPostgres())('a bench that invites another one', () => {
  const { server, alone } = useSite();
  const isOpen = (on: PlainStation, bench: number) => expect.poll(() => ledgerOf(on)).toMatchObject({ bench, shut: null });
  const isShut = (on: PlainStation, shut: string) => expect.poll(() => ledgerOf(on)).toMatchObject({ shut });
  const listed = async (on: PlainStation) =>
    (await on.call('benches', {})).map(({ bench, isHere, isRetired, hasKey, version }) => ({ bench, isHere, isRetired, hasKey, version }));
  const countOf = async ({ owner }: Database) => (await owner.query('SELECT FROM packbench.bench')).rowCount;

  async function first() {
    const database = await server().ledger();
    const { token } = await addBench(database.owner);
    const on = await alone();
    await joinSite(on, { url: database.benchUrl, token });
    await isOpen(on, 1);
    return { database, on };
  }

  async function joinedBy(on: PlainStation, bench: number) {
    const { code } = await on.call('invite', { pin: '' });
    const other = await alone();
    expect(await joinSite(other, { code })).toMatchObject({ hasLedger: true });
    await isOpen(other, bench);
    return { other, code };
  }

  test('the invited bench has its own address, token and keys, and can invite a third one', async () => {
    const { on } = await first();
    const { other, code } = await joinedBy(on, 2);
    const { other: third } = await joinedBy(other, 3);
    await expect
      .poll(() => listed(third))
      .toEqual([1, 2, 3].map((bench) => ({ bench, isHere: bench === 3, isRetired: false, hasKey: true, version: '0.0.0' })));
    await other.reopen();
    await isOpen(other, 2);
    // Typed by hand, or by a scanner that writes lower case and breaks lines.
    expect(code).toMatch(/^PBJOIN:[A-Z2-7]+$/);
    const { code: again } = await on.call('invite', { pin: '' });
    const fourth = await alone();
    await joinSite(fourth, { code: ` ${again.toLowerCase().slice(0, 40)}\n${again.slice(40)} ` });
    await isOpen(fourth, 4);
  });

  test('a bench that missed the answer to its invitation joins as the same bench if it shows the code again', async () => {
    const { database, on } = await first();
    const { code } = await on.call('invite', { pin: '' });
    const other = await alone();
    await database.owner.query(
      "ALTER FUNCTION packbench.accept SET search_path = pg_catalog, pg_temp; CREATE FUNCTION packbench.lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(6); RETURN NULL; END'; CREATE TRIGGER lose AFTER INSERT ON packbench.bench FOR EACH ROW EXECUTE FUNCTION packbench.lose()",
    );
    await expect(joinSite(other, { code })).rejects.toThrow('ledger-unreachable');
    await expect.poll(() => countOf(database)).toBe(2);
    expect(await joinSite(other, { code })).toMatchObject({ hasLedger: true });
    await isOpen(other, 2);
    expect(await countOf(database)).toBe(2);
  });

  test('a photographed code admits no other bench after its use, its expiry or its withdrawal', async () => {
    const { database, on } = await first();
    const { code } = await joinedBy(on, 2);
    const photographer = await alone();
    const refused = async (what: string, text: string) => {
      const before = await countOf(database);
      const named = await photographer.station.handlers.nameSite({ code: text, url: '', token: '' });
      expect(named).toMatchObject({ ok: false, failure: { code: what } });
      expect(await countOf(database)).toBe(before);
      expect((await photographer.call('setup', {})).hasLedger).toBe(false);
      expect(ledgerOf(photographer)).toBeNull();
    };
    await refused('invite-spent', code);
    const { code: late, until } = await on.call('invite', { pin: '' });
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(590_000);
    expect(Date.parse(until) - Date.now()).toBeLessThan(610_000);
    await database.owner.query("UPDATE packbench.invite SET until = until - interval '10 min'");
    await refused('invite-late', late);
    const { code: before } = await on.call('invite', { pin: '' });
    const { code: newest } = await on.call('invite', { pin: '' });
    await refused('invite-late', before);
    await on.call('withdrawInvite', {});
    await refused('invite-late', newest);
    const { code: lost } = await on.call('invite', { pin: '' });
    await database.owner.query('DELETE FROM packbench.invite');
    await refused('invite-unknown', lost);
    await refused('setting-invalid', newest.slice(0, -3));
    await refused('setting-invalid', 'ORD-1001');
    await photographer.ship('ORD-1001');
  });

  test('if a PIN of the shift lead is set, no code is shown and none is accepted without it', async () => {
    const { on } = await first();
    const other = await alone();
    for (const each of [on, other]) await each.call('setLeadPin', { oldPin: '', pin: '4711' });
    expect(await on.station.handlers.invite({ pin: '' })).toMatchObject({ failure: { code: 'pin-wrong' } });
    const { code } = await on.call('invite', { pin: '4711' });
    await expect(joinSite(other, { code })).rejects.toThrow('pin-wrong');
    await joinSite(other, { code }, '4711');
    await isOpen(other, 2);
  });

  test('the PIN of the site is the one used first, at every bench, and follows a change of it', async () => {
    const { database, on } = await first();
    const { other } = await joinedBy(on, 2);
    await joinedBy(on, 3);
    await on.call('setLeadPin', { oldPin: '', pin: '4711' });
    const retire = (at: PlainStation, pin: string) => at.station.handlers.retireBench({ bench: 3, reason: 'stolen', pin });
    const isOfSite = { failure: { code: 'pin-wrong', reasons: [{ code: 'pin-of-site' }] } };
    // At a bench without a PIN, and at one with another PIN.
    expect(await retire(other, '')).toMatchObject(isOfSite);
    await other.call('setLeadPin', { oldPin: '', pin: '9999' });
    expect(await retire(other, '9999')).toMatchObject(isOfSite);
    await other.call('setLeadPin', { oldPin: '9999', pin: '4711' });
    expect(await other.call('invite', { pin: '4711' })).toMatchObject({ code: expect.stringMatching(/^PBJOIN:/) });
    await on.call('setLeadPin', { oldPin: '4711', pin: '1234' });
    expect(await retire(other, '4711')).toMatchObject(isOfSite);
    expect((await database.owner.query('SELECT FROM packbench.bench WHERE retired_at IS NOT NULL')).rowCount).toBe(0);
    await other.call('setLeadPin', { oldPin: '4711', pin: '1234' });
    expect(await retire(other, '1234')).toMatchObject({ ok: true });
    await expect
      .poll(async () => (await listed(on)).map(({ isRetired, hasKey }) => [isRetired, hasKey]))
      .toEqual([
        [false, true],
        [false, true],
        [true, false],
      ]);
    // Removing it at one bench removes it for the site.
    await on.call('setLeadPin', { oldPin: '1234', pin: '' });
    expect((await database.owner.query('SELECT FROM packbench.lead')).rowCount).toBe(0);
  });

  test('a retired bench is shut out and cannot read later data; the other benches have the new key', async () => {
    const { database, on } = await first();
    const { other } = await joinedBy(on, 2);
    const { other: third } = await joinedBy(on, 3);
    await expect.poll(async () => (await listed(on)).map(({ hasKey }) => hasKey)).toEqual([true, true, true]);
    expect(await on.station.handlers.retireBench({ bench: 2, reason: ' ', pin: '' })).toMatchObject({
      failure: { code: 'reason-missing' },
    });
    await on.call('retireBench', { bench: 2, reason: 'Stolen from the dock', pin: '' });
    await isShut(other, 'not-paired');
    // Each bench connects as a user of its own, and that of the retired one may not log in any more.
    const logins = await database.owner.query(
      'SELECT bench, rolcanlogin FROM packbench.bench LEFT JOIN pg_roles ON rolname = login ORDER BY bench',
    );
    expect(logins.rows).toEqual([
      { bench: 1, rolcanlogin: null },
      { bench: 2, rolcanlogin: false },
      { bench: 3, rolcanlogin: true },
    ]);
    await expect(other.buy('ORD-1001')).rejects.toThrow('not-paired');
    await expect
      .poll(async () => (await listed(third)).map(({ isRetired, hasKey }) => [isRetired, hasKey]))
      .toEqual([
        [false, true],
        [true, false],
        [false, true],
      ]);
    const { rows } = await database.owner.query('SELECT bench, number FROM packbench.given_key ORDER BY bench');
    expect(rows).toEqual([{ bench: 3, number: 2 }]);
    await third.ship('ORD-1001');
  });

  test('numbers that a stolen token registers as keys stop no new key when its bench is retired', async () => {
    const { database, on } = await first();
    const { other } = await joinedBy(on, 2);
    await joinedBy(other, 3);
    await database.owner.query('INSERT INTO packbench.site_key (number, made_by) VALUES (2, 3), (3, 3)');
    await on.call('retireBench', { bench: 3, reason: 'stolen', pin: '' });
    for (const each of [on, other])
      await expect
        .poll(async () => (await listed(each)).filter(({ isRetired }) => !isRetired).map(({ bench, hasKey }) => [bench, hasKey]))
        .toEqual([
          [1, true],
          [2, true],
        ]);
    const { rows } = await database.owner.query('SELECT DISTINCT site_key FROM packbench.bench WHERE retired_at IS NULL');
    expect(rows).toEqual([{ site_key: 4 }]);
  });

  test('a bench that joined by token alone has no site key, cannot invite, and gets the key by a code', async () => {
    const { database, on } = await first();
    const { token } = await addBench(database.owner);
    await expect.poll(() => listed(on)).toMatchObject([{ hasKey: true }, { hasKey: false }]);
    const other = await alone();
    await joinSite(other, { url: database.benchUrl, token });
    await isOpen(other, 2);
    expect(await other.station.handlers.invite({ pin: '' })).toMatchObject({ failure: { code: 'site-key-missing' } });
    const { code } = await on.call('invite', { pin: '' });
    await joinSite(other, { code });
    await expect.poll(async () => (await listed(other)).at(-1)).toMatchObject({ bench: 3, isHere: true, hasKey: true });
  });

  test('a shift lead can vouch with a reason for a bench that is off, and the others continue', async () => {
    const { database, on } = await first();
    const { other } = await joinedBy(on, 2);
    await isOpen(other, 2);
    await other.station.close();
    await database.owner.query('UPDATE packbench.world SET is_behind = true; UPDATE packbench.feed SET agreed = NULL');
    await isShut(on, 'ledger-frozen');
    await expect.poll(async () => (await on.call('benches', {})).map(({ waitedIn }) => waitedIn)).toEqual([[], ['sandbox']]);
    await on.call('vouchFor', { bench: 2, reason: 'Switched off since Friday', pin: '' });
    await isOpen(on, 1);
  });
});
