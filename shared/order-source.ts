import { z } from 'zod';
import { failureSchema } from './failure.ts';
import type { shopAddressFlaws } from './source-reason.ts';
import { typedSecretSchema } from './typed-secret.ts';

/** Where in the address the scanned number goes. */
export const numberMark = '{number}';

/** A header of HTTP as a shop names it: `Authorization`, `X-Shopify-Access-Token`. */
export const headerNameSchema = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);

/** What every look-up has. All that are on are asked for an order at the same time when its number is scanned. */
const lookUpParts = {
  /** Given by this program; empty where it is new. */
  id: z.string().regex(/^[a-z0-9-]{0,40}$/),
  /** Stands as the source of its orders, and before what is said of it. */
  name: z.string().trim().min(1).max(40),
  isOn: z.boolean(),
  /** Longer nobody waits at the bench. */
  mostSeconds: z.int().min(1).max(20),
  /** The name of the only mapping by which its answers are read; empty: as files are, by their columns. */
  mapping: z.string().max(60),
};

/** A shop's server. */
export const httpLookUpSchema = z.object({
  kind: z.literal('http'),
  ...lookUpParts,
  /** With `{number}` in it. */
  url: z.string().max(500),
  /** Its value is kept sealed. */
  header: headerNameSchema,
  /** The admin accepted that others can read what is asked and answered, if the address is plain HTTP to another computer. */
  acceptsPlain: z.boolean(),
});
export type HttpLookUp = z.infer<typeof httpLookUpSchema>;

/** A database, of which one query is asked. The password is kept sealed. */
export const sqlLookUpSchema = z.object({
  kind: z.enum(['postgresql', 'mysql', 'sqlserver']),
  ...lookUpParts,
  host: z.string().max(255),
  port: z.int().min(1).max(65_535),
  database: z.string().max(100),
  user: z.string().max(100),
  /** Off only where nobody can listen between. */
  isEncrypted: z.boolean(),
  /** Whose signature its certificate bears, as PEM; empty: one that this computer trusts. */
  authority: z.string().max(20_000),
  /** With `{number}` where the scanned number goes. */
  query: z.string().max(10_000),
});
export type SqlLookUp = z.infer<typeof sqlLookUpSchema>;

export const lookUpSchema = z.discriminatedUnion('kind', [httpLookUpSchema, sqlLookUpSchema]);
export type LookUp = z.infer<typeof lookUpSchema>;

const withToken = { token: typedSecretSchema };
/** `token`: what the header holds, or the password. */
export const savedLookUpSchema = z.discriminatedUnion('kind', [httpLookUpSchema.extend(withToken), sqlLookUpSchema.extend(withToken)]);

export const newLookUp: HttpLookUp = {
  kind: 'http',
  id: '',
  name: '',
  isOn: false,
  url: '',
  header: 'Authorization',
  acceptsPlain: false,
  mostSeconds: 4,
  mapping: '',
};

export const usualPorts = { postgresql: 5432, mysql: 3306, sqlserver: 1433 } as const;

/** For whom its token or password was entered: nobody else is shown it, nor anybody who listens where that was ruled out. */
export function placeOf(lookUp: LookUp): string {
  if (lookUp.kind === 'http') return lookUp.url;
  const { kind, user, host, port, isEncrypted, authority } = lookUp;
  const way = isEncrypted ? `trusts=${encodeURIComponent(authority)}` : 'open';
  return `${kind}://${encodeURIComponent(user)}@${host}:${port}/?${way}`;
}

/** More nobody waits for at a scan. */
export const mostLookUps = 8;

/** What is known of one beside its settings. */
export const lookUpStateSchema = z.object({
  id: z.string(),
  /** Whether something sealed is shown to its server: a token, or the password of a database. */
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
  const [, server = '', path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
  if (server.includes(numberMark)) return 'number-in-server';
  return path.includes(numberMark) ? undefined : 'no-number';
}

/** A scanned code as others are asked for it: `#1001` as `1001`. */
export const askedNumber = (code: string): string => code.trim().replace(/^#+/, '');

/** Steps of a path that lead to the same place, or to the one above. */
const dotsIn = (address: string): number =>
  (address.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? '').split('/').filter((step) => /^(?:\.|%2e){1,2}$/i.test(step)).length;

/** The address that asks for the order of a scanned code; undefined if the code would lead elsewhere, as `..` leads to the path above. */
export function lookUpAddress(pattern: string, code: string): string | undefined {
  const address = pattern.replaceAll(numberMark, encodeURIComponent(askedNumber(code).toWellFormed()));
  return dotsIn(address) === dotsIn(pattern.replaceAll(numberMark, '0')) ? address : undefined;
}
