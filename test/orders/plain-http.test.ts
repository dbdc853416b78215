import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { troubleOf } from '../../electron/courier/route.ts';
import { createOrderSource } from '../../electron/orders/look-up.ts';
import { createShopBack } from '../../electron/orders/write-back.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { failed } from '../../shared/result.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { startPlainStation } from '../path/plain-station.ts';

/** Every host name resolves to a server of this test, which records its requests. */
async function network() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { buildConnector } = await import('undici');
  const connector = buildConnector({});
  return {
    asked,
    stop: () => new Promise((resolve) => server.close(resolve)),
    route: {
      routeTo: async () => ({
        connect: ((options, callback) =>
          connector({ ...options, hostname: '127.0.0.1', host: '127.0.0.1', port: String(port) }, callback)) as typeof connector,
      }),
      troubleOf,
    },
  };
}

test('sends no token to another computer in plain HTTP before the admin accepted it', async () => {
  const { asked, route, stop } = await network();
  const source = createOrderSource({
    token: () => 'secret',
    route,
    authorities: () => [],
    fail: (code, why) => failed({ code, ref: '', detail: '', reasons: [why] }),
  });
  const lookUp = { ...newLookUp, id: 'shop', name: 'Shop', isOn: true, url: 'http://shop.example/orders/{number}' };
  const until = new AbortController().signal;
  expect(await source.ask(lookUp, '7', until)).toMatchObject({ failure: { reasons: [{ code: 'plain-http-not-accepted' }] } });
  let acceptsPlain = false;
  const back = createShopBack({
    settings: () => ({ ...noWriteBack, url: 'http://shop.example/shipped', acceptsPlain }),
    token: () => 'secret',
    route,
    now: () => new Date(),
  });
  expect(await back.post({ key: 'k', body: '{}' })).toEqual({
    is: 'later',
    afterMs: 0,
    why: { code: 'plain-http-not-accepted' },
    mayBeTaken: false,
  });
  expect(asked).toEqual([]);
  expect(await source.ask({ ...lookUp, acceptsPlain: true }, '..', until)).toMatchObject({
    failure: { reasons: [{ code: 'number-changes-address' }] },
  });
  expect(asked).toEqual([]);
  acceptsPlain = true;
  expect(await source.ask({ ...lookUp, acceptsPlain }, '7', until)).toMatchObject({ ok: true });
  expect(await back.post({ key: 'k', body: '{}' })).toEqual({ is: 'taken' });
  expect(asked).toEqual(['GET /orders/7 secret', 'POST /shipped secret']);
  await stop();
});

test('does not save a plain HTTP address of another computer before the admin accepted it', async () => {
  const { station, call } = await startPlainStation();
  const lookUp = { ...newLookUp, name: 'Shop', isOn: true, url: 'http://shop.example/orders/{number}', token: 'secret' };
  const reasons = [{ code: 'plain-http-not-accepted' }];
  expect(await station.handlers.saveLookUps({ lookUps: [lookUp] })).toMatchObject({ ok: false, failure: { reasons } });
  const back = { ...noWriteBack, url: 'http://shop.example/shipped', token: 'secret' };
  expect(await station.handlers.saveWriteBack(back)).toMatchObject({ ok: false, failure: { reasons } });
  const saved = await call('saveLookUps', { lookUps: [{ ...lookUp, acceptsPlain: true }] });
  expect(saved.settings.lookUps).toMatchObject([{ url: lookUp.url, acceptsPlain: true }]);
  expect((await call('saveWriteBack', { ...back, acceptsPlain: true })).settings.writeBack.acceptsPlain).toBe(true);
});
