import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import type { Delivery } from '../../../electron/bench/ports/webhooks.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../electron/courier/webhooks.ts';
import { freePort } from '../../fakes/free-port.ts';
import { closeAll, startPlainStation } from '../../path/plain-station.ts';

const secretPath = 'k3yk3yk3yk3yk3yk3yk3yk3y';
const sockets: Socket[] = [];
let receiver: WebhookReceiver | undefined;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await receiver?.stop();
  receiver = undefined;
  await closeAll();
});

async function open(timeoutMs?: number) {
  const kept: Delivery[] = [];
  receiver = await startWebhookReceiver({
    host: '127.0.0.1',
    port: 0,
    secretPath,
    commit: (delivery) => kept.push(delivery),
    now: () => new Date('2026-11-23T09:00:00Z'),
    log: () => undefined,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { kept, port: receiver.port };
}

/** A sender that begins and then says nothing any more. Resolves once its beginning is sent. */
async function beginSlowly(port: number, beginning: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => socket.destroy());
  await new Promise<void>((resolve) => socket.write(beginning, () => resolve()));
  return socket;
}

const post = async (port: number, body: string, path = secretPath): Promise<number> =>
  (await request(`http://127.0.0.1:${port}/webhook/${path}`, { method: 'POST', body, headersTimeout: 5000 })).statusCode;

test.each([
  ['headers', 'POST /webhook/x HTTP/1.1\r\nhost: a\r\nx-slow: '],
  ['bodies', `POST /webhook/${secretPath} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n{`],
  ['nothing at all', ''],
])('forty senders that never end their %s do not shut the door', async (_what, beginning) => {
  const { kept, port } = await open();
  for (let at = 0; at < 40; at += 1) await beginSlowly(port, beginning);
  expect(await post(port, '{"order_no":"7-1"}')).toBe(200);
  expect(kept).toHaveLength(1);
});

test('a sender that is too slow is cut without anybody asking for its place', async () => {
  const { port } = await open(200);
  const socket = await beginSlowly(port, 'POST /webhook/x HTTP/1.1\r\nhost: a\r\n');
  await new Promise<void>((resolve) => socket.once('close', () => resolve()).resume());
});

test('a delivery is held against those that wait by its digest, not against each of them', async () => {
  let read = 0;
  const bench = await startPlainStation({
    journal: (journal) => ({
      ...journal,
      deliveryBody(id) {
        read += 1;
        return journal.deliveryBody(id);
      },
    }),
  });
  const { webhooks } = await bench.call('saveWebhooks', { isOn: true, port: await freePort(), reachedAt: '', newAddress: false });
  const { port, pathname } = new URL(webhooks.address);
  const deliver = (body: string): Promise<number> => post(Number(port), body, pathname.replace('/webhook/', ''));
  const strays = async (): Promise<number> => (await bench.call('toResolve', {})).length;
  for (let at = 0; at < 30; at += 1) await deliver(`{"hello":"${String(at).padStart(2, '0')}"}`);
  await expect.poll(strays).toBe(30);
  expect(read).toBeLessThan(70);
  await deliver('{"hello":"07"}');
  await deliver('{"hello":"new"}');
  await expect.poll(strays).toBe(31);
});
