import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { askIpp } from '../../electron/printers/ipp.ts';
import { closeLater } from '../later.ts';
import { watchdogMs, watched } from '../watchdog.ts';

test('an answer of a print server that never ends is given up', async () => {
  const server = createServer((_request, response) => {
    const piece = Buffer.alloc(64 * 1024);
    const sendOn = (): void => {
      if (!response.destroyed && response.write(piece)) setImmediate(sendOn);
    };
    response.on('drain', sendOn);
    sendOn();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const answer = askIpp(
    { host: '127.0.0.1', port },
    '/',
    { operation: 0x000b, attributes: [] },
    { timeoutMs: 2 * watchdogMs, user: 'packer' },
  );
  expect(await watched('the answer is given up', answer)).toEqual({ is: 'no-answer', why: 'the answer is too long' });
});
