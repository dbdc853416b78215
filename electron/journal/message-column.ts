import type { z } from 'zod';

/**
 * Encodes a message of the service, or a code of this program, for a text column; the empty message is the empty text, the default of such
 * a column.
 */
export const messageCell = (message: string | { readonly code: string }): string => (message === '' ? '' : JSON.stringify(message));

export const readMessage = <T>(schema: z.ZodType<T>, written: string): T => schema.parse(written === '' ? '' : JSON.parse(written));
