import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PrintOutcome } from '../../electron/bench/ports/printers.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startTcpPrinter } from '../fakes/tcp-printer.ts';
import { stopLater } from '../later.ts';

// A printer that no longer answers ~HS while it has a fault: it reports the fault, but not whether it holds a label.

/** `isOut`: out of labels, then only ~HQES is answered. `left`: number of labels it holds. */
interface Says {
  readonly isOut: boolean;
  readonly left: number;
  readonly count: number;
}

const errorsWhere = (isOut: boolean): string =>
  `\x02\r\n  PRINTER STATUS\r\n  ERRORS:         ${isOut ? '1 00000000 00000001' : '0 00000000 00000000'}\r\n  WARNINGS:       0 00000000 00000000\r\n\x03`;

/** Outcome of one label. `says`: the state of the printer with that label inside, at each query for its count. */
async function printedBeside(says: (asked: number) => Says): Promise<PrintOutcome> {
  let received = '';
  let asked = 0;
  const now = (): Says => (received.includes('^XZ') ? says(asked) : { isOut: false, left: 0, count: 7 });
  const fake = await startTcpPrinter((socket: Socket, keep: (chunk: Buffer) => void) => {
    socket.on('data', (chunk: Buffer) => {
      keep(chunk);
      received += chunk.toString('latin1');
      const { isOut, left, count } = now();
      if (chunk.includes('~HS') && !isOut) {
        socket.write(`\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,4,0,0000000${left},1,000\x03\r\n`);
        socket.write('\x021234,0\x03\r\n');
      }
      if (chunk.includes('~HQES')) socket.write(errorsWhere(isOut));
      if (chunk.includes('odometer')) {
        socket.write(`"${count}"\r\n`);
        if (received.includes('^XZ')) asked += 1;
      }
    });
    socket.on('end', () => socket.end());
  });
  stopLater(fake);
  const printers = createPrinters({
    platform: process.platform,
    folder: join(tmpdir(), 'packbench-no-queue'),
    ref: () => 'P1',
    timing: {
      connectMs: 1_000,
      stallMs: 500,
      closeWaitMs: 200,
      answerMs: 200,
      pollMs: 10,
      idleWaitMs: 3_000,
      confirmMs: 2_000,
      settleMs: 200,
    },
  });
  const settings = { address: fake.address, dpi: 203, widthMm: 102, heightMm: 152 } as const;
  return printers.print(settings, { format: 'ZPL', bytes: Buffer.from('^XA^FDx^FS^PQ1^XZ') }, 'Label', () => undefined);
}

test('a label that another computer printed is not mistaken for ours if the labels run out after it', async () => {
  const outcome = await printedBeside(() => ({ isOut: true, left: 1, count: 8 }));
  expect(outcome).toMatchObject({ is: 'unknown', detail: { code: 'label-unconfirmed' } });
});

test('the printer is asked until it has labels again and reports what it holds; then its count proves ours', async () => {
  const saying = [
    { isOut: true, left: 1, count: 8 },
    { isOut: true, left: 1, count: 8 },
    { isOut: false, left: 1, count: 8 },
    { isOut: false, left: 0, count: 9 },
  ];
  const seen: number[] = [];
  const outcome = await printedBeside((asked) => {
    seen.push(asked);
    return saying[asked] ?? { isOut: false, left: 0, count: 9 };
  });
  expect(outcome).toMatchObject({ is: 'printed', detail: { code: 'more-labels-counted' } });
  expect(Math.max(...seen)).toBeGreaterThanOrEqual(saying.length - 1);
});

test('a label that was not counted is held at once', async () => {
  expect(await printedBeside(() => ({ isOut: true, left: 1, count: 7 }))).toMatchObject({
    is: 'held',
    detail: { reason: 'out-of-labels' },
  });
});
