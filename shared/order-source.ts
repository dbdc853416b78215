import { z } from 'zod';
import type { shopAddressFlaws } from './source-reason.ts';

/** Where in the address the scanned number goes. */
export const numberMark = '{number}';

/** A header of HTTP as a shop names it: `Authorization`, `X-Shopify-Access-Token`. */
const headerNameSchema = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);

/** A shop's server that is asked for an order when its number is scanned. The value of the header is kept sealed. */
export const lookUpSettingsSchema = z.object({
  isOn: z.boolean(),
  /** With `{number}` in it. */
  url: z.string().max(500),
  header: headerNameSchema,
  /** Longer nobody waits at the bench. */
  mostSeconds: z.int().min(1).max(20),
});
export type LookUpSettings = z.infer<typeof lookUpSettingsSchema>;

export const noLookUp: LookUpSettings = { isOn: false, url: '', header: 'Authorization', mostSeconds: 4 };

type Flaw = (typeof shopAddressFlaws)[number];

/** What keeps a text from being the address of a shop's server, or undefined. */
export function shopAddressFlaw(address: string): Flaw | undefined {
  const server = /^https?:\/\/([^/?#\s]+)[^\s]*$/i.exec(address)?.[1];
  if (server?.includes('@')) return 'with-user';
  return server && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(server) ? undefined : 'none';
}

/** The same of one that asks for an order. The number is never part of the server's name. */
export function lookUpFlaw(address: string): Flaw | undefined {
  const asked = address.replaceAll(numberMark, '0');
  const flaw = shopAddressFlaw(asked);
  if (flaw) return flaw;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(address)?.[1] ?? '';
  return path.includes(numberMark) ? undefined : 'no-number';
}

/** The address that asks for the order of a scanned code. `#1001` is asked for as `1001`. */
export const lookUpAddress = (pattern: string, code: string): string =>
  pattern.replaceAll(numberMark, encodeURIComponent(code.trim().replace(/^#+/, '')));
