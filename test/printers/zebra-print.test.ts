import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startVirtualZebra, type VirtualZebra, type VirtualZebraOptions } from '../../electron/training/zebra.ts';
import type { PrinterSettings } from '../../shared/printer.ts';
import { closesAfter, neverReads, resetsAfter, silent, startTcpPrinter, type TcpPrinter } from '../fakes/tcp-printer.ts';
import { stopLater } from '../later.ts';
import { until } from '../watchdog.ts';

const timing = {
  connectMs: 1_000,
  stallMs: 500,
  closeWaitMs: 200,
  answerMs: 200,
  pollMs: 10,
  idleWaitMs: 3_000,
  confirmMs: 1_500,
  settleMs: 200,
};
const label = (text: string, quantity = 1) =>
  ({ format: 'ZPL', bytes: Buffer.from(`^XA^FO20,20^A0N,40,40^FD${text}^FS^PQ${quantity}^XZ`) }) as const;

const unmarked = (): void => undefined;

const settingsFor = (address: string): PrinterSettings => ({ address, dpi: 203, widthMm: 102, heightMm: 152 });

function newPrinters(): Printers {
  let refs = 0;
  return createPrinters({ platform: process.platform, folder: join(tmpdir(), 'packbench-no-queue'), ref: () => `P${(refs += 1)}`, timing });
}

async function zebra(options: VirtualZebraOptions = {}): Promise<{ zebra: VirtualZebra; printers: Printers; settings: PrinterSettings }> {
  const started = stopLater(await startVirtualZebra({ msPerLabel: 20, ...options }));
  return { zebra: started, printers: newPrinters(), settings: settingsFor(started.url) };
}

async function ugly(
  ...args: Parameters<typeof startTcpPrinter>
): Promise<{ fake: TcpPrinter; printers: Printers; settings: PrinterSettings }> {
  const fake = stopLater(await startTcpPrinter(...args));
  return { fake, printers: newPrinters(), settings: settingsFor(fake.address) };
}

const texts = (from: VirtualZebra): (string | undefined)[] => from.sheets().map((sheet) => /\^FD([^^]*)/.exec(sheet.zpl.toString())?.[1]);

test('a ready printer prints a label and proves it by its own counter', async () => {
  const { zebra: real, printers, settings } = await zebra();
  expect(await printers.status(settings)).toEqual({ kind: 'ready' });
  expect(await printers.print(settings, label('one'), 'Label', unmarked)).toEqual({ is: 'printed', detail: { code: 'label-counted' } });
  expect(texts(real)).toEqual(['one']);
});

test('a label that asks for three sheets is printed only when the third is out', async () => {
  const { zebra: real, printers, settings } = await zebra();
  expect(await printers.print(settings, label('three', 3), 'Label', unmarked)).toMatchObject({ is: 'printed' });
  expect(real.sheets()).toHaveLength(3);
});

test('labels asked for at the same time come out in order, one at a time', async () => {
  const { zebra: real, printers, settings } = await zebra();
  const outcomes = await Promise.all(['one', 'two', 'three'].map((text) => printers.print(settings, label(text), text, unmarked)));
  expect(outcomes.map((outcome) => outcome.is)).toEqual(['printed', 'printed', 'printed']);
  expect(texts(real)).toEqual(['one', 'two', 'three']);
});

test('a large label arrives byte for byte', async () => {
  const { zebra: real, printers, settings } = await zebra();
  const bytes = Buffer.from(`^XA^FO0,0^GFA,250000,250000,100,${'0F'.repeat(250_000)}^FS^XZ`);
  expect(await printers.print(settings, { format: 'ZPL', bytes }, 'Label', unmarked)).toMatchObject({ is: 'printed' });
  expect(real.sheets()[0]?.zpl.equals(bytes)).toBe(true);
});

