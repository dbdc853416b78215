import { choicesSeen, suggestedBy, tookCheapest } from '../../../shared/suggested-rule.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import type { Attempt } from './hand-state.ts';

/** The newest choices, the oldest first: `1` for the cheapest service, `0` for another one. */
const fact = 'choices';

/** Notes if the service that a packer chose and bought was the cheapest, unless it was no free choice. */
export function noteChoice(context: Pick<BenchContext, 'fail' | 'journal' | 'log'>, { tiles }: Pick<Attempt, 'tiles'>): void {
  const { journal } = context;
  const isCheapest = tookCheapest(tiles);
  if (isCheapest === undefined) return;
  const next = `${journal.fact(fact) ?? ''}${isCheapest ? '1' : '0'}`.slice(-choicesSeen);
  // Only a question depends on it, so a power cut may lose the last choices.
  writeDown(context, () => journal.soon(() => journal.setFact(fact, next)));
}

/** Number of the last ten choices that took the cheapest, if the bench asks about *always the cheapest*; else null. */
export const cheapestTaken = ({ journal, settings }: Pick<BenchContext, 'journal' | 'settings'>): number | null =>
  suggestedBy(
    Array.from(journal.fact(fact) ?? '', (choice) => choice === '1'),
    settings(),
  );
