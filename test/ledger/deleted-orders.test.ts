import { expect, test } from 'vitest';
import { createEncryption } from '../../electron/ledger/encryption.ts';
import { createOrderCalls } from '../../electron/ledger/order-calls.ts';
import { failed, ok } from '../../shared/result.ts';
import { anOrder } from '../journal/samples.ts';

interface Row {
  readonly slot: string;
  encrypted: string | null;
}

/** A table of the ledger that two benches with the same site key use, and that a thief of a token may write. */
function site() {
  const rows: Row[] = [];
  const call = async (name: string, [, , slots, , , states]: readonly unknown[]) => {
    const written = (name === 'put_orders' ? (slots as string[]) : []).map((slot, at) => {
      const bytes = (states as (Uint8Array | null)[])[at];
      return { slot, encrypted: bytes ? Buffer.from(bytes).toString('base64') : null };
    });
    rows.push(...written);
    const answers = written.map((_row, seq) => ({ is: 'put', seq: seq + 1 }));
    const orders = rows.map((row, seq) => ({ ...row, seq: seq + 1, bench: 1, ageMs: 0 }));
    return ok({ is: 'orders', era: 'era', answers, orders });
  };
  const bench = (number: number, key = new Uint8Array(32).fill(5)) =>
    createOrderCalls({
      call,
      refusalOf: ({ is }) => failed({ code: 'ledger-unreadable', ref: '', detail: is }),
      away: () => undefined,
      encryption: createEncryption({ keys: () => [{ number: 1, key }], bench: () => number }),
    });
  const contentsAt = async ({ readOrders }: ReturnType<typeof bench>) => {
    const read = await readOrders({ world: 'sandbox', era: 'era', seq: 0, slot: '' });
    return read.ok ? read.value.orders.map(({ slot, content }) => [slot, content]) : [];
  };
  return { rows, bench, contentsAt };
}

const order = anOrder('ORD-1');
const content = { order, asImported: order, imported: '1' };

test('a deletion reaches the other benches, bound to its order', async () => {
  const { rows, bench, contentsAt } = site();
  const states = [
    { slot: 'ORD1', content: null },
    { slot: 'ORD2', content },
  ];
  await bench(1).putOrders(
    { world: 'sandbox', era: 'era' },
    states.map((each) => ({ ...each, base: 0, changes: 1, ageMs: 0 })),
  );
  expect(await contentsAt(bench(2))).toMatchObject([
    ['ORD1', null],
    ['ORD2', { order: { key: 'ORD-1' } }],
  ]);
  rows.push({ slot: 'ORD3', encrypted: rows[0]!.encrypted });
  expect((await contentsAt(bench(2))).at(-1)).toEqual(['ORD3', undefined]);
});

test('a bench without a site key deletes no order at another bench', async () => {
  const { rows, bench, contentsAt } = site();
  rows.push({ slot: 'ORD1', encrypted: null });
  await bench(3, new Uint8Array(32).fill(6)).putOrders({ world: 'sandbox', era: 'era' }, [
    { slot: 'ORD2', content: null, base: 0, changes: 1, ageMs: 0 },
  ]);
  expect(await contentsAt(bench(2))).toEqual([
    ['ORD1', undefined],
    ['ORD2', undefined],
  ]);
});