test.each([
  [{ paperOut: true }, 'out-of-labels', 'printer-out-of-labels'],
  [{ headOpen: true }, 'head-open', 'printer-head-open'],
  [{ ribbonOut: true }, 'out-of-ribbon', 'printer-out-of-ribbon'],
  [{ paused: true }, 'paused', 'printer-paused'],
  [{ headOpen: true, silentOnError: true }, 'head-open', 'printer-head-open'],
] as const)('a printer that needs attention gets nothing (%o)', async (flags, reason, code) => {
  const { zebra: real, printers, settings } = await zebra();
  real.set(flags);
  expect(await printers.status(settings)).toEqual({ kind: 'not-ready', reason });
  expect(await printers.print(settings, label('never'), 'Label', unmarked)).toMatchObject({ is: 'not-sent', failure: { code, ref: 'P1' } });
  real.set({ paperOut: false, headOpen: false, ribbonOut: false, paused: false });
  expect(await printers.print(settings, label('after'), 'Label', unmarked)).toMatchObject({ is: 'printed' });
  expect(texts(real)).toEqual(['after']);
});

test.each([{ silentOnError: false }, { silentOnError: true }])(
  'a label that the printer holds is not sent again and comes out once (%o)',
  async (silence) => {
    const { zebra: real, printers, settings } = await zebra({ msPerLabel: 300 });
    const printing = printers.print(settings, label('held'), 'Label', unmarked);
    await until('the label is on its way', () => real.firstByteAt !== undefined);
    real.set({ paperOut: true, ...silence });
    expect(await printing).toMatchObject({ is: 'held', status: { kind: 'not-ready', reason: 'out-of-labels' } });
    expect(real.sheets()).toHaveLength(0);
    real.set({ paperOut: false });
    await until('a label came out', () => real.sheets().length > 0);
    expect(texts(real)).toEqual(['held']);
  },
);

test('a held label that comes out later is not mistaken for the next one', async () => {
  const { zebra: real, printers, settings } = await zebra({ msPerLabel: 300 });
  const held = printers.print(settings, label('held'), 'Label', unmarked);
  await until('the label is on its way', () => real.firstByteAt !== undefined);
  real.set({ paused: true });
  expect(await held).toMatchObject({ is: 'held' });
  real.set({ paused: false });
  expect(await printers.print(settings, label('next'), 'Label', unmarked)).toMatchObject({ is: 'printed' });
  expect(texts(real)).toEqual(['held', 'next']);
});

test("while a label prints, the status is the printer's last answer", async () => {
  const { zebra: real, printers, settings } = await zebra({ msPerLabel: 300 });
  const printing = printers.print(settings, label('one'), 'Label', unmarked);
  await until('the label is on its way', () => real.firstByteAt !== undefined);
  expect(await printers.status(settings)).toEqual({ kind: 'printing' });
  await printing;
  expect(await printers.status(settings)).toEqual({ kind: 'ready' });
});

test('concurrent queries and a label never need two connections', async () => {
  const { fake, printers, settings } = await ugly(countless(() => ({ out: false, left: 0 })));
  const statuses = [printers.status(settings), printers.status(settings)];
  const printing = printers.print(settings, label('one'), 'Label', unmarked);
  await setImmediate();
  // The first two share one query, because it had not begun; the third one is sent beside the label.
  statuses.push(printers.status(settings));
  expect(await printing).toMatchObject({ is: 'printed' });
  expect(await Promise.all(statuses)).toEqual([{ kind: 'ready' }, { kind: 'ready' }, { kind: 'printing' }]);
  expect(fake.mostAtOnce()).toBe(1);
});

test('a printer that loses power with the label inside leaves the print unknown', async () => {
  const { zebra: real, printers, settings } = await zebra({ msPerLabel: 60_000 });
  const printing = printers.print(settings, label('lost'), 'Label', unmarked);
  await until('the label is on its way', () => real.firstByteAt !== undefined);
  await real.stop();
  expect(await printing).toMatchObject({ is: 'unknown' });
  expect(await printers.status(settings)).toEqual({ kind: 'not-ready', reason: 'offline' });
});

test('nothing is sent to a printer that is switched off', async () => {
  const { zebra: real, printers, settings } = await zebra();
  await real.stop();
  expect(await printers.print(settings, label('never'), 'Label', unmarked)).toMatchObject({
    is: 'not-sent',
    failure: { code: 'printer-offline' },
  });
});

