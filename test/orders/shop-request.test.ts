import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { askShop, type ShopRoute } from '../../electron/orders/shop-request.ts';
import { closeLater } from '../later.ts';
import { watched } from '../watchdog.ts';

const straight: ShopRoute = {
  routeTo: async () => ({
    connect: ({ hostname, port }, made) => {
      const socket = connect(Number(port), hostname);
      socket.once('connect', () => made(null, socket)).once('error', (error) => made(error, null));
      return socket;
    },
  }),
  troubleOf: () => ({ trouble: 'other', system: '' }),
};

/** Asks a shop that answers like this. Rejects if the request never ends. */
async function ask(answering: (response: ServerResponse) => void, maxBytes = 1000) {
  const server = createServer((_request, response) => answering(response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return watched('the request ends', askShop(straight, { method: 'GET', url, headers: {}, totalMs: 200, maxBytes }));
}

/** Sends on for as long as somebody reads. */
function sendOn(response: ServerResponse, piece: string, everyMs: number): void {
  const timer = setInterval(() => response.write(piece), everyMs);
  response.once('close', () => clearInterval(timer));
}

test.each([
  ['says nothing', () => undefined],
  ['never ends its head', (response: ServerResponse) => void response.socket?.write('HTTP/1.1 200 OK\r\n')],
  ['sends one byte after the other', (response: ServerResponse) => sendOn(response, 'x', 20)],
])('gives up a shop that %s', async (_what, answering) => {
  expect(await ask(answering)).toMatchObject({ is: 'silent', why: { code: 'shop-too-slow', seconds: 0.2 } });
});

test('gives up an answer that is larger than its limit, and reads no more of it', async () => {
  const answer = await ask((response) => sendOn(response, 'x'.repeat(600), 1));
  expect(answer).toMatchObject({ is: 'silent', why: { code: 'answer-too-large', bytes: 1000 } });
});
