import type { z } from 'zod';

/** The words of others, or a code of this program, for a column of text; empty for empty words, the default of such a column. */
export const writtenSaid = (said: string | { readonly code: string }): string => (said === '' ? '' : JSON.stringify(said));

export const readSaid = <T>(schema: z.ZodType<T>, written: string): T => schema.parse(written === '' ? '' : JSON.parse(written));
