import type { Envelope } from '../envelope.ts';
import type { Reading } from '../field-reader.ts';
import { type Fields, listOf } from '../fields.ts';
import type { TrainingMode } from '../mode.ts';
import { seededNumber } from '../seeded.ts';
import type { Environment, Order } from '../shipment.ts';
import type { Store } from '../store.ts';

export interface OperationContext {
  readonly store: Store;
  readonly environment: Environment;
  readonly mode: TrainingMode;
  readonly seed: string;
  readonly now: Date;
}

export type Operation = (request: Fields, context: OperationContext) => Promise<Envelope> | Envelope;

/** Returns the rules for reading this request, with an empty list of problems. */
export function readingOf({ mode, now }: OperationContext): Reading {
  return { problems: [], enumCase: mode.enumCase, today: now.toISOString().slice(0, 10) };
}

/** Increases the counter of this name and returns it. */
export function countUp({ store }: OperationContext, name: string): number {
  const count = (store.memory.counters[name] ?? 0) + 1;
  store.memory.counters[name] = count;
  return count;
}

/** Returns a number such as `CSP-26-018231`: the environment's letter, the year, and a running number with an arbitrary start. */
export function runningNumber(context: OperationContext, kind: string): string {
  const letter = context.environment === 'production' ? 'P' : 'D';
  const start = 12_000 + seededNumber(context.seed, `${kind} ${context.environment}`, 60_000);
  const number = start + countUp(context, `${kind} ${context.environment}`) * 3;
  return `${kind}${letter}-${context.now.toISOString().slice(2, 4)}-${String(number).padStart(6, '0')}`;
}

/** Returns the orders for a list of numbers, in its order; each unknown number is a problem. */
export function namedOrders(value: unknown, name: string, problems: string[], context: OperationContext): readonly Order[] {
  const numbers = listOf(value).map((entry) => (typeof entry === 'string' || typeof entry === 'number' ? String(entry).trim() : ''));
  if (numbers.length === 0) problems.push(`${name} is mandatory: at least one order number`);
  return numbers.flatMap((number) => {
    const order = context.store.memory.orders.find((each) => each.orderNo === number && each.environment === context.environment);
    if (!order) problems.push(`Order ${number === '' ? '(empty)' : number} was not found`);
    return order ?? [];
  });
}