test('a connection that breaks in the middle of a label leaves the print unknown, and the next label clean', async () => {
  const { zebra: real, printers, settings } = await zebra();
  const large = Buffer.from(`^XA^FO0,0^GFA,250000,250000,100,${'0F'.repeat(250_000)}^FS^XZ`);
  real.set({ resetAfterBytes: 65_536 });
  expect(await printers.print(settings, { format: 'ZPL', bytes: large }, 'Label', unmarked)).toMatchObject({ is: 'unknown' });
  real.set({ resetAfterBytes: undefined });
  expect(await printers.print(settings, label('clean'), 'Label', unmarked)).toMatchObject({ is: 'printed' });
  expect(real.sheets().map((sheet) => sheet.zpl.toString())).toEqual([label('clean').bytes.toString()]);
});

test('a label that cannot be drawn is not reported as printed', async () => {
  const { printers, settings } = await zebra();
  expect(await printers.print(settings, { format: 'ZPL', bytes: Buffer.from('^XA^XZ') }, 'Label', unmarked)).toEqual({
    is: 'unknown',
    detail: { code: 'label-uncounted' },
  });
});

test('a printer whose resolution differs from Setup is reported', async () => {
  const { printers, settings } = await zebra({ dpi: 300 });
  expect(await printers.print(settings, label('one'), 'Label', unmarked)).toMatchObject({
    is: 'printed',
    detail: { otherDots: { dpi: 203 } },
  });
});

test('a printer that has never answered cannot report, and its label counts as sent', async () => {
  const { fake, printers, settings } = await ugly(silent);
  expect(await printers.status(settings)).toEqual({ kind: 'cannot-say' });
  expect(await printers.print(settings, label('blind'), 'Label', unmarked)).toMatchObject({ is: 'sent' });
  expect(fake.received().toString()).toContain(label('blind').bytes.toString());
});

test('a printer that has answered before and is silent now is offline', async () => {
  const { zebra: real, printers, settings } = await zebra();
  expect(await printers.status(settings)).toEqual({ kind: 'ready' });
  real.set({ noRead: true });
  expect(await printers.status(settings)).toEqual({ kind: 'not-ready', reason: 'offline' });
  expect(await printers.print(settings, label('never'), 'Label', unmarked)).toMatchObject({
    is: 'not-sent',
    failure: { code: 'printer-offline' },
  });
});

test.each([
  ['resets in the middle', resetsAfter(30_000)],
  ['never reads', neverReads],
  ['closes in the middle', closesAfter(30_000)],
])('a dumb printer that %s leaves the print unknown', async (_, behave) => {
  const { printers, settings } = await ugly(behave);
  const outcome = await printers.print(settings, { format: 'ZPL', bytes: Buffer.alloc(16_777_216, 'x') }, 'Label', unmarked);
  expect(outcome).toMatchObject({ is: 'unknown' });
});

interface CountlessState {
  readonly out: boolean;
  readonly left: number;
  readonly count?: number;
}

/** Answers ~HS from the current `state`, and the count query if the state has a count. */
const countless = (state: () => CountlessState) => (socket: Socket, keep: (chunk: Buffer) => void) => {
  socket.on('data', (chunk: Buffer) => {
    keep(chunk);
    const { out, left, count } = state();
    if (chunk.includes('~HS')) {
      socket.write(`\x02030,${out ? 1 : 0},0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,4,0,0000000${left},1,000\x03\r\n`);
      socket.write('\x021234,0\x03\r\n');
    }
    if (chunk.includes('odometer') && count !== undefined) socket.write(`"${count}"\r\n`);
  });
  socket.on('end', () => socket.end());
};

test('a printer without a counter has printed once it is idle again without a fault', async () => {
  let busyAnswers = 0;
  const { fake, printers, settings } = await ugly(
    countless(() => ({ out: false, left: fake.received().includes('^XZ') && (busyAnswers += 1) < 4 ? 1 : 0 })),
  );
  expect(await printers.print(settings, label('one'), 'Label', unmarked)).toEqual({ is: 'printed', detail: { code: 'printer-done' } });
  expect(busyAnswers).toBe(5);
  expect(fake.mostAtOnce()).toBe(1);
});

