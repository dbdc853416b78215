import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BenchContext } from '../../electron/bench/context.ts';
import { createOrdersEverywhere } from '../../electron/bench/orders/orders-everywhere.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { OrdersOfSite } from '../../electron/bench/ports/ledger.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import type { OrderContent, PutOrder, ReceivedOrder } from '../../shared/elsewhere.ts';
import type { Order } from '../../shared/order.ts';
import { ok } from '../../shared/result.ts';
import { slotOf } from '../../shared/scan.ts';
import { anOrder } from '../journal/samples.ts';
import { encryption } from '../journal/temporary-journal.ts';
import { newFolder } from '../later.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { joinBenches, type SqlBench } from '../ledger/sql-bench.ts';
import { usePostgres } from '../ledger/use-ledger.ts';

const keys = ['1001', '#1002', 'ord-3'] as const;
const streets = ['Allee', 'Weg'] as const;
/** Steps of each bench: it changes an order, or it syncs with the ledger. */
const steps = fc.array(
  fc.record({
    at: fc.nat({ max: 2 }),
    key: fc.nat({ max: keys.length - 1 }),
    act: fc.constantFrom('looks', 'looks', 'again', 'note', 'moves', 'cancelled', 'holds', 'releases'),
  }),
  { minLength: 4, maxLength: 24 },
);

interface State extends Omit<ReceivedOrder, 'content'> {
  readonly encrypted: string | null;
}
const opened = ({ encrypted, ...state }: State): ReceivedOrder => ({
  ...state,
  content: encrypted === null ? null : (JSON.parse(Buffer.from(encrypted, 'base64').toString()) as OrderContent),
});

/** Calls the ledger's own functions, without encryption. */
function reachedBy(bench: SqlBench): OrdersOfSite {
  const content = (state: OrderContent | null): string => JSON.stringify(state && { ...state.order, source: '', held: state.held });
  return {
    mayAsk: () => true,
    siteKey: () => 1,
    async put(era, orders) {
      const answer = (await bench.ask(
        'put_orders',
        'sandbox',
        era,
        orders.map(({ slot }) => slot),
        orders.map(({ base }) => base),
        orders.map((order) => createHash('sha256').update(content(order.content)).digest()),
        orders.map((order) => order.content && Buffer.from(JSON.stringify(order.content))),
        orders.map(({ ageMs }) => ageMs),
      )) as unknown as { era: string; answers: readonly ({ is: 'put'; seq: number } | ({ is: 'other' } & State))[] };
      const answers = answer.answers.map((each, at): PutOrder => {
        return each.is === 'put' ? each : { ...opened({ ...each, slot: orders[at]!.slot }), is: 'other' };
      });
      return ok({ era: answer.era, answers });
    },
    async read(era, { seq, slot }) {
      const answer = (await bench.ask('read_orders', 'sandbox', era, seq, 2, slot)) as unknown as { era: string; orders: readonly State[] };
      return ok({ era: answer.era, orders: answer.orders.map(opened) });
    },
  };
}

describe.skipIf(whyNoPostgres())('benches that change the same orders in any sequence', () => {
  const server = usePostgres();

  test('agree on every order in the end, and a cancellation at one bench holds at all of them', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const folder = newFolder('converge');
        const database = await server().ledger();
        let at = Date.UTC(2026, 10, 21, 9);
        const benches = (await joinBenches(database, 3)).map((sql) => {
          const file = join(folder, `${sql.number}.sqlite`);
          const journal: Journal = openJournal({
            file,
            world: 'sandbox',
            encryption,
            now: () => new Date(at),
            id: () => crypto.randomUUID(),
          });
          journal.joinFeed(false, () => '');
          const bug = (_step: string, error: unknown): never => {
            throw error;
          };
          const context = { journal, ledger: { orders: reachedBy(sql) }, bug, changed: () => undefined } as unknown as BenchContext;
          return { journal, everywhere: createOrdersEverywhere(context) };
        });
        try {
          for (const { at: which, key: number, act } of all) {
            // Far enough apart that no two changes have the same time on the ledger's clock.
            at += 60_000;
            const { journal, everywhere } = benches[which]!;
            const key = keys[number]!;
            if (act === 'looks') {
              await everywhere.look();
              continue;
            }
            if ((act === 'holds' || act === 'releases') && !journal.ordersAt(slotOf(key))[0]) continue;
            const known = journal.ordersAt(slotOf(key))[0] ?? anOrder(key);
            if (act === 'holds') {
              journal.holdOrder(known.key, `${at}`, 'Ada');
              continue;
            }
            if (act === 'releases') {
              journal.releaseOrder(known.key);
              continue;
            }
            const change: Partial<Order> = {
              again: {},
              note: { noteForPacker: `${at}` },
              moves: { recipient: { ...known.recipient, street: streets[which % 2]! } },
              cancelled: { hold: 'cancelled' as const },
            }[act];
            journal.saveOrder({ ...known, ...change });
          }
          // A bench that lost against another one learns it at the next sync.
          for (let round = 0; round < 3; round += 1) for (const { everywhere } of benches) await everywhere.look();
          const [first = [], ...others] = benches.map(({ journal }) =>
            journal
              .orders({ search: '', offset: 0, limit: 9 })
              .rows.map(({ order: { key: _key, ...order }, plan }) => JSON.stringify([order, plan.held]))
              .toSorted(),
          );
          for (const other of others) expect(other).toEqual(first);
          const calledOff = all.flatMap(({ key, act }) => (act === 'cancelled' ? keys[key]! : []));
          for (const key of calledOff)
            for (const { journal } of benches) expect(journal.ordersAt(slotOf(key)).map(({ hold }) => hold)).toEqual(['cancelled']);
          expect(benches.flatMap(({ journal }) => journal.ordersToShare(9))).toEqual([]);
        } finally {
          for (const { journal } of benches) journal.close();
          rmSync(folder, { recursive: true, force: true });
          await server().clear();
        }
      }),
      { numRuns: 10 },
    );
  });
});
