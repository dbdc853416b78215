import type { ContextParts } from '../context-parts.ts';
import type { Ledger } from '../ports/ledger.ts';
import { createBenchLedger } from './bench-ledger.ts';
import { unreportedIn } from './unreported.ts';

/**
 * The ledger of a bench that shared its orders and has lost its ledger: others may buy the same, so it sends nothing until it is paired
 * again.
 */
export function createLeftLedger({ fail, journal }: Pick<ContextParts, 'fail' | 'journal'>): Ledger {
  const refused = () => fail('not-paired');
  return {
    ...createBenchLedger({ fail }),
    isShared: true,
    mayAsk: refused,
    claim: async () => refused(),
    closeOrder: async () => refused(),
    reopenOrder: async () => refused(),
    send: async () => refused(),
    takeKeyLease: async () => refused(),
    lease: async () => refused(),
    syncNow: async () => false,
    labelOf: async () => refused(),
    state: () => ({ bench: null, shut: 'not-paired', waitsFor: [], unreported: unreportedIn(journal), answeredAt: null, mirroredAt: null }),
  };
}
