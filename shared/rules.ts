import { z } from 'zod';
import type { Service } from './quote.ts';

/** Which service to take. `ask`: select the cheapest and wait for a person. `cheapest`: the rule decides alone, before the scan. */
export const ruleSchema = z.enum(['ask', 'cheapest']);
export type Rule = z.infer<typeof ruleSchema>;

export interface Choice {
  readonly serviceId: string;
  readonly why: 'cheapest' | 'only-one' | 'first';
  /** True where the rule may buy without a person. Never true unless one cheapest exists in one currency. */
  readonly decidesAlone: boolean;
}

/** "Cheapest" is said only within one currency; otherwise the first service is selected and a person decides. */
export function choose(services: readonly Service[], rule: Rule): Choice | undefined {
  const [first, ...rest] = services;
  if (!first) return undefined;
  if (rest.length === 0) return { serviceId: first.serviceId, why: 'only-one', decidesAlone: rule === 'cheapest' };
  if (rest.some((service) => service.total.currency !== first.total.currency))
    return { serviceId: first.serviceId, why: 'first', decidesAlone: false };
  const cheapest = rest.reduce((best, service) => (service.total.minor < best.total.minor ? service : best), first);
  return { serviceId: cheapest.serviceId, why: 'cheapest', decidesAlone: rule === 'cheapest' };
}
