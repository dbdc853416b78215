import { connect } from 'node:net';
import { request } from 'undici';
import { expect, test } from 'vitest';
import type { Delivery } from '../../electron/bench/ports/webhooks.ts';
import { startWebhookReceiver, type WebhookReceiverOptions } from '../../electron/courier/webhooks.ts';
import { stopLater } from '../later.ts';

const secretPath = 'k3yk3yk3yk3yk3yk3yk3yk3y';
async function start(change: Partial<WebhookReceiverOptions> = {}) {
  const kept: Delivery[] = [];
  const receiver = await startWebhookReceiver({
    host: '127.0.0.1',
    port: 0,
    secretPath,
    commit: (delivery) => kept.push(delivery),
    now: () => new Date('2026-11-23T09:00:00Z'),
    log: () => undefined,
    maxBytes: 1000,
    ...change,
  });
  stopLater(receiver);
  const post = async (body: string | Uint8Array, path = `/webhook/${secretPath}`, method: 'POST' | 'GET' = 'POST') =>
    (await request(`http://127.0.0.1:${receiver.port}${path}`, { method, ...(method === 'POST' && { body }) })).statusCode;
  return { kept, post, port: receiver.port };
}

test('keeps a delivery before it confirms it, and finds the numbers in it', async () => {
  const { kept, post } = await start();
  expect(await post('{"event":"tracking","data":{"order":{"order_no":"CSP-26-000017"},"big":12345678901234567890}}')).toBe(200);
  expect(kept).toMatchObject([{ candidates: ['CSP-26-000017', '12345678901234567890'] }]);
  expect(Buffer.from(kept[0]?.body ?? []).toString()).toContain('CSP-26-000017');
});

test.each([
  ['a sentence', '{"message":"Order CS-17 was delivered."}', 'CS-17'],
  ['XML', '<delivery><order_no>CSP-26-000017</order_no></delivery>', 'CSP-26-000017'],
  ['a form', 'event=delivered&order_no=4711', '4711'],
  ['a short number', '{"order_no":"7"}', '7'],
  ['a number as JSON writes it', '{"order_no":12345678901234567890}', '12345678901234567890'],
  ['an escaped text', '{"order_no":"CS\\u002f17"}', 'CS/17'],
  ['a number behind many others', `[${Array.from({ length: 120 }, (_, at) => at).join()},"CS-17"]`, 'CS-17'],
])('finds the order number in %s', async (_what, body, number) => {
  const { kept, post } = await start();
  await post(body);
  expect(kept[0]?.candidates).toContain(number);
});

test.each([
  ['nothing', ''],
  ['no JSON', '<xml/>'],
  ['bytes', Buffer.from([0, 255, 254, 10])],
  ['deep nesting', '['.repeat(900)],
])('keeps a delivery of %s too', async (_what, body) => {
  const { kept, post } = await start();
  expect(await post(body)).toBe(200);
  expect(kept).toHaveLength(1);
});

test('accepts only POST, only at its own address and only up to its size limit', async () => {
  const { kept, post } = await start();
  expect(await post('{}', '/webhook/guess')).toBe(404);
  expect(await post('{}', `/webhook/${secretPath}x`)).toBe(404);
  expect(await post('{}', `/webhook/${secretPath}`, 'GET')).toBe(405);
  expect(await post('x'.repeat(1001))).toBe(413);
  expect(kept).toEqual([]);
});

test('does not confirm a delivery that could not be kept', async () => {
  const { post } = await start({
    commit: () => {
      throw new Error('disk full');
    },
  });
  expect(await post('{"order_no":"7"}')).toBe(503);
});

test('a delivery that is cut in the middle is not kept, and the next one is', async () => {
  const { kept, post, port } = await start();
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST /webhook/${secretPath} HTTP/1.1\r\nhost: a\r\ncontent-length: 50\r\n\r\n{"order_no":`, () =>
        socket.resetAndDestroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  expect(await post('{"order_no":"7-1"}')).toBe(200);
  expect(kept.map((delivery) => delivery.candidates)).toEqual([['7-1']]);
});

test('does not open with a secret that is easy to guess', async () => {
  await expect(start({ secretPath: 'short' })).rejects.toThrow('at least 24');
});
