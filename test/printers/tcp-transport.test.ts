import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { deliver } from '../../electron/printers/tcp-transport.ts';
import {
  closesAfter,
  neverCloses,
  neverReads,
  resetsAfter,
  silent,
  startTcpPrinter,
  type TcpPrinter,
  talksFirst,
} from '../fakes/tcp-printer.ts';
import { stopLater } from '../later.ts';

const timing = { connectMs: 500, stallMs: 300, closeWaitMs: 150 };
/** For a printer that does close its side, on a busy machine. */
const patient = { ...timing, closeWaitMs: 10_000 };
const small = Buffer.from('^XA^FO20,20^FDHello^FS^XZ');
const large = Buffer.alloc(1_048_576, 'x');

async function printer(...args: Parameters<typeof startTcpPrinter>): Promise<TcpPrinter> {
  const one = stopLater(await startTcpPrinter(...args));
  return one;
}

test('every byte of a large label arrives and is acknowledged', async () => {
  const healthy = await printer(silent);
  expect(await deliver(healthy.endpoint, large, patient)).toEqual({ is: 'delivered', acknowledged: true });
  expect(healthy.received().equals(large)).toBe(true);
});

test('a label is not lost to status bytes that the printer writes during transmission', async () => {
  const talking = await printer(talksFirst);
  expect(await deliver(talking.endpoint, large, patient)).toEqual({ is: 'delivered', acknowledged: true });
  expect(talking.received().equals(large)).toBe(true);
});

test('a printer that never closes its side has taken the label but not acknowledged it', async () => {
  const open = await printer(neverCloses);
  expect(await deliver(open.endpoint, small, timing)).toEqual({ is: 'delivered', acknowledged: false });
});

test('a printer that never reads is not reported as having acknowledged anything', async () => {
  const deaf = await printer(neverReads);
  expect(await deliver(deaf.endpoint, small, timing)).toEqual({ is: 'delivered', acknowledged: false });
});

test('a printer that stops reading a label larger than the buffers breaks the delivery', async () => {
  const deaf = await printer(neverReads);
  expect(await deliver(deaf.endpoint, Buffer.alloc(16_777_216, 'x'), timing)).toMatchObject({ is: 'broken', why: { seen: 'stalled' } });
});

test('a reset in the middle of a label is detected', async () => {
  const resetting = await printer(resetsAfter(65_536));
  expect(await deliver(resetting.endpoint, large, timing)).toMatchObject({ is: 'broken' });
});

test('a reset after the first byte of a small label is detected', async () => {
  const resetting = await printer(resetsAfter(1));
  expect(await deliver(resetting.endpoint, small, timing)).toMatchObject({ is: 'broken' });
});

test('a printer that closes in the middle of a label breaks the delivery', async () => {
  const closing = await printer(closesAfter(1_000));
  expect(await deliver(closing.endpoint, Buffer.alloc(16_777_216, 'x'), timing)).toMatchObject({ is: 'broken' });
});

test('nothing was sent to a port without a listener', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  expect(await deliver({ host: '127.0.0.1', port }, small, timing)).toMatchObject({
    is: 'not-sent',
    why: { seen: 'error', error: 'ECONNREFUSED', taken: 0 },
  });
});
