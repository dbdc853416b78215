import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { closeAll, counted, labelPrinterAt, type PlainStation, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

/** Connects another bench to the same printer. */
async function otherBench(port: number): Promise<(zpl: string) => Promise<void>> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return (zpl) => new Promise((resolve) => socket.write(zpl, () => resolve()));
}

async function sharedPrinter(): Promise<PlainStation> {
  const bench = await startPlainStation();
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(bench.printer.url), isShared: true }] } });
  return bench;
}

test('a label at a shared printer counts as sent, never as printed', async () => {
  const bench = await sharedPrinter();
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('done');
  expect(booking.jobs).toMatchObject([{ state: 'sent', detail: { code: 'label-at-shared-printer' } }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label that another bench has begun to send is never cancelled, and prints completely', async () => {
  const bench = await sharedPrinter();
  const sends = await otherBench(bench.printer.port);
  await sends('^XA^FO10,10^A0N,30,30^FDof the other bench^FS');
  const before = bench.printer.connections();
  await bench.toTiles('ORD-1001');
  const { serviceId } = await bench.at('choosing');
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('printing');
  // After more than two status queries, a label that never ends would be cancelled.
  await expect.poll(() => bench.printer.connections() + bench.printer.bytesReceived()).toBeGreaterThan(before + 200);
  await sends('^FO10,60^A0N,30,30^FDand its end^FS^XZ');
  await bench.at('done');
  const sheets = bench.printer.sheets().map(({ zpl }) => zpl.toString('latin1'));
  expect(sheets[0]).toContain('of the other bench');
  expect(sheets[0]).toContain('and its end');
  expect(sheets).toHaveLength(2);
});
