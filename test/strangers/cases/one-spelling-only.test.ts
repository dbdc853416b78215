import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkContract, checkShipment } from '../../../electron/courier/contract-check.ts';
import { startPlainStation } from '../../path/plain-station.ts';

type Fields = Readonly<Record<string, unknown>>;
const spelt = ['environment', 'environmet', 'instructions', 'instuctions'];

/** Answers as a service that refuses every unknown element and accepts one spelling of each. */
function strictAnswer(
  asked: Fields,
  taken: readonly string[],
): { readonly result: unknown; readonly errors: readonly string[] } | undefined {
  const [unknown] = spelt.filter((name) => name in asked && !taken.includes(name));
  return unknown === undefined ? undefined : { result: null, errors: [`Unknown element: ${unknown}`] };
}

const service = { service_id: 7, courier_keycode: 'c', service_keycode: 's', total_price: 5.5, currency: 'EUR' };
const answers: Readonly<Record<string, unknown>> = {
  quote: { result: { services: [service] }, errors: [] },
  ship: { result: { order_no: 'A1' }, errors: [] },
  track: { result: [], errors: ['unknown order number'] },
  labels: { result: { order_numbers: ['A1'], labels: '' }, errors: [] },
  pickup: { result: null, errors: ['date missing', 'shipments missing'] },
};

const check = (taken: readonly string[], change: Fields = {}, book = false) =>
  checkContract({
    send: async (body) => {
      const asked = JSON.parse(new TextDecoder().decode(body)) as Fields & { action: string };
      const answer = strictAnswer(asked, taken) ?? { ...answers, ...change }[asked.action];
      return { status: 200, contentType: 'application/json', body: new TextEncoder().encode(JSON.stringify(answer)) };
    },
    baseUrl: 'https://sandbox.example',
    account: '',
    now: () => new Date(),
    shipment: checkShipment,
    book,
    report: () => undefined,
    begin: () => undefined,
  });

test.each([
  ['environment', 'instructions'],
  ['environmet', 'instuctions'],
])('a service that accepts only %s and %s gets only those, and the check detects it', async (environment, instructions) => {
  expect(await check([environment, instructions], {}, true)).toMatchObject({ environment, instructions });
});

test('a service that accepts both spellings gets both', async () => {
  expect(await check(spelt)).toMatchObject({ environment: 'both', instructions: 'both' });
});

test('a check without a single quote fails with the message of the service, whether or not it may book', async () => {
  const refused = { quote: { result: { services: [] }, errors: ['Sandbox closed for you'] } };
  for (const book of [false, true])
    await expect(check(spelt, refused, book)).rejects.toMatchObject({ code: 'no-quotes-to-check', why: 'Sandbox closed for you' });
});

test('an admin sets the spelling in Setup for a service that refuses every quote, and it ships', async () => {
  const bench = await startPlainStation();
  const front = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('latin1');
      const refused = strictAnswer(JSON.parse(body) as Fields, ['environment']);
      const authorization = request.headers.authorization ?? '';
      const passedOn = (): Promise<Response | undefined> =>
        fetch(`${bench.service.url}/api/json`, { method: 'POST', headers: { authorization }, body }).catch(() => undefined);
      const answer = refused ?? (await (await passedOn())?.json());
      // If the service behind ends the connection, so does this one.
      if (answer === undefined) return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  try {
    const { key, secret } = bench.service;
    const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    await bench.call('connect', { world: 'training', baseUrl, key, secret, account: '' });
    await bench.scanAndAnswer('ORD-1001');
    expect((await bench.at('stopped')).failure).toMatchObject({ code: 'service-refused', detail: 'Unknown element: environmet' });
    await bench.call('saveSettings', { settings: { spellings: { environment: 'environment', instructions: 'learned' } } });
    await bench.ship('ORD-1001');
    expect(bench.service.orders()).toHaveLength(1);
  } finally {
    front.closeAllConnections();
    front.close();
  }
});
