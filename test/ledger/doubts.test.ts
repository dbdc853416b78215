import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { collection, type SqlBench, shipment, stateOf, type Tried } from './sql-bench.ts';
import { useLedger } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('doubts of a bench that is off', () => {
  const ledger = useLedger();

  async function site() {
    const { database, a, b, c } = await ledger.site();
    const silent = (bench: SqlBench) =>
      database.owner.query("UPDATE packbench.bench SET seen_at = seen_at - interval '2 min' WHERE bench = $1", [bench.number]);
    const old = ({ id }: Tried) =>
      database.owner.query("UPDATE packbench.attempt SET sent_at = sent_at - interval '11 min' WHERE attempt = $1", [id]);
    return { database, a, b, c, silent, old };
  }
  async function sending(bench: SqlBench, it: Tried): Promise<Tried> {
    await bench.claim(it);
    await bench.send(it);
    return it;
  }
  const take = (on: SqlBench, from: SqlBench) => on.ask('take_doubts', 'sandbox', from.number) as Promise<unknown>;
  const idsOf = (answer: unknown): readonly string[] => (answer as { doubts: { attempt: string }[] }).doubts.map(({ attempt }) => attempt);

  test('are taken from a silent or retired bench: sent ones after ten minutes, pickups only if they can be settled', async () => {
    const { a, b, silent, old } = await site();
    const [early, late, reported] = [shipment('ORD-1'), shipment('ORD-2'), shipment('ORD-3')];
    for (const each of [early, late, reported]) await sending(a, each);
    await a.reportOne(reported, 'unknown');
    await sending(a, collection(['p']));
    expect(await take(b, a)).toEqual({ is: 'bench-is-on' });
    expect(await take(a, a)).toEqual({ is: 'bench-is-on' });
    await silent(a);
    expect(await take(b, a)).toMatchObject({ is: 'taken', left: 3, doubts: [{ attempt: reported.id, orderKey: 'ORD-3', shipmentNo: 1 }] });
    await old(late);
    // Attempts taken before are returned again: the first answer may have been lost.
    expect(idsOf(await take(b, a)).toSorted()).toEqual([reported.id, late.id].toSorted());
    await b.ask('retire', a.number);
    await old(early);
    expect(idsOf(await take(b, a))).toContain(early.id);
  });

  test('reserve their order until the bench that took them reports the outcome', async () => {
    const { database, a, b, c, silent } = await site();
    const it = await sending(a, shipment('ORD-1'));
    await a.reportOne(it, 'unknown');
    await silent(a);
    await take(b, a);
    expect(await a.send(it)).toMatchObject({ is: 'attempt-dead' });
    for (const word of ['sending', 'released', 'unknown', 'released']) await a.reportOne(it, word);
    expect(await stateOf(database, it)).toBe('unknown');
    expect(await c.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', bench: b.number, state: 'unknown' });
    await b.reportOne(it, 'unknown');
    await b.reportOne(it, 'released');
    expect(await stateOf(database, it)).toBe('released');
    expect(await c.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
  });

  test.each([
    ['booked', 'booked'],
    ['rejected', 'rejected'],
  ])('if its own disk held the answer of the service all the time, that is %s counts', async (word, becomes) => {
    const { database, a, b, silent, old } = await site();
    const it = await sending(a, shipment('ORD-1'));
    await silent(a);
    await old(it);
    await take(b, a);
    await a.reportOne(it, word, { orderNo: '4711' });
    expect(await stateOf(database, it)).toBe(becomes);
    await b.reportOne(it, 'released');
    expect(await stateOf(database, it)).toBe(becomes);
  });

  test('its own bench learns which bench has them, and reports nothing more of them', async () => {
    const { a, b, c, silent } = await site();
    const it = await sending(a, shipment('ORD-1'));
    await a.reportOne(it, 'unknown');
    await silent(a);
    await take(b, a);
    await a.hello();
    expect(await a.ask('taken_from', [it.id, randomUUID()])).toEqual({
      is: 'taken',
      taken: [{ attempt: it.id, bench: b.number, state: 'unknown' }],
    });
    expect(await b.ask('taken_from', [it.id])).toEqual({ is: 'taken', taken: [] });
    await a.reportOne(it, 'noted', { encrypted: new Uint8Array([7]) });
    const { facts } = (await c.ask('changes', 'sandbox', c.feed, '{}', 100)) as unknown as {
      facts: { what: string; attempt: string | null }[];
    };
    expect(facts.filter(({ what }) => what === 'noted')).toMatchObject([{ attempt: null }]);
  });

  test('reserve their parcels if they are pickups, until the bench that took them reports', async () => {
    const { database, a, b, c, silent, old } = await site();
    const [reported, begun] = [collection(['p', 'q']), collection(['r'], { day: '2026-11-25' })];
    for (const each of [reported, begun]) await sending(a, each);
    await a.reportOne(reported, 'unknown');
    await silent(a);
    await old(begun);
    const { pickups } = (await take(b, a)) as unknown as { pickups: { day: string }[] };
    expect(pickups.toSorted((one, other) => one.day.localeCompare(other.day))).toMatchObject([
      { attempt: reported.id, account: 'main', courier: 'dhl', day: '2026-11-24', sender: 'main door', parcels: ['p', 'q'] },
      { attempt: begun.id, day: '2026-11-25', parcels: ['r'] },
    ]);
    for (const word of ['unknown', 'released']) await a.reportOne(reported, word);
    expect(await stateOf(database, reported)).toBe('unknown');
    expect(await c.claim(collection(['q'], { day: '2026-11-30', again: true }))).toMatchObject({ is: 'taken-elsewhere', bench: b.number });
    await b.reportOne(reported, 'unknown');
    await b.reportOne(reported, 'released');
    expect(await c.claim(collection(['q'], { day: '2026-11-30' }))).toEqual({ is: 'granted' });
    // The service's answer was on the silent bench's own disk all the time.
    await a.reportOne(begun, 'booked', { orderNo: '4711' });
    await b.reportOne(begun, 'released');
    expect(await stateOf(database, begun)).toBe('booked');
  });

  /** Runs the bench again with the journal as it was after its first `facts` facts. */
  async function restarted(bench: SqlBench, facts: number) {
    bench.run = randomUUID();
    bench.facts.length = facts;
    bench.acknowledged = Math.min(bench.acknowledged, facts);
    return await bench.hello();
  }
  const own = (bench: SqlBench) => bench.ask('own_doubts', bench.feed) as Promise<unknown>;

  test('are its own again if its journal lost them with nothing reported since, ten minutes after they were sent', async () => {
    const { database, a, b, old } = await site();
    const [known, lost, driver] = [shipment('ORD-1'), shipment('ORD-2'), collection(['p'])];
    await sending(a, known);
    await a.reportOne(known, 'unknown');
    for (const each of [lost, driver]) await sending(a, each);
    expect(await own(a)).toEqual({ is: 'taken', left: 0, doubts: [], pickups: [] });
    await restarted(a, 1);
    expect(await own(a)).toEqual({ is: 'taken', left: 2, doubts: [], pickups: [] });
    for (const each of [lost, driver]) await old(each);
    expect(await own(a)).toMatchObject({
      left: 0,
      doubts: [{ attempt: lost.id, orderKey: 'ORD-2', shipmentNo: 1, account: 'main' }],
      pickups: [{ attempt: driver.id, parcels: ['p'] }],
    });
    expect(await own(b)).toMatchObject({ doubts: [], pickups: [] });
    await a.reportOne(lost, 'unknown');
    expect(idsOf(await own(a))).toEqual([]);
    await a.reportOne(lost, 'released');
    expect(await stateOf(database, lost)).toBe('released');
    expect(await b.claim(shipment('ORD-2'))).toEqual({ is: 'granted' });
  });

  test('are its own again if its journal is known to be an older one', async () => {
    const { a } = await site();
    const it = await sending(a, shipment('ORD-1'));
    await a.reportOne(it, 'sending');
    expect(await restarted(a, 0)).toEqual({ is: 'journal-went-back' });
    a.feed = randomUUID();
    await a.hello();
    expect(idsOf(await own(a))).toEqual([it.id]);
  });
});
