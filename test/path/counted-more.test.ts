import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { at, benchWith, key, quoted } from './batch-bench.ts';
import { closeAll, closeLater, counted, labelPrinterAt, type PlainStation, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

/** Sets the printer of this bench up to print each label twice: its own setting doubles every job. */
async function printTwice(bench: PlainStation, change: { readonly isShared?: boolean } = {}): Promise<void> {
  const server = createServer((socket) => {
    const printer = connect({ host: '127.0.0.1', port: bench.printer.port });
    let begun = '';
    socket.on('data', (chunk) => {
      const all = begun + chunk.toString('latin1');
      begun = /\^X?$/.exec(all)?.[0] ?? '';
      printer.write(Buffer.from(all.slice(0, all.length - begun.length).replaceAll('^XZ', '^PQ2^XZ'), 'latin1'));
    });
    printer.pipe(socket);
    socket.on('error', () => printer.destroy());
    printer.on('error', () => socket.destroy());
    socket.on('close', () => printer.destroy());
    printer.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeLater(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(`tcp://127.0.0.1:${port}`), ...change }] } });
}

test('a printer that prints each label twice is reported at DONE', async () => {
  const bench = await startPlainStation();
  await printTwice(bench);
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('done');
  expect(booking.jobs).toMatchObject([{ state: 'printed', detail: { code: 'more-labels-counted', counted: 2, labels: 1 } }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('the count of a shared printer reports no second label', async () => {
  const bench = await startPlainStation();
  await printTwice(bench, { isShared: true });
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('done');
  expect(booking.jobs).toMatchObject([{ state: 'sent', detail: { code: 'label-at-shared-printer' } }]);
});

test('a batch reports the orders whose labels came out twice', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await printTwice(bench);
  await quoted(bench);
  await bench.call('runBatch', { orders: 2 });
  const { countedMore, counts } = await at(bench, 'ended');
  expect({ ...countedMore, first: countedMore.first.toSorted() }).toEqual({ orders: 2, first: [key(1), key(2)] });
  expect([counts.printed, bench.service.orders().length]).toEqual([2, 2]);
});
