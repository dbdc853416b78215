import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { OrderKey } from '../../shared/order.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { png } from '../fixtures/pictures.ts';
import { closeLater } from '../later.ts';
import { plainOrder } from './plain-order.ts';
import { counted, startPlainStation } from './plain-station.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

test('pictures come from the own server of the order, and a parcel and the end wait for none', async () => {
  const picture = png(120, 80);
  const pictureAsked = Promise.withResolvers<void>();
  let address = '';
  const shop = createServer({ key: fixture('localhost-key.pem'), cert: fixture('localhost-cert.pem') }, ({ url = '' }, response) => {
    // Never answered.
    if (url === '/slow.png') return pictureAsked.resolve();
    if (url === '/mug.png') return response.end(picture);
    const items = ['mug', 'slow'].map((name) => ({ name, quantity: 1, picture: `${address}/${name}.png` }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([{ ...plainOrder('W-1'), items }]));
  });
  await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve));
  closeLater(() => {
    shop.closeAllConnections();
    shop.close();
  });
  address = `https://localhost:${(shop.address() as AddressInfo).port}`;
  const bench = await startPlainStation({
    orders: 'order,name,street,city,country\nX-1,Bo,Weg 9,Berlin,DE\n',
    platform: { trustedCertificates: () => [fixture('localhost-cert.pem')] },
  });
  const lookUp = { ...newLookUp, name: 'Shop', isOn: true, url: `${address}/orders/{number}`, token: null };
  await bench.call('saveLookUps', { lookUps: [lookUp] });

  const { serviceId, order } = await bench.toTiles('W-1');
  expect(order.lines.map((line) => line.picture)).toEqual([`${address}/mug.png`, `${address}/slow.png`]);
  const asked = (key: string, name: string) =>
    bench.station.handlers.itemPicture({ key: key as OrderKey, address: `${address}/${name}.png` });
  expect(await asked('W-1', 'mug')).toEqual({ ok: true, value: { mediaType: 'image/png', bytes: new Uint8Array(picture) } });
  // An order of another source has no right to this server.
  expect(await asked('X-1', 'mug')).toEqual({ ok: true, value: null });
  const slow = asked('W-1', 'slow');
  await pictureAsked.promise;
  await bench.take(serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await bench.station.close();
  expect(await slow).toEqual({ ok: true, value: null });
});
