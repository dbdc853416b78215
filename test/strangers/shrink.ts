import type { DayPlan } from './day-plan.ts';
import { plainPrinter } from './printers.ts';
import { plainService } from './service-nature.ts';

/** Returns the shortest form of a red day that is still red: removes acts, and oddities of the service and of the printer, one by one. */
export async function shrink(plan: DayPlan, isRed: (plan: DayPlan) => Promise<boolean>, mostTries = 24): Promise<DayPlan> {
  let best = plan;
  let tries = 0;
  const takes = async (next: DayPlan): Promise<boolean> => {
    if (tries >= mostTries) return false;
    tries += 1;
    if (!(await isRed(next))) return false;
    best = next;
    return true;
  };
  for (const act of plan.acts.toReversed()) await takes({ ...best, acts: best.acts.filter(({ no }) => no !== act.no) });
  await takes({ ...best, service: plainService });
  await takes({ ...best, printer: plainPrinter });
  for (const name of Object.keys(plainService) as (keyof typeof plainService)[])
    if (best.service[name] !== plainService[name]) await takes({ ...best, service: { ...best.service, [name]: plainService[name] } });
  return best;
}

/** Describes a day by its differences from a plain one. */
export function inShort({ seed, service, printer, acts }: DayPlan): string {
  const differing = (nature: object, plain: object): string[] =>
    Object.entries(nature).flatMap(([name, value]) =>
      value === (plain as Record<string, unknown>)[name] ? [] : [`${name}: ${String(value)}`],
    );
  const odd = [...differing(service, plainService), ...differing(printer, plainPrinter)];
  return `seed "${seed}", acts: ${acts.map(({ no, name }) => `${no} ${name}`).join(', ') || 'none'}${odd.length > 0 ? `; ${odd.join(', ')}` : ''}`;
}
