import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not on the Internet: this computer, the own network, and reserved ranges. */
const inside = blockList({
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ],
  ipv6: [
    // Also unspecified, loopback and the old form of an IPv4 address.
    ['::', 96],
    ['64:ff9b:1::', 48],
    ['fc00::', 7],
    ['fe80::', 9],
    ['ff00::', 8],
    // These lead to an IPv4 address that stands inside them.
    ['2002::', 16],
    ['2001::', 32],
  ],
});

/**
 * Addresses that no server of a shop has: of one cable, of many computers at once, and of a cloud that hands its keys to whoever asks
 * from inside. Those of the own network and of this computer are not among them: a shop may run there.
 */
const reserved = blockList({
  ipv4: [
    ['0.0.0.0', 8],
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['169.254.0.0', 16],
    ['224.0.0.0', 3],
  ],
  ipv6: [
    ['::', 128],
    ['fd00:ec2::254', 128],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
});

type Nets = readonly (readonly [net: string, bits: number])[];

function blockList(nets: { readonly ipv4: Nets; readonly ipv6: Nets }): BlockList {
  const list = new BlockList();
  for (const kind of ['ipv4', 'ipv6'] as const) for (const [net, bits] of nets[kind]) list.addSubnet(net, bits, kind);
  return list;
}

/** IPv6 address of an IPv4 one, in a network without IPv4. */
const translated = /^64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})$/i;

function isIn(list: BlockList, address: string): boolean {
  const [, high, low] = translated.exec(address) ?? [];
  if (high === undefined || low === undefined) return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const bytes = [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]);
  return list.check(bytes.join('.'), 'ipv4');
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** True for an address, or a name, that cannot be on the Internet. `hostname`: as `URL.hostname` writes it. Asks no server. */
export function isInsideName(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  return isIP(name) === 0 ? /(?:^|\.)localhost\.?$/i.test(name) : isIn(inside, name);
}

/** True for an address that no server of a shop has. `hostname`: as `URL.hostname` writes it. A name is looked up later. */
export function isNoShopName(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  return isIP(name) !== 0 && isIn(reserved, name);
}

class NotUsable extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Looks a name up as Node does, and fails if one of its addresses is in this list. */
const lookUpOutside =
  (list: BlockList, code: string): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      const all = error ? [] : [address].flat().map((each) => (typeof each === 'string' ? each : each.address));
      const isFound = all.some((each) => isIn(list, each));
      callback(error ?? (isFound ? new NotUsable(code, `${hostname} leads to an address that is not used`) : null), address, family);
    });

/** Fails if one of the addresses is not on the Internet. */
export const lookUpPublic = lookUpOutside(inside, 'NOT_PUBLIC');
/** Fails if no server of a shop can have one of the addresses. */
export const lookUpShop = lookUpOutside(reserved, 'RESERVED');
