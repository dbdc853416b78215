import { deflateRawSync } from 'node:zlib';
import type { BenchContext } from '../../../electron/bench/context.ts';
import { createOrdersEverywhere } from '../../../electron/bench/orders/orders-everywhere.ts';
import type { Journal } from '../../../electron/bench/ports/journal.ts';
import type { OrdersOfSite } from '../../../electron/bench/ports/ledger.ts';
import { createEncryption } from '../../../electron/ledger/encryption.ts';
import { createOrderCalls } from '../../../electron/ledger/order-calls.ts';
import type { Order } from '../../../shared/order.ts';
import { failed, ok } from '../../../shared/result.ts';
import { slotOf } from '../../../shared/scan.ts';
import { createDice, type Dice } from '../../crash/dice.ts';
import { anOrder } from '../../journal/samples.ts';
import { journalAt } from '../../journal/temporary-journal.ts';
import { bomb, otherKeys, siteKeys, words } from './tellers.ts';

interface Kept {
  readonly slot: string;
  readonly seq: number;
  readonly bench: number;
  readonly ageMs: number;
  readonly encrypted: string | null;
}

const ages = [0, 1, 60_000, 86_400_000, 100 * 365 * 86_400_000, 0.5] as const;
export const encryptedWith = (keys: typeof siteKeys) => createEncryption({ keys: () => keys, bench: () => 2 });

/** Returns a ledger through which benches share orders, as `call` reaches it; refuses nothing. */
export function startOrderLedger() {
  const kept = new Map<string, Kept>();
  let [last, era] = [0, 'era'];
  return {
    kept,
    /** Replaces the ledger by an older copy, which is empty. */
    putBack(to: string): void {
      kept.clear();
      [last, era] = [0, to];
    },
    put(slot: string, encrypted: string | null, ageMs: number): void {
      kept.set(slot, { slot, seq: ++last, bench: 2, ageMs, encrypted });
    },
    async call(name: string, values: readonly unknown[]) {
      if (name === 'read_orders') {
        const after = values[1] === era ? Number(values[2]) : 0;
        const orders = [...kept.values()].filter(({ seq }) => seq > after).toSorted((one, other) => one.seq - other.seq);
        return ok({ is: 'orders', era, orders: orders.slice(0, Number(values[3])) });
      }
      if (values[1] !== era) return ok({ is: 'orders', era });
      const [, , slots, bases, , states] = values as [string, string, string[], number[], Buffer[], (Buffer | null)[]];
      const answers = slots.map((slot, at) => {
        const was = kept.get(slot);
        if (was && was.seq !== bases[at]) return { is: 'other', ...was };
        kept.set(slot, { slot, seq: ++last, bench: 1, ageMs: 0, encrypted: states[at]?.toString('base64') ?? null });
        return { is: 'put', seq: last };
      });
      return ok({ is: 'orders', era, answers });
    },
  };
}

/** Returns one bench of the site, which stores its orders in this journal. */
export function receivingBench(
  journal: Journal,
  ledger: ReturnType<typeof startOrderLedger>,
  complain: (what: string) => void,
  keys = siteKeys,
) {
  journal.joinFeed(false, () => '');
  const refused = failed({ code: 'ledger-unreachable', ref: '', detail: '' } as const);
  const { putOrders, readOrders } = createOrderCalls({
    call: ledger.call,
    refusalOf: ({ is }) => {
      complain(`an answer was refused: ${is}`);
      return refused;
    },
    away: () => undefined,
    encryption: encryptedWith(keys),
  });
  const orders: OrdersOfSite = {
    mayAsk: () => true,
    siteKey: () => Math.max(...keys.map(({ number }) => number)),
    put: (era, all) => putOrders({ world: 'sandbox', era }, all),
    read: (era, at) => readOrders({ world: 'sandbox', era, ...at }),
  };
  const bug = (step: string, error: unknown): void => complain(`it broke at ${step}: ${String(error)}`);
  return createOrdersEverywhere({ journal, ledger: { orders }, bug, changed: () => undefined } as unknown as BenchContext);
}

