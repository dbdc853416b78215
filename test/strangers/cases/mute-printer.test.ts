import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { PrinterTiming } from '../../../electron/printers/printer-timing.ts';
import type { PrinterStatus } from '../../../shared/printer.ts';
import { startTcpPrinter } from '../../fakes/tcp-printer.ts';
import { labelPrinterAt, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

/** Longer than any test may take: a bench that waits for this answer never continues. */
const forEver = 60_000;
const atRest = '\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';

/**
 * Starts a bench whose printer accepts everything and answers nothing until `reopenWith` sets an answer. `timing` limits the bench's waits.
 */
async function startMute() {
  let answersAfter: number | undefined;
  let labels = 0;
  const mute = await startTcpPrinter((socket: Socket) => {
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      labels += text.split('^XZ').filter((format) => format.includes('^FD')).length;
      if (text.startsWith('~HS') && answersAfter !== undefined) setTimeout(() => void socket.write(atRest), answersAfter);
    });
    socket.on('end', () => socket.end());
  });
  onTestFinished(() => mute.stop());
  const timing: { -readonly [Key in keyof PrinterTiming]?: PrinterTiming[Key] } = { answerMs: 20, muteAnswerMs: 20 };
  const bench = await startPlainStation({ printerTiming: timing, settings: { printers: [labelPrinterAt(mute.address)] } });
  const ship = async (code: string): Promise<void> => {
    await bench.ship(code);
  };
  return {
    bench,
    labels: () => labels,
    ship,
    /** Ships an order and scans the label that came out. */
    async confirm(code: string): Promise<void> {
      await ship(code);
      // The program asks the service for the tracking number after the label.
      await expect.poll(() => labelCode(bench)).not.toBe('');
      const { booking } = await bench.scan(labelCode(bench), 'done');
      expect(booking.onParcelAt).not.toBeNull();
    },
    async reopenWith(patience: number, answers?: number): Promise<void> {
      await bench.reopen(() => {
        timing.answerMs = patience;
        answersAfter = answers;
      });
    },
    async status(): Promise<PrinterStatus> {
      return bench.call('askPrinter', { role: 'label' });
    },
  };
}

const labelCode = (bench: PlainStation): string => {
  const workflow = bench.workflow();
  return workflow.step === 'done' ? (workflow.booking.trackingNos[0] ?? '') : '';
};

test('after three confirmed labels the bench no longer waits for a mute printer, and nothing else changes', async () => {
  const on = await startMute();
  for (const code of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await on.confirm(code);
  const before = on.labels();
  await on.reopenWith(forEver);
  await on.ship('ORD-1005');
  const { booking, failure } = await on.bench.at('done');
  expect(failure).toBeNull();
  expect(booking.jobs.map(({ state }) => state)).toEqual(['sent']);
  expect(booking.onParcelAt).toBeNull();
  expect(on.labels()).toBe(before + 1);
  expect(await on.status()).toEqual({ kind: 'cannot-say' });
});

test('two confirmed labels and any number of others prove nothing: the bench still waits for an answer', async () => {
  const on = await startMute();
  for (const code of ['ORD-1001', 'ORD-1002']) await on.confirm(code);
  for (const code of ['ORD-1003', 'ORD-1005']) await on.ship(code);
  await on.reopenWith(forEver, 200);
  expect(await on.status()).toEqual({ kind: 'ready' });
});

test('one answer clears the mute state: the bench waits for late answers of the printer again', async () => {
  const on = await startMute();
  for (const code of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await on.confirm(code);
  await on.reopenWith(forEver, 200);
  expect(await on.status()).toEqual({ kind: 'cannot-say' });
  await on.reopenWith(forEver, 0);
  await expect.poll(on.status).toEqual({ kind: 'ready' });
  await on.reopenWith(forEver, 200);
  expect(await on.status()).toEqual({ kind: 'ready' });
});
