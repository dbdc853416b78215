import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import type { PrinterTiming } from '../../electron/printers/printer-timing.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import type { PrinterSettings } from '../../shared/printer.ts';
import { startTcpPrinter, type TcpPrinter } from '../fakes/tcp-printer.ts';
import { stopLater } from '../later.ts';

const label = { format: 'ZPL', bytes: Buffer.from('^XA^FO20,20^A0N,40,40^FDone^FS^XZ') } as const;
const settingsFor = (address: string): PrinterSettings => ({ address, dpi: 203, widthMm: 102, heightMm: 152 });

function newPrinters(timing: Partial<PrinterTiming> = {}, elapsed?: () => number): Printers {
  return createPrinters({
    platform: process.platform,
    folder: join(tmpdir(), 'packbench-no-queue'),
    ref: () => 'P1',
    timing: { answerMs: 5000, closeWaitMs: 200, pollMs: 10, ...timing },
    ...(elapsed && { elapsed }),
  });
}

async function zebra(): Promise<VirtualZebra> {
  const started = stopLater(await startVirtualZebra({ msPerLabel: 5 }));
  return started;
}

/** A printer that counts its labels. `hears` answers the queries of one chunk, and may end the connection. */
async function counter(hears: (questions: readonly string[], say: (answer: string) => void, socket: Socket) => void): Promise<TcpPrinter> {
  let printed = 0;
  const fake = await startTcpPrinter((socket, keep) => {
    socket.on('data', (chunk: Buffer) => {
      keep(chunk);
      const text = chunk.toString('latin1');
      printed += text.split('^XZ').length - 1;
      const questions = [...text.matchAll(/~HS|~HI|getvar/g)].map(([question]) => question);
      if (questions.length > 0) hears(questions, (question) => socket.write(answers[question]?.(printed) ?? ''), socket);
    });
    socket.on('end', () => socket.end());
  });
  stopLater(fake);
  return fake;
}

const answers: Readonly<Record<string, (printed: number) => string>> = {
  '~HS': () => '\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n',
  '~HI': () => '\x02ZD421-203dpi,V93.21.26Z,8,8192KB\x03\r\n',
  getvar: (printed) => `"${printed}"`,
};

test('a printer is queried, counted and given its label on one connection, and proves the label on a second', async () => {
  const printer = await zebra();
  let ms = 0;
  const printers = newPrinters({}, () => ms);
  const at = settingsFor(printer.url);
  expect(await printers.prepare(at)).toEqual({ kind: 'ready' });
  expect(printer.connections()).toBe(1);
  ms += 500;
  let atSending = 0;
  expect(
    await printers.print(at, label, 'Label', () => {
      atSending = printer.connections();
    }),
  ).toMatchObject({ is: 'printed' });
  expect(atSending).toBe(1);
  expect(printer.connections()).toBe(2);
  expect(printer.sheets()).toHaveLength(1);
});

test('a recent answer counts for a label that is bought, unless it was not ready or the printer printed since', async () => {
  const printer = await zebra();
  const printers = newPrinters({ goodForMs: 60_000 });
  const at = settingsFor(printer.url);
  expect(await printers.prepare(at)).toEqual({ kind: 'ready' });
  printer.set({ paperOut: true });
  expect(await printers.prepare(at)).toEqual({ kind: 'ready' });
  expect(await printers.status(at)).toMatchObject({ kind: 'not-ready' });
  expect(await printers.prepare(at)).toEqual({ kind: 'not-ready', reason: 'out-of-labels' });
  printer.set({ paperOut: false });
  expect(await printers.prepare(at)).toEqual({ kind: 'ready' });
  await printers.print(at, label, 'Label', () => undefined);
  printer.set({ headOpen: true });
  expect(await printers.prepare(at)).toEqual({ kind: 'not-ready', reason: 'head-open' });
});

test('nothing prints on a printer that is no longer ready, whatever it answered before', async () => {
  const printer = await zebra();
  const printers = newPrinters({ goodForMs: 60_000 });
  const at = settingsFor(printer.url);
  expect(await printers.prepare(at)).toEqual({ kind: 'ready' });
  printer.set({ paperOut: true });
  expect(await printers.print(at, label, 'Label', () => undefined)).toMatchObject({
    is: 'not-sent',
    failure: { code: 'printer-out-of-labels' },
  });
  expect(printer.sheets()).toHaveLength(0);
});

