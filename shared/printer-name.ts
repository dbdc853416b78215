import { z } from 'zod';

/** The name of a printer in Setup. */
export const printerNameSchema = z.string().min(1).max(40);
