import { z } from 'zod';

/** What was typed over a secret that is kept and never comes back. Null leaves the kept one, empty removes it. */
export const typedSecretSchema = z.string().max(2000).nullable();
