import { describe, expect, test } from 'vitest';
import { addBench } from '../../ledger/install.ts';
import { whyNoPostgres } from './postgres.ts';
import { SqlBench, shipment } from './sql-bench.ts';
import { useLedger } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('the database of the ledger', () => {
  const { server, site } = useLedger();

  describe('a ledger that was restored from a backup', () => {
    /** Books one order after a backup was made, then connects all benches to the restored backup. */
    async function putBack(without?: Readonly<Record<string, string>>) {
      const { database, a, b, c } = await site(without);
      await a.book(shipment('ORD-1'));
      const copy = await server().restored(database.name);
      a.client = await database.connect('bench');
      await a.hello();
      await a.book(shipment('ORD-2'));
      for (const bench of [a, b, c]) bench.client = await copy.connect('bench');
      return { database: copy, a, b, c };
    }

    test('stays frozen until every bench has reported again, and no order is bought twice', async () => {
      const { a, b, c } = await putBack();
      await b.hello();
      expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'replay' });
      const all = [a.number, b.number, c.number];
      expect(await b.claim(shipment('ORD-2'))).toEqual({ is: 'ledger-frozen', waitsFor: all });
      expect(await a.agree()).toEqual({ is: 'agreed', open: false, waitsFor: all });
      a.acknowledged = 0;
      await a.deliver();
      expect(await a.agree()).toEqual({ is: 'agreed', open: false, waitsFor: [b.number, c.number] });
      for (const bench of [b, c]) await bench.hello();
      expect(await b.agree()).toEqual({ is: 'agreed', open: false, waitsFor: [c.number] });
      expect(await c.agree()).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      expect(await b.claim(shipment('ORD-2'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
    });

    test('a shift lead vouches for a bench that is off; its late reports are strays and freeze nothing', async () => {
      const { database, a, b, c } = await putBack();
      await a.hello();
      for (const bench of [b, c]) {
        await bench.hello();
        await bench.agree();
      }
      expect(await b.ask('vouch', a.number, 'sandbox')).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      const again = shipment('ORD-2');
      await b.book(again, '4712');
      expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'replay' });
      a.acknowledged = 0;
      await a.deliver();
      expect((await b.claim(shipment('ORD-3'))).is).toBe('granted');
      const { rows } = await database.owner.query("SELECT order_no FROM packbench.attempt WHERE state = 'stray'");
      expect(rows).toEqual([{ order_no: '4711' }]);
    });

    /** Two benches with their bookings, admitted to an empty ledger. */
    async function moved() {
      const old = await site();
      const database = await server().ledger();
      const client = await database.connect('bench');
      const letIn = async () => {
        const { token, bench } = await addBench(database.owner);
        return new SqlBench(client, Buffer.from(token, 'base64url'), bench);
      };
      const [a, b] = [await letIn(), await letIn()];
      for (const [bench, before, order] of [
        [a, old.a, 'ORD-1'],
        [b, old.b, 'ORD-2'],
      ] as const) {
        await before.book(shipment(order));
        bench.facts.push(...before.facts);
        bench.feed = before.feed;
        bench.acknowledged = before.acknowledged;
      }
      return { database, a, b, letIn };
    }
    const reportAll = async (bench: SqlBench) => {
      await bench.hello();
      bench.acknowledged = 0;
      await bench.deliver();
      return await bench.agree();
    };

    test('an empty replacement waits for every bench that is admitted, even one it never received', async () => {
      const { a, b, letIn } = await moved();
      const unused = await letIn();
      expect(await reportAll(a)).toEqual({ is: 'agreed', open: false, waitsFor: [b.number, unused.number] });
      expect(await a.claim(shipment('ORD-2'))).toEqual({ is: 'ledger-frozen', waitsFor: [b.number, unused.number] });
      await a.ask('retire', unused.number);
      expect(await reportAll(b)).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      expect(await a.claim(shipment('ORD-2'))).toMatchObject({ is: 'taken-elsewhere', bench: b.number, state: 'booked' });
      const late = await letIn();
      await late.hello();
      expect((await late.claim(shipment('ORD-3'))).is).toBe('granted');
    });

    test('a shift lead vouches for a bench that is new to an empty ledger; its reports are strays', async () => {
      const { database, a, b } = await moved();
      await reportAll(a);
      expect(await a.ask('vouch', b.number, 'sandbox')).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      await a.book(shipment('ORD-2'), '4712');
      expect(await reportAll(b)).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      const { rows } = await database.owner.query("SELECT bench, order_no FROM packbench.attempt WHERE state = 'stray'");
      expect(rows).toEqual([{ bench: b.number, order_no: '4711' }]);
      expect((await b.claim(shipment('ORD-3'))).is).toBe('granted');
    });

    test('reservations made before the change are void', async () => {
      const { a, b, c } = await putBack();
      await b.hello();
      const held = shipment('ORD-5');
      expect((await b.claim(held)).is).toBe('granted');
      await a.hello();
      expect((await b.send(held)).is).toBe('ledger-frozen');
      a.acknowledged = 0;
      await a.deliver();
      for (const bench of [a, b, c]) {
        await bench.hello();
        await bench.agree();
      }
      expect(await b.send(held)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('without the freeze an order is bought twice', async () => {
      const { b, a } = await putBack({ '    UPDATE packbench.world SET is_behind = true WHERE world = the_world;\n': '' });
      await a.hello();
      await b.hello();
      expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
    });
  });
});
