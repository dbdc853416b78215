import { z } from 'zod';

const beginning = '{"code":';

/** What was said, as a column of text keeps it. */
export const writtenSaid = (said: string | { readonly code: string }): string => (typeof said === 'string' ? said : JSON.stringify(said));

/** What was written before there were codes, and what others said, is none of them and comes back as it is. */
export function readSaid<T>(schema: z.ZodType<T>, written: string): T | string {
  if (!written.startsWith(beginning)) return written;
  try {
    return schema.parse(JSON.parse(written));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    return written;
  }
}
