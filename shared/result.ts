import { z } from 'zod';
import { type Failure, failureSchema } from './failure.ts';

/** What every call answers: a value, or a foreseen failure with its remedy. Bugs are thrown, never put in here. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const resultSchema = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false), failure: failureSchema })]);

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Where an error came from, for the log; empty where something else was thrown. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');

export const failed = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({ ok: false, failure });
