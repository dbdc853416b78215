import { z } from 'zod';
import type { LookUp } from './order-source.ts';
import { type ConnectedShop, shopOf } from './shop.ts';

/** The picture of an item as it came: the window scales it. */
export const itemPictureSchema = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  bytes: z.instanceof(Uint8Array),
});
export type ItemPicture = z.infer<typeof itemPictureSchema>;

/** The part of the WHATWG `URL` that is used here: Node and every browser have it. */
declare const URL: {
  canParse(address: string): boolean;
  new (address: string): PictureAddress & { readonly protocol: string; readonly username: string; readonly password: string };
};

export const mostPictureHosts = 50;

/** A host as the shift lead lists it: `cdn.example.com`, or with a port other than 443. */
export const pictureHostSchema = z.string().max(255);

/** Returns a typed host in the form that is compared, or undefined if it is none. A whole address counts as its host. */
export function pictureHost(typed: string): string | undefined {
  const address = typed.trim();
  const written = /^https:\/\//i.test(address) ? address : `https://${address}`;
  if (address === '' || /^(?!https:)[a-z]+:\/\//i.test(address) || !URL.canParse(written)) return undefined;
  const { host, username, password, hostname } = new URL(written);
  return username !== '' || password !== '' || !/^[\w.[\]:-]+$/.test(hostname) ? undefined : host;
}

/** The hosts that pictures of one order may come from. */
export interface PictureHosts {
  /** The hosts that the shift lead listed. */
  readonly listed: readonly string[];
  /** The host of the look-up or the connected shop that the order came from; undefined if it came from another source. It may be in the own network. */
  readonly own: string | undefined;
}

/** Returns the hosts for the orders of a source. An order or product file never names one. */
export function pictureHostsFor(
  source: string,
  listed: readonly string[],
  lookUps: readonly LookUp[],
  shops: readonly ConnectedShop[] = [],
): PictureHosts {
  const shop = shopOf(shops, source);
  // Shopify keeps the pictures of all shops on one server.
  if (shop) return { listed: shop.kind === 'shopify' ? [...listed, 'cdn.shopify.com'] : listed, own: ownHostOf(shop.address) };
  const own = lookUps.find((lookUp) => lookUp.kind === 'http' && lookUp.isOn && lookUp.name === source);
  return { listed, own: own?.kind === 'http' ? ownHostOf(own.url) : undefined };
}

/** The port of a shop that is asked without encryption is not one for encrypted requests. */
function ownHostOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, hostname } = new URL(address);
  return protocol === 'https:' ? host : hostname;
}

/** The parts of an address, as `URL` writes them. */
export interface PictureAddress {
  readonly href: string;
  readonly host: string;
  readonly hostname: string;
}

/** Returns the address of a picture if it may be requested: encrypted, without a login, and at one of these hosts. */
export function pictureAddress(address: string, { listed, own }: PictureHosts): PictureAddress | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, host, hostname, protocol, username, password } = new URL(address);
  if (protocol !== 'https:' || username !== '' || password !== '') return undefined;
  return host === own || listed.includes(host) ? { href, host, hostname } : undefined;
}
