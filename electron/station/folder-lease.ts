import type { Ledger, SendUntil } from '../bench/ports/ledger.ts';

/** Who takes the files of a folder just now: this bench, another one, or nobody while the ledger does not say. */
export type FolderHolder = 'here' | { readonly bench: number } | 'nobody';

export interface FolderLease {
  /** Asks for the folder with this mark where it has to, or says once more that it is still taken care of. Often called. */
  ask(mark: string): Promise<FolderHolder>;
  /** Whether other benches may watch it too. */
  isShared(): boolean;
  /** Whether nobody else takes files of it now. */
  isHere(): boolean;
  end(): void;
}

/** Less than this, and it is asked for once more: another bench goes on where this one does not. */
const renewedMs = 30_000;

/**
 * Of the benches of a site one takes the files of a folder, in their order, as long as it says so to the ledger; another one follows it where
 * it falls silent. A bench alone has what it watches for itself.
 */
export function createFolderLease(ledger: () => Ledger | undefined, id: () => string): FolderLease {
  let held: { readonly of: Ledger; readonly mark: string; readonly turn: string; readonly until: SendUntil } | undefined;

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
      const turn = held?.mark === mark && held.of === asked ? held.turn : id();
      const answer = await asked?.lease(`hot folder ${mark}`, turn);
      if (!asked || !answer?.ok) return held?.mark === mark && isHeld() ? 'here' : 'nobody';
      if (answer.value.is === 'elsewhere') {
        held = undefined;
        return { bench: answer.value.bench };
      }
      held = { of: asked, mark, turn, until: answer.value.until };
      return 'here';
    },
    end() {
      if (held && held.of === ledger()) held.of.endTurn(held.turn);
      held = undefined;
    },
  };
}
