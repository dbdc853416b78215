import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { scramVerifier } from '../../electron/ledger/scram-verifier.ts';
import { whyNoPostgres } from './postgres.ts';
import { type SqlBench, shipment, stateOf } from './sql-bench.ts';
import { passTenMinutes, useLedger } from './use-ledger.ts';

const hashed = (pin: string): Buffer => createHash('sha256').update(`stands for scrypt ${pin}`).digest();
const salt = Buffer.alloc(16, 1);
const verifier = scramVerifier('password');

describe.skipIf(whyNoPostgres())('the proof of a shift lead', () => {
  const ledger = useLedger();

  async function site(how: 'apart' | 'together' = 'together') {
    const benches = await ledger.site(undefined, how);
    const { a } = benches;
    expect(await a.ask('set_lead', salt, hashed('4711'))).toEqual({ is: 'set' });
    return benches;
  }
  const guess = (bench: SqlBench, pin: string) => bench.ask('guess_lead', hashed(pin));
  const judge = async (bench: SqlBench): Promise<string> => (await bench.ask('judge_lead')).is;

  /** Everything that only a shift lead may do, tried by `bench` at the cost of `other`. */
  const acts = (bench: SqlBench, other: SqlBench, attempt: string) =>
    [
      ['resolve', () => bench.resolve(attempt, 'released')],
      ['vouch', () => bench.ask('vouch', other.number, 'sandbox')],
      ['take_doubts', () => bench.ask('take_doubts', 'sandbox', other.number)],
      ['invite', () => bench.ask('invite', createHash('sha256').update(randomUUID()).digest(), Buffer.from('keys'), verifier)],
      ['make_site_key', () => bench.ask('make_site_key', 2)],
      ['retire', () => bench.ask('retire', other.number)],
      ['set_lead', () => bench.ask('set_lead', salt, hashed('0000'))],
    ] as const;

  test('is asked for by every act of a shift lead; a stolen token without it settles, retires and invites nothing', async () => {
    const { database, a, b, c } = await site();
    await a.ask('make_site_key', 1);
    const it = shipment('ORD-1');
    await a.claim(it);
    await a.send(it);
    await a.reportOne(it, 'unknown');
    for (const [name, act] of acts(b, a, it.id)) expect([name, await act()]).toEqual([name, { is: 'lead-missing' }]);
    await guess(b, '0000');
    expect(await judge(b)).toBe('wrong');
    for (const [name, act] of acts(b, a, it.id)) expect([name, await act()]).toEqual([name, { is: 'lead-missing' }]);
    expect(await stateOf(database, it)).toBe('unknown');
    expect((await c.claim(shipment('ORD-1'))).is).toBe('taken-elsewhere');
    // The right PIN at another bench, or in another run of this one, proves nothing here.
    await guess(c, '4711');
    expect(await judge(c)).toBe('right');
    expect(await b.resolve(it.id, 'released')).toEqual({ is: 'lead-missing' });
    await guess(b, '4711');
    for (const [name, act] of acts(b, a, it.id)) expect([name, (await act()).is]).not.toEqual([name, 'lead-missing']);
    expect(await stateOf(database, it)).toBe('released');
  });

  test('is needed to reopen an order that another bench closed, and not at the bench that closed it', async () => {
    const { a, b, c } = await site();
    for (const bench of [a, b]) expect(await bench.ask('close_order', 'sandbox', 'ORD-1')).toEqual({ is: 'granted' });
    expect(await b.ask('reopen_order', 'sandbox', 'ord-1')).toEqual({ is: 'lead-missing' });
    await guess(b, '0000');
    expect(await b.ask('reopen_order', 'sandbox', 'ORD-1')).toEqual({ is: 'lead-missing' });
    expect(await c.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'closed' });
    await guess(b, '4711');
    expect(await b.ask('reopen_order', 'sandbox', 'ORD-1')).toEqual({ is: 'granted' });
    await b.ask('close_order', 'sandbox', 'ORD-1');
    expect(await a.ask('reopen_order', 'sandbox', 'ORD-1')).toEqual({ is: 'lead-missing' });
    expect(await b.ask('reopen_order', 'sandbox', 'ORD-1')).toEqual({ is: 'granted' });
    expect(await c.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
  });

  test('is not needed for a key that a restored ledger lacks and that two benches have', async () => {
    const { database, a, b, c } = await site();
    await a.ask('make_site_key', 1);
    const present = (bench: SqlBench, key: number) => bench.ask('present', '1', '[]', Buffer.alloc(44), Buffer.alloc(32), key);
    await present(b, 2);
    expect(await b.ask('make_site_key', 2)).toEqual({ is: 'lead-missing' });
    await present(c, 2);
    expect(await b.ask('make_site_key', 2)).toEqual({ is: 'made' });
    for (const gone of [a, c]) await database.owner.query('SELECT packbench.end_bench($1)', [gone.number]);
    expect(await b.ask('make_site_key', 3)).toEqual({ is: 'made' });
  });

  test('lasts for a minute, and not beyond the run of the bench', async () => {
    const { database, a, b } = await site();
    await guess(b, '4711');
    expect(await judge(b)).toBe('right');
    b.run = randomUUID();
    await database.owner.query('UPDATE packbench.bench SET run = $1 WHERE bench = $2', [b.run, b.number]);
    expect(await judge(b)).toBe('wrong');
    await guess(a, '4711');
    await database.owner.query("UPDATE packbench.lead_guess SET at = at - interval '61 s'");
    expect(await judge(a)).toBe('wrong');
  });

  test('cannot be guessed: after four wrong guesses each next one waits, at whatever bench', async () => {
    const { database, a, b } = await site();
    for (const pin of ['1', '2', '3', '4']) {
      expect(await guess(b, pin)).toEqual({ is: 'guessed' });
      expect(await judge(b)).toBe('wrong');
    }
    for (const bench of [a, b]) {
      const answer = await guess(bench, '4711');
      expect(answer).toMatchObject({ is: 'too-soon' });
      expect(answer.withinMs).toBeGreaterThan(25_000);
      expect(answer.withinMs).toBeLessThanOrEqual(30_000);
    }
    await database.owner.query("UPDATE packbench.lead SET guessed_at = guessed_at - interval '31 s'");
    expect(await guess(b, '5')).toEqual({ is: 'guessed' });
    expect((await guess(b, '6')).withinMs).toBeGreaterThan(55_000);
    await database.owner.query("UPDATE packbench.lead SET guessed_at = guessed_at - interval '61 s'");
    await guess(b, '4711');
    expect(await judge(b)).toBe('right');
    expect(await guess(a, '1')).toEqual({ is: 'guessed' });
  });

  test('cannot be guessed by a bench that takes each guess back before it is counted', async () => {
    const { database, b } = await site();
    for (const pin of ['0000', '4711']) {
      await b.client.query('BEGIN');
      expect(await guess(b, pin)).toEqual({ is: 'guessed' });
      expect(await judge(b)).toBe('wrong');
      expect(await b.ask('set_lead', salt, hashed('0000'))).toEqual({ is: 'lead-missing' });
      await b.client.query('SAVEPOINT one');
      expect(await judge(b)).toBe('wrong');
      await b.client.query('ROLLBACK');
      expect(await judge(b)).toBe('wrong');
    }
    const { rows } = await database.owner.query('SELECT count(*)::int FROM packbench.lead_guess');
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('cannot be guessed by many connections at once', async () => {
    const { database, b } = await site();
    const connections = await Promise.all(Array.from({ length: 20 }, () => database.connect('bench')));
    const answers = await Promise.all(
      connections.map(async (client, at) => {
        const copy = b.copied(client);
        copy.run = b.run;
        return (await guess(copy, `${at}`)).is;
      }),
    );
    expect(answers.filter((is) => is === 'guessed')).toHaveLength(4);
  });

  test('is kept where no bench reads it', async () => {
    const { b } = await site();
    for (const table of ['lead', 'lead_guess'])
      await expect(b.client.query(`SELECT * FROM packbench.${table}`)).rejects.toThrow('permission denied');
    for (const call of ['is_lead(1, gen_random_uuid())', 'forget_lead()', 'wait_of_lead(1)'])
      await expect(b.client.query(`SELECT packbench.${call}`)).rejects.toThrow('permission denied');
    expect(await b.ask('salt_of_lead')).toEqual({ is: 'salt', salt: salt.toString('base64') });
  });

  test('is not needed before a PIN is set, and not after the owner of the ledger removed it', async () => {
    const { database, a, b, c } = await site();
    expect(await b.ask('retire', c.number)).toEqual({ is: 'lead-missing' });
    await database.owner.query('SELECT packbench.forget_lead()');
    expect(await b.ask('salt_of_lead')).toEqual({ is: 'salt', salt: null });
    expect(await b.ask('retire', c.number)).toEqual({ is: 'retired' });
    await a.ask('set_lead', salt, hashed('1234'));
    await guess(a, '1234');
    expect(await a.ask('set_lead', null, null)).toEqual({ is: 'set' });
    const it = shipment('ORD-1');
    await b.claim(it);
    await b.send(it);
    await passTenMinutes(database, it);
    expect(await a.resolve(it.id, 'released')).toEqual({ is: 'settled' });
  });
});
