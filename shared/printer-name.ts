import { z } from 'zod';

/** As people call a printer. */
export const printerNameSchema = z.string().min(1).max(40);