test('a printer that closes each connection after its answer gets the label on a new one', async () => {
  const fake = await counter((questions, say, socket) => {
    for (const question of questions) say(question);
    socket.end();
  });
  const printers = newPrinters();
  const at = settingsFor(fake.address);
  for (let each = 1; each <= 5; each += 1) {
    expect(await printers.prepare(at)).toEqual({ kind: 'ready' });
    expect(await printers.print(at, label, 'Label', () => undefined)).toMatchObject({ is: 'printed' });
  }
  expect(fake.received().toString('latin1').split('^XZ')).toHaveLength(6);
});

test('a printer not known to keep connections open gets the label on a new one', async () => {
  const printer = await zebra();
  let ms = 0;
  const printers = newPrinters({}, () => ms);
  const at = settingsFor(printer.url);
  await printers.prepare(at);
  ms += 50;
  expect(await printers.print(at, label, 'Label', () => undefined)).toMatchObject({ is: 'printed' });
  expect(printer.connections()).toBe(3);
});

test('the keep-open time is measured after the first label, and each later label uses the connection of its query', async () => {
  const fake = await counter((questions, say) => questions.forEach(say));
  let ms = 0;
  const printers = newPrinters({}, () => ms);
  const at = settingsFor(fake.address);
  const connectionsOfOne = async (): Promise<number> => {
    const before = fake.connections();
    await printers.prepare(at);
    expect(await printers.print(at, label, 'Label', () => undefined)).toMatchObject({ is: 'printed' });
    return fake.connections() - before;
  };
  expect(await connectionsOfOne()).toBe(3);
  ms += 100;
  await expect.poll(() => fake.openNow()).toBe(0);
  expect([await connectionsOfOne(), await connectionsOfOne()]).toEqual([2, 2]);
});

test('a printer that refuses a second connection is asked for its count again: idle alone proves no label', async () => {
  let refuses = false;
  // It accepts every label and prints none.
  const fake = await startTcpPrinter((socket, keep) => {
    if (refuses) {
      refuses = false;
      socket.resetAndDestroy();
      return;
    }
    socket.on('data', (chunk: Buffer) => {
      keep(chunk);
      const [first, second] = [...chunk.toString('latin1').matchAll(/~HS|~HI|getvar/g)].map(([question]) => question);
      refuses = second !== undefined;
      if (first !== undefined) socket.write(answers[first]?.(0) ?? '');
    });
    socket.on('end', () => socket.end());
  });
  stopLater(fake);
  const printers = newPrinters({ answerMs: 100, settleMs: 200, firstPollMs: 5 });
  const at = settingsFor(fake.address);
  expect(await printers.status(at)).toEqual({ kind: 'ready' });
  expect(await printers.print(at, label, 'Label', () => undefined)).toMatchObject({ is: 'unknown' });
});

test('a printer that answers only the first of two queries gets one at a time from then on', async () => {
  let both = 0;
  const fake = await counter(([first = '', second], say) => {
    if (second !== undefined) both += 1;
    say(first);
  });
  const printers = newPrinters({ answerMs: 300 });
  const at = settingsFor(fake.address);
  await printers.prepare(at);
  for (let each = 1; each <= 3; each += 1)
    expect(await printers.print(at, label, 'Label', () => undefined)).toEqual({ is: 'printed', detail: { code: 'label-counted' } });
  expect(both).toBe(1);
  expect(fake.mostAtOnce()).toBe(1);
});

test('a printer that has never answered is asked only for its status', async () => {
  const fake = await startTcpPrinter((socket, keep) => {
    socket.on('data', keep);
    socket.on('end', () => socket.end());
  });
  stopLater(fake);
  const printers = newPrinters({ answerMs: 20 });
  expect(await printers.prepare(settingsFor(fake.address))).toEqual({ kind: 'cannot-say' });
  expect(await printers.print(settingsFor(fake.address), label, 'Label', () => undefined)).toMatchObject({ is: 'sent' });
  expect(fake.received().toString('latin1')).not.toContain('getvar');
});

test('a mute printer that takes one connection at a time is not reported as offline', async () => {
  let open = 0;
  const fake = await startTcpPrinter((socket, keep) => {
    if (open > 0) return void socket.resetAndDestroy();
    open += 1;
    socket.on('data', keep);
    // It closes a connection a moment after the other side has.
    socket.on('end', () => setTimeout(() => socket.end(), 100));
    socket.on('close', () => {
      open -= 1;
    });
  });
  stopLater(fake);
  const printers = newPrinters({ answerMs: 20 });
  expect(await printers.status(settingsFor(fake.address))).toEqual({ kind: 'cannot-say' });
});
