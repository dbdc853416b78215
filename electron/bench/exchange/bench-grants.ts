import { ok } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import type { Grants } from '../ports/grants.ts';

/** The grants of a bench that shares its orders with no other: one holder at a time for each slot, be it the screen or a batch. */
export function createBenchGrants({ fail }: Pick<ContextParts, 'fail'>): Grants {
  const holders = new Map<string, string>();
  return {
    async claim({ id, slots }) {
      const taken = slots.find((slot) => (holders.get(slot) ?? id) !== id);
      if (taken !== undefined) return fail('taken-elsewhere', taken);
      for (const slot of slots) holders.set(slot, id);
      return ok({
        release() {
          for (const slot of slots) if (holders.get(slot) === id) holders.delete(slot);
        },
      });
    },
  };
}
