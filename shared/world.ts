import { z } from 'zod';

/** training: the built-in service. sandbox: the service's development environment. live: real parcels, real money. */
export const worldSchema = z.enum(['training', 'sandbox', 'live']);
export type World = z.infer<typeof worldSchema>;
