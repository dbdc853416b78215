import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPrinters } from '../../../electron/printers/printers.ts';
import type { Frame } from '../../../shared/bench.ts';
import { startTcpPrinter } from '../../fakes/tcp-printer.ts';
import { labelPrinterAt, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

const labelPrinter = (bench: PlainStation): Frame['labelPrinter'] => bench.station.snapshot().frame.labelPrinter;
/** Returns every state of the frame's label printer, with the step at which it was pushed. */
function seenOf(bench: PlainStation): string[] {
  const seen: string[] = [];
  bench.station.onSnapshot(({ frame, bench: { workflow } }) => {
    const { labelPrinter: status } = frame;
    const word = `${workflow.step} ${status.kind === 'not-ready' ? status.reason : status.kind}`;
    if (seen.at(-1) !== word) seen.push(word);
  });
  return seen;
}
/** Long enough that the top bar does not poll in between. */
const noPoll = { sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms === 3000 ? 60_000 : ms).unref()) };

test('a printer fault found before buying appears in the top bar at once', async () => {
  const bench = await startPlainStation({ platform: noPoll });
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set({ paperOut: true });
  expect((await bench.take(serviceId, 'choosing')).notice?.code).toBe('printer-out-of-labels');
  expect(labelPrinter(bench)).toEqual({ kind: 'not-ready', reason: 'out-of-labels' });
});

test('a printer fault found while printing appears in the top bar at once, never Ready next to a held label', async () => {
  const bench = await startPlainStation({ platform: noPoll, msPerLabel: 300 });
  const seen = seenOf(bench);
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  bench.printer.set({ paperOut: true });
  await bench.at('done');
  expect(labelPrinter(bench)).toEqual({ kind: 'not-ready', reason: 'out-of-labels' });
  expect(seen).toContain('printing printing');
  expect(seen).not.toContain('done ready');
});

test('a label that waits for its printer is shown in the top bar as long as it waits', async () => {
  const bench = await startPlainStation({ platform: noPoll, onSent: ({ printer }) => printer.set({ headOpen: true }) });
  await bench.buy('ORD-1001');
  await expect.poll(() => labelPrinter(bench)).toEqual({ kind: 'not-ready', reason: 'head-open' });
  expect((await bench.at('printing')).booking.jobs[0]?.state).toBe('queued');
  bench.printer.set({ headOpen: false });
  await bench.at('done');
  expect(labelPrinter(bench)).not.toMatchObject({ kind: 'not-ready' });
});

test('the printer notice at the tiles disappears when the printer is fixed, and comes back when it is not', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set({ paperOut: true });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  const notice = async (): Promise<string | undefined> => {
    await bench.call('askPrinter', { role: 'label' });
    return (await bench.at('choosing')).notice?.code;
  };
  expect(await notice()).toBe('printer-out-of-labels');
  bench.printer.set({ paperOut: false });
  expect(await notice()).toBeUndefined();
  bench.printer.set({ headOpen: true });
  expect(await notice()).toBe('printer-head-open');
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId });
  bench.printer.set({ headOpen: false });
  expect(await notice()).toBeUndefined();
});

test('a label that the printer holds has arrived completely, and is not called unknown', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  bench.printer.set({ paperOut: true });
  const { booking, failure } = await bench.at('done');
  expect(failure?.code).toBe('print-held');
  expect(booking.jobs[0]?.takenAt).not.toBeNull();
});

test('all requests to a printer that does not answer share one query after the running one', async () => {
  let asked = 0;
  const printer = await startTcpPrinter((socket) => {
    asked += 1;
    socket.resume();
  });
  const printers = createPrinters({
    platform: 'linux',
    folder: join(tmpdir(), 'packbench-one-truth'),
    ref: () => 'ref',
    timing: { answerMs: 20 },
  });
  const at = labelPrinterAt(printer.address);
  const first = printers.status(at);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await Promise.all([first, printers.status(at), printers.status(at), printers.status(at)]);
  // Two questions each: ~HS, then ~HQES if ~HS is not answered.
  expect(asked).toBe(4);
  await printer.stop();
});
