import type { Ledger, SendUntil } from '../bench/ports/ledger.ts';

/** The bench that takes the files of a folder now: this one, another one, or none while the ledger does not answer. */
export type FolderHolder = 'here' | { readonly bench: number } | 'unknown';

export interface FolderLease {
  /** Acquires or renews the lease of the folder with this mark when needed. Called often. */
  ask(mark: string): Promise<FolderHolder>;
  /** True if other benches may watch the folder too. */
  isShared(): boolean;
  /** True if only this bench may take files now. */
  isHere(): boolean;
  end(): void;
}

/** Renews the lease when less time than this is left; an expired lease lets another bench continue. */
const renewedMs = 30_000;

/**
 * One bench of a site takes the files of a folder, in their order, as long as it renews its lease in the ledger. If it stops renewing,
 * another bench continues. A bench that shares no ledger needs no lease.
 */
export function createFolderLease(ledger: () => Ledger | undefined, id: () => string): FolderLease {
  let held: { readonly of: Ledger; readonly mark: string; readonly lease: string; readonly until: SendUntil } | undefined;

  const left = (until: SendUntil): number => Math.min(until.elapsed - performance.now(), until.wall - Date.now());
  const isHeld = (more = 0): boolean => held !== undefined && held.of === ledger() && left(held.until) > more;
  const isAlone = (): boolean => ledger()?.isShared === false;

  return {
    isShared: () => !isAlone(),
    isHere: () => isAlone() || isHeld(),
    async ask(mark) {
      const asked = ledger();
      if (isAlone()) return 'here';
      if (held?.mark === mark && isHeld(renewedMs)) return 'here';
      const lease = held?.mark === mark && held.of === asked ? held.lease : id();
      const answer = await asked?.lease(`hot folder ${mark}`, lease);
      if (!asked || !answer?.ok) return held?.mark === mark && isHeld() ? 'here' : 'unknown';
      if (answer.value.is === 'elsewhere') {
        held = undefined;
        return { bench: answer.value.bench };
      }
      held = { of: asked, mark, lease, until: answer.value.until };
      return 'here';
    },
    end() {
      if (held && held.of === ledger()) held.of.endKeyLease(held.lease);
      held = undefined;
    },
  };
}
