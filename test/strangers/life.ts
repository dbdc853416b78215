import type { DayPlan } from './day-plan.ts';
import { loadProgram, wrongFile } from './program.ts';
import type { Wrong } from './wrong.ts';

// A process that runs each day that it receives, with a bug reintroduced if one is named.

/** Messages about a day: first each thing that is done, at the end its report. */
export type LivedDay =
  | { readonly doing: string }
  | ({ readonly seed: string } & ({ readonly report: import('./day.ts').DayReport } | { readonly broken: string }));

const { WRONG = '' } = process.env;
const { wrong } = WRONG ? ((await import(wrongFile(WRONG))) as { readonly wrong: Wrong }) : { wrong: undefined };
loadProgram(wrong?.edits ?? []);
const { liveDay } = await import('./day.ts');

process.on('message', (plan: DayPlan) => {
  void liveDay(plan, (doing) => process.send?.({ doing } satisfies LivedDay)).then(
    (report) => process.send?.({ seed: plan.seed, report } satisfies LivedDay),
    (error: unknown) =>
      process.send?.({ seed: plan.seed, broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
