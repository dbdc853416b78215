import type { Setup } from '../../../shared/settings.ts';
import type { BenchContext } from '../context.ts';
import type { Journal } from '../ports/journal.ts';

type FirstSteps = Setup['firstSteps'];

const facts = { testLabel: 'first-step:test-label', commandSheet: 'first-step:command-sheet' } as const satisfies Record<
  keyof FirstSteps,
  string
>;

export const firstStepsOf = (journal: Journal | undefined): FirstSteps => ({
  testLabel: journal?.fact(facts.testLabel) !== undefined,
  commandSheet: journal?.fact(facts.commandSheet) !== undefined,
});

/** Records a first step the first time it is done. */
export function takeFirstStep({ journal, now }: Pick<BenchContext, 'journal' | 'now'>, step: keyof FirstSteps): void {
  if (firstStepsOf(journal)[step]) return;
  journal.setFact(facts[step], now().toISOString());
}
