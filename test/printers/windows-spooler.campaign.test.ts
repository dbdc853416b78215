import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PrintOutcome } from '../../electron/bench/ports/printers.ts';
import { isWholePdf } from '../../electron/files/whole-pdf.ts';
import { defaultTiming } from '../../electron/printers/printer-timing.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { queueStatus } from '../../electron/printers/windows-status.ts';
import { createPrinterStatuses, createPrinterWatch } from '../../electron/station/printer-watch.ts';
import type { OpenWorld } from '../../electron/station/world-parts.ts';
import { firstBenchState } from '../../shared/bench.ts';
import { type PrinterSettings, printerOfRole } from '../../shared/printer.ts';
import { onePage } from '../fakes/one-page-pdf.ts';
import { type FakeWinspool, makeWinspool, whyNoWinspool } from '../fakes/winspool.ts';
import { newFolder } from '../later.ts';

const missing = whyNoWinspool();
const mustRun = Boolean(process.env['CI']);
if (missing !== undefined && !mustRun) console.log(`SKIPPED: printing through the spooler of Windows: ${missing}`);

const settings = (name: string): PrinterSettings => ({ address: `queue:${name}`, dpi: 203, widthMm: 101.6, heightMm: 152.4 });
const unmarked = (): void => undefined;
const zpl = { format: 'ZPL', bytes: Buffer.from('^XA^FDone^FS^XZ') } as const;
const pdf = { format: 'PDF', bytes: onePage() } as const;

test.each([
  [0, 0, { kind: 'cannot-say' }],
  [0x90, 0, { kind: 'not-ready', reason: 'out-of-labels' }],
  [0x80, 0, { kind: 'not-ready', reason: 'offline' }],
  [0x1, 0, { kind: 'not-ready', reason: 'paused' }],
  [0x8, 0, { kind: 'not-ready', reason: 'not-ready' }],
  [0x400000 | 0x10, 0, { kind: 'not-ready', reason: 'head-open' }],
  [0x40000, 0, { kind: 'not-ready', reason: 'out-of-ribbon' }],
  [0x400, 0, { kind: 'printing' }],
  [0, 0x400, { kind: 'not-ready', reason: 'offline' }],
])('a queue of Windows with status %i and attributes %i is %j', (status, attributes, expected) => {
  expect(queueStatus({ status, attributes })).toEqual(expected);
});

