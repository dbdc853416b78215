import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tcpWay } from '../../../electron/printers/printer-line.ts';
import { defaultTiming } from '../../../electron/printers/printer-timing.ts';
import { createZebra } from '../../../electron/printers/zebra.ts';

const atRest = '\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';

/** Starts a printer that reports its label count, but leaves the first `silences` questions unanswered. */
async function startCounter(silences: number): Promise<{ readonly port: number; readonly asked: () => number }> {
  let asked = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes('~HS')) socket.write(atRest);
      if (!chunk.includes('getvar')) return;
      asked += 1;
      if (asked > silences) socket.write('"4711"\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked: () => asked };
}

const talk = { isMute: () => false, answered: () => undefined };
const timing = { ...defaultTiming, answerMs: 30 };
const zebraAt = (port: number) => createZebra(tcpWay({ host: '127.0.0.1', port }, timing), timing, talk);

test('a printer with a late first count is asked again and still counts as one that reports counts', async () => {
  const { port } = await startCounter(1);
  const zebra = zebraAt(port);
  expect((await zebra.look()).count).toBe(4711);
  expect((await zebra.look()).count).toBe(4711);
});

test('a printer that does not report its count twice is not asked for it again', async () => {
  const { port, asked } = await startCounter(9);
  const zebra = zebraAt(port);
  expect([(await zebra.look()).count, (await zebra.look()).count, asked()]).toEqual([undefined, undefined, 2]);
});
