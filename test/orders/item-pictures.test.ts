import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { createTrust } from '../../electron/courier/client.ts';
import { routeTo, troubleOf } from '../../electron/courier/route.ts';
import { createItemPictures } from '../../electron/orders/item-pictures.ts';
import { isInsideName, lookUpPublic } from '../../electron/orders/public-address.ts';
import { pictureAddress, pictureHost, pictureHostsFor } from '../../shared/item-picture.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { png } from '../fixtures/pictures.ts';
import { closeLater } from '../later.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const picture = png(120, 80);

/** A server of pictures on this computer with a trusted certificate, and the part that loads them. `routed`: the addresses it began to request. */
async function serving(answer: RequestListener, limits: { maxBytes?: number; totalMs?: number; atOnce?: number } = {}) {
  const asked: string[] = [];
  const server = createServer({ key: fixture('localhost-key.pem'), cert: fixture('localhost-cert.pem') }, (request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const options = { resolveProxy: async () => 'DIRECT', trust: createTrust(() => [fixture('localhost-cert.pem')]) };
  const logged: unknown[] = [];
  const routed: string[] = [];
  const named: string[] = [];
  const lookup: LookupFunction = (hostname, _options, found) => {
    named.push(hostname);
    found(new Error('in the own network'), '', 0);
  };
  let now = 0;
  const pictures = createItemPictures({
    ownRoute: {
      routeTo: (url, connectMs) => {
        routed.push(new URL(url).pathname);
        return routeTo(url, { ...options, connectMs });
      },
      troubleOf,
    },
    publicRoute: { routeTo: (url, connectMs) => routeTo(url, { ...options, connectMs, lookup }), troubleOf },
    elapsed: () => now,
    log: (event, fields) => void logged.push([event, fields]),
    limits,
  });
  closeLater(pictures.close);
  const load = (path = '/mug.png', hosts = { listed: [] as string[], own: host as string | undefined }) =>
    pictures.load(`https://${host}${path}`, hosts);
  return { host, asked, routed, named, connections: () => connections, logged, pictures, load, later: (ms: number) => (now += ms) };
}

test('loads a picture from the own host of a source, typed by its content', async () => {
  const { load } = await serving((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(picture));
  expect(await load()).toEqual({ mediaType: 'image/png', bytes: new Uint8Array(picture) });
});

test('reads no more of 200 MB than the limit, and does not request them again soon', async () => {
  let sent = 0;
  const piece = Buffer.alloc(2 ** 16);
  const { load, asked, logged } = await serving((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.write(picture);
    const more = (): void => {
      while (sent < 200 * 2 ** 20 && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
    };
    more();
  });
  expect(await load()).toBeUndefined();
  expect(await load()).toBeUndefined();
  expect(sent).toBeLessThan(20 * 2 ** 20);
  expect(asked).toHaveLength(1);
  expect(logged).toEqual([['no-picture', { code: 'answer-too-large' }]]);
});

test.each([
  ['a web page', (host: string) => [200, {}, '<!doctype html><title>Sign in</title>', host] as const],
  ['a redirect to another host', (host: string) => [302, { location: `https://127.0.0.1${host.slice(9)}/other.png` }, '', host] as const],
  ['a redirect to a listed host', (host: string) => [301, { location: `https://${host}/other.png` }, '', host] as const],
  ['a picture with an error status', (host: string) => [404, {}, picture, host] as const],
  ['a small picture of 256 million dots', (host: string) => [200, {}, png(16_000, 16_000), host] as const],
])('shows nothing of %s', async (_name, reply) => {
  const { load, asked } = await serving((request, response) => {
    const [status, headers, body] = reply(request.headers.host ?? '');
    response.writeHead(status, headers).end(body);
  });
  expect(await load()).toBeUndefined();
  expect(asked).toEqual(['/mug.png']);
});

test('requests nothing from a host that no source names, or from this computer if it is only listed', async () => {
  const { host, load, pictures, connections } = await serving((_request, response) => response.end(picture));
  const port = host.slice(host.indexOf(':'));
  expect(await load('/mug.png', { listed: ['cdn.example.com'], own: 'shop.example.com' })).toBeUndefined();
  expect(await load('/mug.png', { listed: [host], own: undefined })).toBeUndefined();
  for (const name of ['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254', 'localhost'])
    expect(
      await pictures.load(`https://${name}${port}/`, { listed: [new URL(`https://${name}${port}/`).host], own: undefined }),
    ).toBeUndefined();
  expect(connections()).toBe(0);
});

test('looks up the name of a listed host itself, and requests nothing if that fails', async () => {
  const { pictures, named, logged } = await serving((_request, response) => response.end(picture));
  expect(await pictures.load('https://cdn.example.com/a.png', { listed: ['cdn.example.com'], own: undefined })).toBeUndefined();
  expect([named, logged]).toEqual([['cdn.example.com'], [['no-picture', { code: 'shop-unreachable' }]]]);
});

test('refuses a listed name that leads to this computer, before it connects', async () => {
  const found = Promise.withResolvers<string>();
  lookUpPublic('localhost', { all: true }, (error) => found.resolve(error?.code ?? 'found'));
  expect(await found.promise).toBe('NOT_PUBLIC');
  const names = ['10.1.2.3', '192.168.0.9', 'fd00::1', '[fe80::1]', 'shop.localhost', '64:ff9b::a00:1'];
  expect(names.filter((name) => !isInsideName(name))).toEqual([]);
  expect(['93.184.215.14', '2606:2800:21f::1', 'cdn.shop.com', '64:ff9b::808:808'].filter(isInsideName)).toEqual([]);
});

test('a slow host gives no picture, and its other pictures are not waited for', async () => {
  const { load, routed, later } = await serving(() => undefined, { totalMs: 50, atOnce: 1 });
  const all = await Promise.all(['/1.png', '/2.png', '/3.png'].map((path) => load(path)));
  expect(all).toEqual([undefined, undefined, undefined]);
  expect(routed).toEqual(['/1.png']);
  later(61_000);
  await load('/2.png');
  expect(routed).toEqual(['/1.png', '/2.png']);
});

test('loads 60 pictures a few at a time, and the same one once', async () => {
  let [open, most] = [0, 0];
  const { load, asked } = await serving((_request, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end(picture);
    }, 2);
  });
  const paths = Array.from({ length: 60 }, (_, at) => `/${at}.png`);
  const loaded = await Promise.all([...paths, '/0.png'].map((path) => load(path)));
  expect(loaded.filter((each) => each?.mediaType === 'image/png')).toHaveLength(61);
  expect(asked.toSorted()).toEqual(paths.toSorted());
  expect(most).toBeLessThanOrEqual(4);
});

test('an address is requested only encrypted, without a login, and at a named host and port', () => {
  const hosts = { listed: ['cdn.shop.com', 'files.shop.com:8443'], own: 'shop.com' };
  const good = ['https://cdn.shop.com/a.png', 'https://CDN.shop.com:443/a.png', 'https://files.shop.com:8443/', 'https://shop.com/x?y=1'];
  const bad = [
    'http://cdn.shop.com/a.png',
    'https://cdn.shop.com:8443/a.png',
    'https://files.shop.com/',
    'https://user:word@cdn.shop.com/a.png',
    'https://cdn.shop.com.evil.net/a.png',
    'https://cdn.shop.com@evil.net/a.png',
    'https://evil.net/cdn.shop.com',
    'file:///etc/passwd',
    'a.png',
  ];
  expect(good.filter((address) => !pictureAddress(address, hosts))).toEqual([]);
  expect(bad.filter((address) => pictureAddress(address, hosts))).toEqual([]);
});

test('the own host is that of an active look-up with the name of the source', () => {
  const lookUp = { ...newLookUp, id: 'a', name: 'Shop', isOn: true, url: 'https://shop.local:8443/orders/{number}' };
  expect(pictureHostsFor('Shop', ['cdn.shop.com'], [lookUp])).toEqual({ listed: ['cdn.shop.com'], own: 'shop.local:8443' });
  expect(pictureHostsFor('Shop', [], [{ ...lookUp, url: 'http://10.0.0.5:8080/{number}' }]).own).toBe('10.0.0.5');
  expect(pictureHostsFor('orders.csv', [], [lookUp]).own).toBeUndefined();
  expect(pictureHostsFor('Shop', [], [{ ...lookUp, isOn: false }]).own).toBeUndefined();
});

test('a typed host may be a whole address', () => {
  expect(pictureHost(' CDN.Shopify.com ')).toBe('cdn.shopify.com');
  expect(pictureHost('https://cdn.shopify.com/s/files/1.png?v=2')).toBe('cdn.shopify.com');
  expect(pictureHost('files.shop.com:8443')).toBe('files.shop.com:8443');
  for (const typed of ['', 'http://cdn.shop.com', 'two words', 'user@host', '*.shop.com', '*']) expect(pictureHost(typed)).toBeUndefined();
});
