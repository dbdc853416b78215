import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { collection, jointShipment, type ReportedFact, type SqlBench, shipment, stateOf, type Tried } from './sql-bench.ts';
import { lapse, useLedger } from './use-ledger.ts';

/** A thief has the token of bench b and the address of the database. The thief reads ids of attempts, and never their secrets. */
describe.skipIf(whyNoPostgres())('a stolen bench token', () => {
  const ledger = useLedger();
  const seen = ({ id, world, what, account, digest }: Tried): Tried => ({ id, world, what, account, digest });

  async function attemptIn(state: string, bench: SqlBench, it: Tried): Promise<Tried> {
    await bench.claim(it);
    if (state !== 'held') await bench.send(it);
    if (state !== 'held' && state !== 'sending') await bench.reportOne(it, state, state === 'booked' ? { orderNo: '4711' } : {});
    return it;
  }

  test.each(
    ['held', 'sending', 'unknown', 'booked'].flatMap((state) =>
      ['sending', 'unknown', 'booked', 'rejected', 'released'].map((word) => [state, word] as const),
    ),
  )('leaves an attempt of another bench %s if it reports that attempt as %s', async (state, word) => {
    const { database, a, b, c } = await ledger.site();
    const it = await attemptIn(state, a, shipment('ORD-1'));
    for (const told of [seen(it), { ...seen(it), secret: 'guessed' }, { ...seen(it), secret: it.id }])
      expect(await b.reportOne(told, word, { orderNo: '6666' })).toMatchObject({ is: 'taken' });
    const { rows } = await database.owner.query('SELECT state, bench, order_no FROM packbench.attempt');
    expect(rows).toEqual([{ state, bench: a.number, order_no: state === 'booked' ? '4711' : null }]);
    expect(await c.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', bench: a.number, state });
    const strays = await database.owner.query('SELECT DISTINCT why FROM packbench.stray_fact');
    expect(strays.rows).toEqual([{ why: 'an attempt of another bench' }]);
    // Its own bench goes on as if nothing had happened.
    if (state === 'held') expect(await a.send(it)).toMatchObject({ is: 'granted' });
    await a.reportOne(it, 'booked', { orderNo: '4711' });
    expect(await stateOf(database, it)).toBe('booked');
  });

  test('ends no shipment of several orders and no pickup of another bench', async () => {
    const { database, a, b, c } = await ledger.site();
    const [joint, driver] = [jointShipment(['ORD-1', 1], ['ORD-2', 1]), collection(['p', 'q'])];
    for (const it of [joint, driver]) {
      await attemptIn('unknown', a, it);
      for (const word of ['rejected', 'released']) await b.reportOne(seen(it), word);
      expect(await stateOf(database, it)).toBe('unknown');
    }
    expect((await c.claim(shipment('ORD-2'))).is).toBe('taken-elsewhere');
    expect((await c.claim(collection(['q'], { day: '2026-12-01', again: true }))).is).toBe('taken-elsewhere');
  });

  test('does not end an attempt that a third bench took over, or a stray', async () => {
    const { database, a, b, c } = await ledger.site();
    const taken = await attemptIn('unknown', a, shipment('ORD-1'));
    await c.ask('retire', a.number);
    await c.ask('take_doubts', 'sandbox', a.number);
    await b.reportOne(seen(taken), 'rejected');
    expect(await stateOf(database, taken)).toBe('unknown');
    const stray = shipment('ORD-2');
    await c.book(shipment('ORD-2'));
    await c.reportOne(stray, 'unknown');
    expect(await stateOf(database, stray)).toBe('stray');
    await b.reportOne(seen(stray), 'rejected');
    expect(await stateOf(database, stray)).toBe('stray');
  });

  test('replaces no details of a shipment of another bench', async () => {
    const { a, b, c } = await ledger.site();
    const it = await attemptIn('booked', a, shipment('ORD-1'));
    await a.reportOne(it, 'noted', { encrypted: new Uint8Array([7]) });
    await b.reportOne(seen(it), 'noted', { encrypted: new Uint8Array([6]) });
    const { facts } = (await c.ask('changes', 'sandbox', c.feed, '{}', 100)) as unknown as {
      facts: { what: string; attempt: string | null; encrypted: string | null }[];
    };
    expect(facts.filter(({ what, attempt }) => what === 'noted' && attempt === it.id)).toMatchObject([{ encrypted: 'Bw==' }]);
  });

  test('is overruled by the journal of the attempt, even if it reported the attempt first', async () => {
    const { database, a, b, c } = await ledger.site();
    const it = shipment('ORD-1');
    for (const word of ['sending', 'released']) await b.reportOne(seen(it), word);
    await a.reportOne(it, 'unknown');
    for (const word of ['unknown', 'rejected', 'released']) await b.reportOne(seen(it), word);
    const { rows } = await database.owner.query('SELECT state, bench FROM packbench.attempt');
    expect(rows).toEqual([{ state: 'unknown', bench: a.number }]);
    expect((await c.claim(shipment('ORD-1'))).is).toBe('taken-elsewhere');
    await a.reportOne(it, 'released');
    expect(await c.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
  });

  test('may block an order with an attempt that lapsed, and cannot free one for itself', async () => {
    const { database, a, b } = await ledger.site();
    const it = await attemptIn('held', a, shipment('ORD-1'));
    await lapse(database, it);
    await a.giveUp(it);
    await b.reportOne(seen(it), 'booked');
    expect(await stateOf(database, it)).toBe('booked');
    expect((await b.claim(shipment('ORD-1'))).is).toBe('taken-elsewhere');
  });

  test('is no substitute for the secret: the bench that takes an attempt over receives that', async () => {
    const { database, a, b, c } = await ledger.site();
    const it = await attemptIn('unknown', a, shipment('ORD-1'));
    await c.ask('retire', a.number);
    // The bench that took it over proves it even to a ledger that was restored from a backup.
    const taken = (await c.ask('take_doubts', 'sandbox', a.number)) as unknown as { doubts: { attempt: string; secret: string }[] };
    expect(taken.doubts).toMatchObject([{ attempt: it.id, secret: it.secret }]);
    await database.owner.query('UPDATE packbench.attempt SET bench = $1, taken_by = NULL', [a.number]);
    const reported: readonly Pick<ReportedFact, 'what'>[] = [{ what: 'unknown' }, { what: 'released' }];
    for (const { what } of reported) await c.reportOne({ ...seen(it), secret: taken.doubts[0]!.secret }, what);
    expect(await stateOf(database, it)).toBe('released');
    expect(await b.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
  });
});
