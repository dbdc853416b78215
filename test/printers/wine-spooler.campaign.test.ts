import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { createSpoolerLine, type SpoolerLine, type SpoolerResult } from '../../electron/printers/spooler-line.ts';
import type { PrinterSettings } from '../../shared/printer.ts';
import { silent, startTcpPrinter } from '../fakes/tcp-printer.ts';
import { startWine, type Wine, whyNoWine, windowsModules } from '../windows/wine.ts';
import { type CupsServer, drawnByCups, startCups, whyNoCups } from './cups-server.ts';

const missing = whyNoWine() ?? whyNoCups();
const mustRun = Boolean(process.env['CI']);
if (missing !== undefined && !mustRun) console.log(`SKIPPED: printing through the spooler of Wine: ${missing}`);

const spooler = join(import.meta.dirname, '../../electron/printers/winspool-process.ts');
const at = (name: string): PrinterSettings => ({ address: `queue:${name}`, dpi: 203, widthMm: 101.6, heightMm: 152.4 });

/** Wine names the driver of a queue like the queue itself, so a queue with this name is treated as one for raw bytes. */
const label = 'ZDesigner';

describe.skipIf(missing !== undefined && !mustRun)('the calls of Windows, as Wine answers them', () => {
  let cups: CupsServer;
  let wine: Wine;
  let printer: Awaited<ReturnType<typeof startTcpPrinter>>;
  let home: string;
  let printers: Printers;
  let line: SpoolerLine;
  beforeAll(async () => {
    if (missing !== undefined) throw new Error(`Printing through the spooler of Wine cannot be tested: ${missing}`);
    home = mkdtempSync(join(tmpdir(), 'packbench-wine-spooler-'));
    cups = await startCups();
    printer = await startTcpPrinter(silent);
    const uri = `socket://127.0.0.1:${printer.endpoint.port}/?snmp=false`;
    await cups.admin('lpadmin', '-p', label, '-E', '-v', uri, '-m', 'raw');
    await cups.admin('lpadmin', '-p', 'Office', '-E', '-v', uri, ...drawnByCups);
    wine = await startWine({ env: cups.env, modules: windowsModules });
    line = createSpoolerLine(wine.workers(spooler));
    printers = createPrinters({ platform: 'win32', folder: join(home, 'printing'), ref: () => 'P1', workers: wine.workers(spooler) });
  });
  afterAll(async () => {
    await wine?.stop();
    await printer?.stop();
    await cups?.stop();
    rmSync(home, { recursive: true, force: true });
  });
  /** Number of bytes that came out before this test. */
  let before = 0;
  beforeEach(() => {
    before = printer.received().length;
  });
  /** Sends bytes to the label queue, and returns how many it took. */
  async function spool(bytes: Uint8Array): Promise<number> {
    const did = async <T>(asked: Promise<SpoolerResult<T>>): Promise<T> => {
      const result = await asked;
      if (result.is !== 'answered') throw new Error(result.why);
      return result.value;
    };
    await did(line.call(20_000, 'begin', label, 'A label'));
    const taken = await did(line.call(20_000, 'write', bytes));
    await did(line.call(20_000, 'end'));
    return taken;
  }
  const received = (): Buffer => printer.received().subarray(before);

  const print = (name: string, bytes: Uint8Array) => printers.print(at(name), { format: 'ZPL', bytes }, 'A label', () => undefined);

  test('its queues are found without a reported state', async () => {
    const found = await printers.find();
    expect(Object.fromEntries(found.map(({ name, status }) => [name, status]))).toEqual({
      Office: { kind: 'cannot-say' },
      [label]: { kind: 'cannot-say' },
    });
  });

  test('a mebibyte of random bytes reaches the printer unchanged', async () => {
    const mebibyte = randomBytes(1 << 20);
    expect(await spool(mebibyte)).toBe(1 << 20);
    await expect.poll(() => received().equals(mebibyte)).toBe(true);
  });

  test('ten labels print once each, in the order in which they were sent', async () => {
    const labels = Array.from({ length: 10 }, (_, index) => `^XA^FO20,20^A0N,40,40^FDlabel ${index}^FS^XZ`);
    for (const zpl of labels) await spool(Buffer.from(zpl));
    await expect.poll(() => received().toString('latin1')).toBe(labels.join(''));
  });

  test('a printed label is never reported as sent if its queue reports nothing about it', async () => {
    const zpl = Buffer.from('^XA^FO20,20^A0N,40,40^FDone^FS^XZ');
    // Wine has no EnumJobs: it fails without a number.
    expect(await print(label, zpl)).toMatchObject({ is: 'unknown', detail: { why: expect.stringMatching(/^EnumJobsW \d+$/) } });
    await expect.poll(() => received().equals(zpl)).toBe(true);
  });

  test('its drivers are asked for their papers, and missing ones are reported', async () => {
    expect(await printers.warnings(at('Office'))).toEqual([{ code: 'stock-missing', widthMm: 101.6, heightMm: 152.4 }]);
    expect(await printers.warnings({ ...at('Office'), widthMm: 210, heightMm: 297 })).toEqual([]);
    expect(await printers.warnings(at(label))).toEqual([]);
  });

  test('protected print mode is read from the place where Windows stores it', async () => {
    const mode = String.raw`HKLM\SOFTWARE\Policies\Microsoft\Windows NT\Printers\WPP`;
    await wine.command('reg', 'add', mode, '/v', 'WindowsProtectedPrintMode', '/t', 'REG_DWORD', '/d', '1');
    expect(await printers.warnings(at(label))).toEqual([{ code: 'protected-print' }]);
    await wine.command('reg', 'delete', mode, '/f');
    expect(await printers.warnings(at(label))).toEqual([]);
  });

  test('a missing printer is reported, and nothing is sent', async () => {
    expect(await printers.status(at('ZDesigner at home'))).toEqual({ kind: 'not-ready', reason: 'offline' });
    expect(await print('ZDesigner at home', Buffer.from('^XA^XZ'))).toMatchObject({ is: 'not-sent' });
    expect(received()).toHaveLength(0);
  });

  test('ZPL for a page printer is not sent', async () => {
    expect(await print('Office', Buffer.from('^XA^XZ'))).toMatchObject({ is: 'not-sent', failure: { code: 'print-failed' } });
    expect(received()).toHaveLength(0);
  });
});
