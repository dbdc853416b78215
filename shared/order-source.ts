import { z } from 'zod';
import { failureSchema } from './failure.ts';
import type { shopAddressFlaws } from './source-reason.ts';

/** Where in the address the scanned number goes. */
export const numberMark = '{number}';

/** A header of HTTP as a shop names it: `Authorization`, `X-Shopify-Access-Token`. */
const headerNameSchema = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);

/** Asked for an order when its number is scanned: with the others that are on, at the same time. */
export const lookUpSchema = z.object({
  /** Given by this program; empty where it is new. */
  id: z.string().regex(/^[a-z0-9-]{0,40}$/),
  /** Stands as the source of its orders, and before what is said of it. */
  name: z.string().trim().min(1).max(40),
  isOn: z.boolean(),
  /** With `{number}` in it. */
  url: z.string().max(500),
  /** Its value is kept sealed. */
  header: headerNameSchema,
  /** Longer nobody waits at the bench. */
  mostSeconds: z.int().min(1).max(20),
  /** The name of the only mapping by which its answers are read; empty: as files are, by their columns. */
  mapping: z.string().max(60),
});
export type LookUp = z.infer<typeof lookUpSchema>;

export const newLookUp: LookUp = {
  id: '',
  name: '',
  isOn: false,
  url: '',
  header: 'Authorization',
  mostSeconds: 4,
  mapping: '',
};

/** More nobody waits for at a scan. */
export const mostLookUps = 8;

/** The one that stood alone, before there could be several. */
export const firstLookUpId = 'shop';

/** What is known of one beside its settings. */
export const lookUpStateSchema = z.object({
  id: z.string(),
  /** Whether something sealed is shown to its server. */
  hasToken: z.boolean(),
  /** When it answered last in this run, and what was wrong with that; null where nothing was. */
  heardAt: z.iso.datetime().nullable(),
  trouble: failureSchema.nullable(),
});
export type LookUpState = z.infer<typeof lookUpStateSchema>;

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
