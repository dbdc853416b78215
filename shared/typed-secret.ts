import { z } from 'zod';

/** New value of a stored secret that is never returned. Null keeps the stored one, empty removes it. */
export const typedSecretSchema = z.string().max(2000).nullable();