/** Draws another bench's version of an order; null if it is deleted, undefined if this bench cannot read it. */
function drawVersion(dice: Dice, order: Order): { readonly bytes: Uint8Array | null; readonly version: Order | null | undefined } {
  const unread = (bytes: Uint8Array | null) => ({ bytes, version: undefined });
  const packed = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));
  const version = {
    order,
    imported: `${dice.whole(3)}`,
    held: dice.pick([null, undefined, { why: dice.pick(words), by: 'Ann', at: '2026-11-24T10:00:00.000Z', isBack: false }]),
  };
  const { parcels: _parcels, ...part } = order;
  switch (dice.whole(13)) {
    case 0:
      return unread(packed({ ...version, order: part }));
    case 1:
      return unread(packed({ ...version, order: { ...order, hold: 'on-the-moon' } }));
    case 2:
      return unread(packed({ ...version, held: 'yes' }));
    case 3:
      return unread(bomb);
    case 4:
      return unread(Buffer.from('no deflate'));
    case 5:
      // Without a key anybody could have written a deletion.
      return dice.chance(0.7) ? { bytes: new Uint8Array(), version: null } : unread(null);
    case 6: {
      const large = { ...order, noteForPacker: 'note '.repeat(200_000) };
      return { bytes: packed({ ...version, order: large }), version: large };
    }
    default:
      return { bytes: packed(version), version: order };
  }
}

const begin = (order: Order | undefined): string => JSON.stringify(order?.recipient.name ?? null).slice(0, 40);

/** Runs a bench that receives orders of strangers, round by round. Compares its list with what they sent. */
export async function receiveOrders(seed: string, file: string): Promise<readonly string[]> {
  const dice = createDice(seed);
  const findings: string[] = [];
  const complain = (what: string): void => void findings.push(`${seed}: ${what}`);
  const journal = journalAt(file, undefined, undefined, 'sandbox');
  const ledger = startOrderLedger();
  const bench = receivingBench(journal, ledger, complain);
  await bench.look();
  const bought = journal.draft(anOrder('OWN-1'), 'Ann');
  journal.saveOrder(anOrder('OWN-2'));
  const meant = new Map<string, Order | null>();

  for (let round = 0; round < 4; round += 1) {
    /** The ledger stores only the latest version of each order. */
    const newest = new Map<string, Order | null | undefined>();
    for (let more = dice.whole(40); more > 0; more -= 1) {
      const key = dice.pick(['A-1', '#A-1', 'B-2', 'ÄÖ-7', '北-1', '%', "O'R-1", '__proto__', 'C-3', 'D-4', 'E-5', 'F-6']);
      const slot = dice.chance(0.95) ? slotOf(key) : 'another slot';
      const order = anOrder(key, { name: dice.pick(words), city: dice.pick(words) });
      const { bytes, version } = drawVersion(dice, order);
      const isOpened = dice.chance(0.95);
      const encrypted =
        bytes && encryptedWith(isOpened ? siteKeys : otherKeys).encrypt(bytes, { world: 'sandbox', attempt: slot, kind: 'order' });
      ledger.put(slot, encrypted ? Buffer.from(encrypted).toString('base64') : null, dice.pick(ages));
      const isRead = isOpened && slot === slotOf(key) && version !== undefined;
      newest.set(slot, isRead ? version : undefined);
    }
    for (const [slot, version] of newest) if (version !== undefined) meant.set(slot, version);
    await bench.look();
    // A bench also receives its own changes.
    await bench.look();
    const last = Math.max(0, ...[...ledger.kept.values()].map(({ seq }) => seq));
    if ((journal.orderCursor()?.seq ?? 0) !== last) complain(`it stands at ${journal.orderCursor()?.seq} of ${last}`);
    for (const [slot, version] of meant) {
      const [known, ...others] = journal.ordersAt(slot);
      if (others.length > 0) complain(`${slot} stands ${others.length + 1} times in the list`);
      if (version && known?.recipient.name !== version.recipient.name)
        complain(`${slot} goes to ${begin(version)}, and the list shows ${begin(known)}`);
      if (version === null && known) complain(`${slot} was deleted elsewhere and is in the list`);
    }
    for (const [slot, version] of newest)
      for (const { key } of journal.ordersAt(slot)) {
        const { held } = journal.orderPlan(key);
        if (version === undefined && !held) complain(`${slot} may be shipped, and its last change cannot be read`);
        if (version !== undefined && held?.changedBy !== undefined) complain(`${slot} is held, and its last change was read`);
      }
    for (const search of ['', 'x', '%', "'", '北', '\u0000']) journal.orders({ search, offset: 0, limit: 50 });
  }
  if (journal.booking(bought.id)?.orderKey !== 'OWN-1') complain('what others reported changed a parcel of this bench');
  if (journal.ordersAt('OWN-2').length !== 1) complain('an order of this bench is gone');
  journal.close();
  return findings;
}