test('a printer without a counter that was switched off and on is idle, but has not printed', async () => {
  const { fake, printers, settings } = await ugly(countless(() => ({ out: false, left: fake.received().includes('^XZ') ? 1 : 0 })));
  const printing = printers.print(settings, label('lost'), 'Label', unmarked);
  await until('the label is with the printer', () => fake.received().includes('^XZ'));
  await fake.stop();
  await until('the printer is not ready', async () => (await printers.status(settings)).kind === 'not-ready');
  const again = await startTcpPrinter(
    countless(() => ({ out: false, left: 0 })),
    fake.endpoint.port,
  );
  stopLater(again);
  expect(await printing).toMatchObject({ is: 'unknown', detail: { code: 'printer-was-gone' } });
  expect(again.received().toString()).not.toContain('^XA');
});

test('a label that another computer printed first is not mistaken for ours, which the printer still holds', async () => {
  const { fake, printers, settings } = await ugly(
    countless(() => (fake.received().includes('^XZ') ? { out: true, left: 1, count: 8 } : { out: false, left: 0, count: 7 })),
  );
  expect(await printers.print(settings, label('behind another'), 'Label', unmarked)).toMatchObject({ is: 'held' });
});

test('a printer that counts two labels for one is reported', async () => {
  const { fake, printers, settings } = await ugly(
    countless(() => (fake.received().includes('^XZ') ? { out: false, left: 0, count: 9 } : { out: false, left: 0, count: 7 })),
  );
  expect(await printers.print(settings, label('twice'), 'Label', unmarked)).toMatchObject({
    is: 'printed',
    detail: { code: 'more-labels-counted', counted: 2, labels: 1 },
  });
});

test('a printer that takes over the address of a broken one has not printed its label, whatever its counter', async () => {
  const { zebra: first, printers, settings } = await zebra({ msPerLabel: 60_000 });
  const printing = printers.print(settings, label('lost'), 'Label', unmarked);
  await until('the label is on its way', () => first.firstByteAt !== undefined);
  await first.stop();
  await until('the printer is not ready', async () => (await printers.status(settings)).kind === 'not-ready');
  const other = await startTcpPrinter(
    countless(() => ({ out: false, left: 0, count: 500 })),
    first.port,
  );
  stopLater(other);
  expect(await printing).toMatchObject({ is: 'unknown', detail: { code: 'printer-was-gone' } });
});

test('a printer without a counter that runs out of labels holds the label', async () => {
  const { fake, printers, settings } = await ugly(countless(() => ({ out: fake.received().includes('^XZ'), left: 0 })));
  expect(await printers.print(settings, label('one'), 'Label', unmarked)).toMatchObject({ is: 'held' });
});

test('a TCP printer takes ZPL, everything else PDF', () => {
  const printers = newPrinters();
  expect(printers.takes(settingsFor('tcp://10.0.0.9:9100'), 'label')).toBe('ZPL');
  expect(printers.takes(settingsFor('queue:Office'), 'document')).toBe('PDF');
  expect(printers.takes(settingsFor('folder:/tmp'), 'label')).toBe('PDF');
});

test('a PDF never reaches a printer that would print it as text', async () => {
  const { zebra: real, printers, settings } = await zebra();
  const outcome = await printers.print(settings, { format: 'PDF', bytes: Buffer.from('%PDF-1.7') }, 'Manifest', unmarked);
  expect(outcome).toMatchObject({ is: 'not-sent', failure: { code: 'print-failed' } });
  expect(real.connections()).toBe(0);
});

