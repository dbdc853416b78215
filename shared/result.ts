import { z } from 'zod';
import { type Failure, type FailureCode, failureSchema } from './failure.ts';

/** An expected failure with its remedy. */
export type Refusal<C extends FailureCode> = { readonly ok: false; readonly failure: Failure<C> };

/** The result of every call: a value, or one of the failures it names. Bugs are thrown, never returned. */
export type Result<T, C extends FailureCode> = { readonly ok: true; readonly value: T } | Refusal<C>;

/** The result of an action without a value. */
export type Done<C extends FailureCode> = Result<Record<string, never>, C>;

export const resultSchema = <T extends z.ZodType, C extends FailureCode>(
  value: T,
  codes: readonly C[],
): z.ZodType<Result<z.output<T>, C>> =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), failure: failureSchema.extend({ code: z.enum(codes) }) }),
  ]) as unknown as z.ZodType<Result<z.output<T>, C>>;

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Stack of an error for the log; empty if something else was thrown. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');

export const failed = <C extends FailureCode>(failure: Failure<C>): Refusal<C> => ({ ok: false, failure });
