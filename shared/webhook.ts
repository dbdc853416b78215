import { z } from 'zod';
import { reachSettingsSchema } from './port-listener.ts';
import type { World } from './world.ts';

/** Settings of the receiver for the service's tracking deliveries, which is off until a person turns it on. */
export const webhookSettingsSchema = reachSettingsSchema.extend({
  isOn: z.boolean(),
  /**
   * Address by which the service reaches this computer: `https://hooks.example.com`, a name or an IP address; empty: the computer's own
   * address.
   */
  reachedAt: z.string().regex(/^$|^(https?:\/\/)?[\w.[\]:-]+(\/[\w.~-]+)*\/?$/),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

/** A delivery that could not be interpreted, for a person to read. */
export const strayDeliverySchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  contentType: z.string(),
  sizeBytes: z.int().nonnegative(),
  /** As text, truncated if it is long; null if it was damaged on the disk. */
  payload: z.string().nullable(),
  isWhole: z.boolean(),
  /** Number of similar waiting deliveries. */
  others: z.int().nonnegative(),
});
export type StrayDelivery = z.infer<typeof strayDeliverySchema>;

/** The last part of an environment's address. Deliveries of another environment have another path, so environments never mix. */
export const webhookSecretPath = (world: World, secret: string): string => `${world}-${secret}`;

/** The address to enter at the service, with the secret or with a text in its place. */
export function webhookAddress(
  { port, reachedAt, fromNetwork }: WebhookSettings,
  world: World,
  { ownAddress, secret }: { readonly ownAddress: string; readonly secret: string },
): string {
  const host = reachedAt.replace(/\/$/, '') || (fromNetwork ? ownAddress : '127.0.0.1');
  return `${host.includes('://') ? host : `http://${host}:${port}`}/webhook/${webhookSecretPath(world, secret)}`;
}
