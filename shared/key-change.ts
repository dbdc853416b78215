import { z } from 'zod';

/** A store that cannot be changed now, and still holds something that the old key opens. */
export const keyChangeLeft = ['file', 'journal', 'backup-folder', 'backup', 'damaged-copy'] as const;
export type KeyChangeLeft = (typeof keyChangeLeft)[number];

/** A change of the data key that is not finished. `left`: what it waits for; null while it goes on. */
export const keyChangeSchema = z.object({ left: z.enum(keyChangeLeft).nullable() });
export type KeyChangeState = z.infer<typeof keyChangeSchema>;
