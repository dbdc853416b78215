import { expect, test } from 'vitest';
import { isNoShopName, lookUpShop } from '../../electron/orders/public-address.ts';
import { shopRouteOf } from '../../electron/station/shop-rooms.ts';

const platform = { resolveProxy: async () => 'DIRECT', trustedCertificates: () => [] };
const proxyAccess = { read: () => undefined, has: () => false, save: () => undefined };

const reserved = [
  '169.254.169.254',
  '169.254.1.1',
  '0.0.0.0',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.251',
  '255.255.255.255',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[::]',
  // Other spellings of 169.254.169.254.
  '2852039166',
  '0xa9fea9fe',
  '169.254.43518',
];
const usual = [
  'shop.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  '10.0.4.30',
  '192.168.1.10',
  '172.16.0.9',
  '100.64.0.7',
  '[fd12:3456::7]',
];

/** The trouble with this address; undefined if it is asked. */
async function troubleAt(address: string): Promise<unknown> {
  const route = await shopRouteOf({ platform, proxyAccess }).routeTo(address, 1000);
  return 'code' in route ? route : undefined;
}

test.each(['http', 'https'])('asks no address by %s that belongs to the network or to a cloud', async (scheme) => {
  for (const host of reserved)
    expect([host, await troubleAt(`${scheme}://${host}/orders`)]).toEqual([
      host,
      { code: 'shop-unreachable', trouble: 'reserved', system: '' },
    ]);
  for (const host of usual) expect([host, await troubleAt(`${scheme}://${host}:8080/orders`)]).toEqual([host, undefined]);
});

/** The error with which a name of this address is looked up. */
const lookedUp = (address: string, all: boolean): Promise<string> =>
  new Promise((resolve) => lookUpShop(address, { all }, (error) => resolve(error ? String(error.code) : 'found')));

test('connects to no name that leads to such an address', async () => {
  for (const all of [true, false]) {
    expect(await lookedUp('169.254.169.254', all)).toBe('RESERVED');
    expect(await lookedUp('fe80::1', all)).toBe('RESERVED');
    expect(await lookedUp('192.168.1.10', all)).toBe('found');
    expect(await lookedUp('127.0.0.1', all)).toBe('found');
  }
  expect(isNoShopName('shop.example')).toBe(false);
});

test.each(['http', 'https'])('uses that look-up for each connection by %s', async (scheme) => {
  const asked: string[] = [];
  const { routeTo, troubleOf } = shopRouteOf(
    { platform, proxyAccess },
    {
      lookup: (name, _options, found) => {
        asked.push(name);
        found(Object.assign(new Error('reserved'), { code: 'RESERVED' }), '', 0);
      },
    },
  );
  const route = await routeTo(`${scheme}://shop.example/orders`, 1000);
  if ('code' in route) throw new Error(route.code);
  const error = await new Promise((resolve) =>
    route.connect({ hostname: 'shop.example', protocol: `${scheme}:`, port: '8080' }, (...[failed]) => resolve(failed)),
  );
  expect(asked).toEqual(['shop.example']);
  expect(troubleOf(error)).toEqual({ trouble: 'reserved', system: '' });
});