test('a PDF without its end is incomplete, wherever it was cut', () => {
  expect(isWholePdf(pdf.bytes)).toBe(true);
  const cuts = Array.from({ length: pdf.bytes.length - '\n%%EOF\n'.length }, (_, length) => pdf.bytes.subarray(0, length));
  expect(cuts.filter(isWholePdf)).toEqual([]);
  const large = Buffer.from(
    pdf.bytes
      .toString('latin1')
      .replace('endstream', `${' '.repeat(9000)}\nendstream`)
      .replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + 9001}`),
    'latin1',
  );
  expect(isWholePdf(large)).toBe(true);
  expect(isWholePdf(Buffer.concat([large.subarray(0, 1000), large.subarray(4000)]))).toBe(false);
});

describe.skipIf(missing !== undefined && !mustRun)('the spooler of Windows', () => {
  let windows: FakeWinspool;
  let home: string;
  beforeEach(() => {
    if (missing !== undefined) throw new Error(`Printing through the spooler of Windows cannot be tested: ${missing}`);
    windows = makeWinspool();
    windows.queue('Zebra', {});
    windows.queue('Office', { driver: 'HP Universal Printing PCL 6' });
    home = newFolder('windows');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    windows.stop();
  });

  const printing = (): string => join(home, 'printing');
  const printersWith = (spoolerMs = 5_000, sumatraPdfPath = join(home, 'missing.exe')) =>
    createPrinters({
      platform: 'win32',
      folder: printing(),
      ref: () => 'P1',
      timing: { ...defaultTiming, spoolerMs, queueStepMs: spoolerMs, queueAnswerMs: 1_000, pollMs: 10 },
      workers: windows.spooler(),
      sumatraPdfPath,
    });
  const printZpl = (spoolerMs?: number): Promise<PrintOutcome> => printersWith(spoolerMs).print(settings('Zebra'), zpl, 'Label', unmarked);

  test('its queues are found with their faults', async () => {
    windows.queue('Zebra', { status: 0x10 });
    const found = await printersWith().find();
    expect(found.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ name, status }) => [name, status])).toEqual([
      ['Office', { kind: 'cannot-say' }],
      ['Zebra', { kind: 'not-ready', reason: 'out-of-labels' }],
    ]);
  });

  test('a slow spooler does not block the program, and one that hangs is given up', async () => {
    windows.slow('GetPrinterW', 60_000);
    const printers = printersWith();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    expect(await printers.status(settings('Zebra'))).toEqual({ kind: 'cannot-say' });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(20);
  });

  test('ZPL reaches the queue byte for byte, however little Windows accepts at once', async () => {
    windows.short(1_000);
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256));
    let taken = 0;
    const outcome = await printersWith().print(settings('Zebra'), { format: 'ZPL', bytes }, 'Label', unmarked, () => (taken += 1));
    expect(outcome).toEqual({ is: 'sent', detail: { code: 'queue-took', queue: 'Zebra', job: '1' } });
    expect(taken).toBe(1);
    expect(windows.written('Zebra', 1).equals(bytes)).toBe(true);
  });

  test.each([
    ['Nowhere', {}],
    ['Zebra', { status: 0x1 }],
    ['Zebra', { attributes: 0x400 }],
  ])('nothing is sent to the queue %s with %j', async (name, is) => {
    if (name === 'Zebra') windows.queue('Zebra', is);
    expect(await printersWith().print(settings(name), zpl, 'Label', unmarked)).toMatchObject({ is: 'not-sent' });
    expect(windows.jobs('Zebra')).toEqual([]);
  });

  test('nothing was sent if Windows starts no job', async () => {
    windows.fail('StartDocPrinterW', 5);
    expect(await printZpl()).toMatchObject({
      is: 'not-sent',
      failure: { reasons: [{ code: 'queue-refused', queue: 'Zebra', why: 'StartDocPrinterW 5' }] },
    });
  });

  test.each(['WritePrinter', 'EndDocPrinter'])('if %s fails, the job is cancelled and the packer has to check', async (call) => {
    windows.fail(call, 1722);
    expect(await printZpl()).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled', queue: 'Zebra' } });
    expect(windows.jobs('Zebra')).toEqual([]);
  });

  test.each(['WritePrinter', 'EndDocPrinter'])('if %s hangs, its process is killed and the job is cancelled', async (call) => {
    windows.slow(call, 60_000);
    expect(await printZpl(500)).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled', queue: 'Zebra' } });
    expect(windows.jobs('Zebra')).toEqual([]);
    // One for queries, and one that replaced the hung process.
    await expect.poll(() => windows.running()).toBe(2);
  });

  test('a job that stays in its queue is reported with the status of Windows, and cancelled', async () => {
    windows.keeps(0x40);
    const onStatus: unknown[] = [];
    const printers = createPrinters({
      platform: 'win32',
      folder: printing(),
      ref: () => 'P1',
      timing: { queueStepMs: 500, pollMs: 10 },
      workers: windows.spooler(),
      onStatus: (_, status) => onStatus.push(status),
    });
    expect(await printers.print(settings('Zebra'), zpl, 'Label', unmarked)).toMatchObject({
      is: 'unknown',
      detail: { code: 'queue-job-cancelled' },
    });
    expect(onStatus).toContainEqual({ kind: 'not-ready', reason: 'out-of-labels' });
    expect(windows.jobs('Zebra')).toEqual([]);
  });

  test('a job that cannot be cancelled may still print, and that is reported', async () => {
    windows.keeps(0x10);
    windows.fail('SetJobW', 5);
    expect(await printZpl(300)).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-stays', queue: 'Zebra' } });
    expect(windows.jobs('Zebra')).toEqual(['1']);
  });

  test.each([0x80, 0x1000])('a job that its queue keeps after printing counts as sent (%i)', async (status) => {
    windows.keeps(status);
    expect(await printZpl()).toMatchObject({ is: 'sent', detail: { code: 'queue-took', queue: 'Zebra' } });
  });

  describe('warnings about settings that would spoil labels', () => {
    const warnings = (name = 'Zebra') => printersWith().warnings(settings(name));
    const office = 'HP Universal Printing PCL 6';

    test('are empty for a queue with the right driver and paper', async () => {
      expect(await warnings()).toEqual([]);
      windows.queue('Office', {
        driver: office,
        forms: [
          [9, 210, 297],
          [300, 101.6, 152.4],
        ],
      });
      expect(await warnings('Office')).toEqual([]);
    });

    test.each([{ driverVersion: 4 }, { driverAttributes: 0x2 }])('name a driver for ZPL that makes pages of its own: %j', async (is) => {
      windows.queue('Zebra', is);
      expect(await warnings()).toEqual([{ code: 'driver-takes-no-zpl', driver: 'ZDesigner ZD421-203dpi ZPL' }]);
    });

    test('name a driver without the paper size that is in the printer', async () => {
      const missing = [{ code: 'stock-missing', widthMm: 101.6, heightMm: 152.4 }];
      windows.queue('Office', { driver: office, forms: [[9, 210, 297]] });
      expect(await warnings('Office')).toEqual(missing);
      windows.queue('Office', { driver: office, forms: [[9, 210, 297]], paper: [210, 297] });
      expect(await warnings('Office')).toEqual(missing);
      // A user set that size by hand.
      windows.queue('Office', { driver: office, forms: [[9, 210, 297]], paper: [102, 152] });
      expect(await warnings('Office')).toEqual([]);
    });

    test('name protected print mode, a shared queue, and a queue on another computer', async () => {
      windows.protect();
      windows.queue('Zebra', { attributes: 0x8 | 0x10 });
      expect((await warnings()).map(({ code }) => code)).toEqual(['protected-print', 'queue-shared', 'queue-elsewhere']);
    });

    test('cover the printers in Setup, wherever they are listed', async () => {
      windows.queue('Zebra', { attributes: 0x8 });
      const watch = createPrinterWatch({
        printers: printersWith(),
        named: () => [printerOfRole('label', settings('Zebra'))],
        current: () => undefined,
        statuses: createPrinterStatuses(() => undefined, unmarked),
        state: () => {
          throw new Error('nobody asks for a state');
        },
        changed: unmarked,
      });
      const found = await watch.find();
      expect(Object.fromEntries(found.map(({ name, warnings: onStatus }) => [name, onStatus]))).toEqual({
        Zebra: [{ code: 'queue-shared' }],
        Office: undefined,
      });
    });

    test('appear at the bench for the label printer in use, until Windows is asked again', async () => {
      windows.queue('Zebra', { attributes: 0x8 });
      const printer = printerOfRole('label', settings('Zebra'));
      const current = () => ({ bench: { printerInUse: () => printer, ship: { printerMoved: unmarked } } }) as unknown as OpenWorld;
      const watch = createPrinterWatch({
        printers: printersWith(),
        named: () => [printer],
        current,
        statuses: createPrinterStatuses(current, unmarked),
        state: () => firstBenchState,
        changed: unmarked,
      });
      expect(watch.warnings()).toEqual([]);
      await watch.ask('label');
      await expect.poll(watch.warnings).toEqual([{ code: 'queue-shared' }]);
      windows.queue('Zebra', { attributes: 0 });
      await watch.find();
      expect(watch.warnings()).toEqual([]);
    });

    test('omit sharing if Setup marks the printer as shared', async () => {
      windows.queue('Zebra', { attributes: 0x8 });
      expect(await printersWith().warnings({ ...settings('Zebra'), isShared: true })).toEqual([]);
    });

    test('omit facts that a driver does not report, and the program continues if it hangs', async () => {
      windows.queue('Office', { driver: office, driverVersion: 4 });
      windows.slow('DeviceCapabilitiesW', 60_000);
      windows.fail('GetPrinterDriverW', 5);
      expect(await warnings('Office')).toEqual([]);
      expect(await warnings('Nowhere')).toEqual([]);
    });
  });

  describe('with a program for PDF', () => {
    /** A stand-in for SumatraPDF: a program of this system, while `os.platform` reports Windows. */
    function program(script: string): string {
      vi.spyOn(os, 'platform').mockReturnValue('win32');
      const path = join(home, 'sumatra');
      writeFileSync(path, `#!/bin/sh\nfor last; do :; done\n${script}\n`);
      chmodSync(path, 0o755);
      return path;
    }
    const enters = `mkdir -p "$JOBS/Office"; printf '8\\n%s\\n' "$last" > "$JOBS/Office/9"`;
    const printPdf = (script: string, spoolerMs = 5_000): Promise<PrintOutcome> =>
      printersWith(spoolerMs, program(script.replaceAll('$JOBS', windows.folder('jobs')))).print(
        settings('Office'),
        pdf,
        'Manifest',
        unmarked,
      );
    const leaves = `sleep 1; rm "$JOBS/Office/9"`;

    test('a PDF that was seen in its queue and left it counts as sent', async () => {
      expect(await printPdf(`${enters}; ${leaves}`)).toEqual({ is: 'sent', detail: { code: 'queue-took', queue: 'Office', job: '9' } });
      expect(readdirSync(printing())).toEqual([]);
    });

    test("a PDF is printed on the driver's paper that is nearest to the paper in the printer", async () => {
      const argumentsFile = join(home, 'said');
      const run = `echo "$@" > ${argumentsFile}; ${enters}; ${leaves}`;
      windows.queue('Office', {
        driver: 'HP Universal Printing PCL 6',
        forms: [
          [9, 210, 297],
          [300, 103, 153],
          [301, 101.6, 152.4],
        ],
      });
      await printPdf(run);
      expect(readFileSync(argumentsFile, 'utf8')).toContain('noscale,paperkind=301');
      windows.queue('Office', { driver: 'HP Universal Printing PCL 6', forms: [[9, 210, 297]] });
      await printPdf(run);
      expect(readFileSync(argumentsFile, 'utf8')).not.toContain('paperkind');
    });

    test('one that ends silently and adds nothing to the queue leaves the print unknown', async () => {
      expect(await printPdf('exit 0')).toMatchObject({ is: 'unknown', detail: { code: 'windows-pdf-unseen', queue: 'Office' } });
    });

    test('one that hangs is killed, its job is cancelled, and its file is deleted', async () => {
      expect(await printPdf(`${enters}; exec sleep 1800`, 700)).toMatchObject({
        is: 'unknown',
        detail: { code: 'queue-job-cancelled', queue: 'Office' },
      });
      expect(windows.jobs('Office')).toEqual([]);
      expect(readdirSync(printing())).toEqual([]);
    });

    test('one that reports a bad file or printer sent nothing', async () => {
      expect(await printPdf('exit 1')).toMatchObject({ is: 'not-sent', failure: { reasons: [{ code: 'windows-pdf-not-begun' }] } });
    });

    test('a PDF whose file cannot be written was not sent', async () => {
      const printers = printersWith(5_000, program('exit 0'));
      writeFileSync(printing(), 'no folder can be made here');
      expect(await printers.print(settings('Office'), pdf, 'Manifest', unmarked)).toMatchObject({
        is: 'not-sent',
        failure: { reasons: [{ code: 'windows-pdf-not-begun' }] },
      });
    });

    test('a PDF whose file cannot be deleted afterwards is still followed in its queue', async () => {
      const keeps = `folder="$(dirname "$(dirname "$last")")"; rm -r "$folder"; touch "$folder"`;
      expect(await printPdf(`${enters}; ${keeps}; ${leaves}`)).toEqual({
        is: 'sent',
        detail: { code: 'queue-took', queue: 'Office', job: '9' },
      });
    });

    test('one that cannot be started sent nothing', async () => {
      const path = program('');
      chmodSync(path, 0o644);
      expect(await printersWith(5_000, path).print(settings('Office'), pdf, 'Manifest', unmarked)).toMatchObject({ is: 'not-sent' });
    });
  });

  test('without its PDF program nothing is sent, and nothing is left on the disk', async () => {
    expect(await printersWith().print(settings('Office'), pdf, 'Manifest', unmarked)).toMatchObject({
      is: 'not-sent',
      failure: { reasons: [{ code: 'windows-pdf-not-begun' }] },
    });
    expect(existsSync(printing())).toBe(false);
  });

  test('a PDF that was cut off is not sent', async () => {
    const cut = { format: 'PDF', bytes: pdf.bytes.subarray(0, -40) } as const;
    expect(await printersWith().print(settings('Office'), cut, 'Manifest', unmarked)).toMatchObject({
      is: 'not-sent',
      failure: { code: 'print-failed', reasons: [{ code: 'pdf-cut-off' }] },
    });
  });
});