test("the printer's count is stored before the first byte is sent, and nothing is sent if that fails", async () => {
  const { zebra: printer, printers, settings } = await zebra();
  await printers.print(settings, label('one'), 'Label', unmarked);
  const marks: unknown[] = [];
  await printers.print(settings, label('two', 2), 'Label', (mark) => marks.push([mark, printer.sheets().length]));
  expect(marks).toEqual([[{ address: settings.address, count: 1, labels: 2, serial: '50J204102301' }, 1]]);
  const broken = await printers.print(settings, label('never'), 'Label', () => {
    throw new Error('disk full');
  });
  expect(broken).toMatchObject({ is: 'not-sent', failure: { code: 'journal-unwritable' } });
  expect(texts(printer)).toEqual(['one', 'two', 'two']);
});

test('a printer found idle for an expected label is not asked again for that one while its answer is recent', async () => {
  const { zebra: real, settings } = await zebra();
  let elapsed = 0;
  const folder = join(tmpdir(), 'packbench-no-queue');
  const printers = createPrinters({ platform: process.platform, folder, ref: () => 'P1', timing, elapsed: () => elapsed });
  const print = (name: string) => printers.print(settings, label(name), 'Label', unmarked);
  const expected = async (): Promise<void> => {
    printers.expectLabel(settings);
    // Its answer comes after that of the query for the label.
    await printers.look(settings.address);
  };
  await printers.status(settings);

  await expected();
  real.set({ paused: true });
  expect(await print('not asked again')).toMatchObject({ is: 'held' });
  expect(await print('of the next one nothing was reported')).toMatchObject({ is: 'not-sent' });
  real.set({ paused: false });
  await expect.poll(() => texts(real)).toEqual(['not asked again']);

  await expected();
  real.set({ paused: true });
  elapsed += 101;
  expect(await print('too old')).toMatchObject({ is: 'not-sent' });

  await expected();
  real.set({ paused: false });
  expect(await print('not at rest then')).toMatchObject({ is: 'printed' });
  expect(texts(real)).toEqual(['not asked again', 'not at rest then']);
});

test("a label right after another one starts from that one's proof, and a later one starts with a new query", async () => {
  const { zebra: real, settings } = await zebra();
  let elapsed = 0;
  const folder = join(tmpdir(), 'packbench-no-queue');
  const printers = createPrinters({ platform: process.platform, folder, ref: () => 'P1', timing, elapsed: () => elapsed });
  const marks: (number | null)[] = [];
  const print = (name: string, labels = 1) => printers.print(settings, label(name, labels), 'Label', ({ count }) => marks.push(count));
  expect(await print('one', 2)).toMatchObject({ is: 'printed' });
  const before = real.connections();
  expect(await print('right behind')).toMatchObject({ is: 'printed' });
  // One for the label, one for its proof.
  expect(real.connections() - before).toBe(2);

  elapsed += 101;
  real.set({ paused: true });
  expect(await print('later')).toMatchObject({ is: 'not-sent' });
  real.set({ paused: false });
  expect(await print('after')).toMatchObject({ is: 'printed' });
  expect(marks).toEqual([0, 2, 3]);
  expect(texts(real)).toEqual(['one', 'one', 'right behind', 'after']);
});

test('a printer that stops while its label comes out is asked before the next one', async () => {
  const { zebra: real, printers, settings } = await zebra({ onSheet: () => real.set({ paperOut: true }) });
  expect(await printers.print(settings, label('the last of the roll'), 'Label', unmarked)).toMatchObject({ is: 'printed' });
  expect(await printers.print(settings, label('never'), 'Label', unmarked)).toMatchObject({ is: 'not-sent' });
  expect(texts(real)).toEqual(['the last of the roll']);
});

test('a look reports the count and whether the printer is idle; a fault or silence is not idle', async () => {
  const { zebra: printer, printers, settings } = await zebra();
  await printers.print(settings, label('one'), 'Label', unmarked);
  expect(await printers.look(settings.address)).toEqual({ count: 1, holds: 'nothing', serial: '50J204102301' });
  printer.set({ paused: true });
  expect(await printers.look(settings.address)).toEqual({ count: 1, holds: 'something', serial: '50J204102301' });
  await printer.stop();
  expect(await printers.look(settings.address)).toEqual({ count: null, holds: 'unknown' });
  expect(await printers.look('queue:Zebra')).toEqual({ count: null, holds: 'unknown' });
});
