import type { ContextParts } from '../context-parts.ts';
import type { Ledger } from '../ports/ledger.ts';
import { createBenchLedger } from './bench-ledger.ts';
import { unreportedIn } from './unreported.ts';

/** A bench that shared its orders, and knows no ledger any more: others may buy the same, so nothing is sent before the lead pairs it again. */
export function createLeftLedger({ fail, journal }: Pick<ContextParts, 'fail' | 'journal'>): Ledger {
  const refused = () => fail('not-paired');
  return {
    ...createBenchLedger({ fail }),
    isShared: true,
    mayAsk: refused,
    claim: async () => refused(),
    send: async () => refused(),
    takeTurn: async () => refused(),
    lease: async () => refused(),
    hearNow: async () => false,
    labelOf: async () => refused(),
    state: () => ({ bench: null, shut: 'not-paired', waitsFor: [], unreported: unreportedIn(journal), heardAt: null, mirroredAt: null }),
  };
}
