import { z } from 'zod';
import { reachSettingsSchema } from './port-listener.ts';
import type { World } from './world.ts';

/** The receiver of the service's tracking deliveries, which is off until a person turns it on. */
export const webhookSettingsSchema = reachSettingsSchema.extend({
  isOn: z.boolean(),
  /** How the service reaches this computer: `https://hooks.example.com`, a name or an IP address; empty: its own address. */
  reachedAt: z.string().regex(/^$|^(https?:\/\/)?[\w.[\]:-]+(\/[\w.~-]+)*\/?$/),
  /** The part of the address nobody can guess, made by the program; empty until it was first turned on. */
  secret: z.string(),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

/** A delivery nobody could make anything of, for a person to read. */
export const strayDeliverySchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  contentType: z.string(),
  sizeBytes: z.int().nonnegative(),
  /** As text; only its beginning where it is long. */
  payload: z.string(),
  isWhole: z.boolean(),
  /** How many more wait like it. */
  others: z.int().nonnegative(),
});
export type StrayDelivery = z.infer<typeof strayDeliverySchema>;

/** The last part of a world's own address: worlds never mix, so another world's deliveries find no door. */
export const webhookSecretPath = (world: World, secret: string): string => `${world}-${secret}`;

/** What is entered at the service, or an empty text while there is none. */
export function webhookAddress({ port, reachedAt, fromNetwork, secret }: WebhookSettings, world: World | null, ownAddress: string): string {
  if (secret === '' || world === null) return '';
  const host = reachedAt.replace(/\/$/, '') || (fromNetwork ? ownAddress : '127.0.0.1');
  return `${host.includes('://') ? host : `http://${host}:${port}`}/webhook/${webhookSecretPath(world, secret)}`;
}
