import type { Attempt } from '../../../shared/attempt.ts';
import { ok } from '../../../shared/result.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { ContextParts } from '../context-parts.ts';
import type { Ledger, SendUntil } from '../ports/ledger.ts';

/** If no other bench is involved, only the connection's own limit counts. */
export const anyTime: SendUntil = { elapsed: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY };

/** The ledger of a bench that shares its orders with no other: one holder at a time for each slot, either the screen or a batch. */
export function createBenchLedger({ fail }: Pick<ContextParts, 'fail'>): Ledger {
  const holders = new Map<string, string>();
  return {
    isShared: false,
    mayAsk: () => ok({}),
    state: () => null,
    look: async () => undefined,
    sync: async () => undefined,
    syncNow: async () => true,
    labelOf: async () => ok(undefined),
    prune: async () => ok({}),
    orders: null,
    erasures: null,
    stop: async () => undefined,
    async claim({ id, what }) {
      const slots = slotsOf(what);
      const taken = slots.find((slot) => (holders.get(slot) ?? id) !== id);
      if (taken !== undefined) return fail('taken-elsewhere', taken);
      for (const slot of slots) holders.set(slot, id);
      return ok({});
    },
    async closeOrder({ orderKey }) {
      const slot = `ship ${slotOf(orderKey)} `;
      const taken = holders.keys().find((each) => each.startsWith(slot));
      return taken === undefined ? ok({}) : fail('taken-elsewhere', taken);
    },
    reopenOrder: async () => ok({}),
    send: async () => ok(anyTime),
    takeKeyLease: async () => ok({ before: null, until: anyTime }),
    endKeyLease: () => undefined,
    lease: async () => ok({ is: 'held', until: anyTime }),
    ended(id) {
      for (const [slot, holder] of holders) if (holder === id) holders.delete(slot);
    },
  };
}

/** One slot for each order of a shipment, or for each parcel to be collected. */
function slotsOf(what: Attempt['what']): readonly string[] {
  if (what.is === 'pickup') return what.parcels.map((parcel) => `pickup ${parcel}`);
  return [what, ...(what.joined ?? [])].map((each) => `ship ${slotOf(each.orderKey, each.source)} ${each.shipmentNo}`);
}
