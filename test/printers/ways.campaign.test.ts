import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Printers, PrintOutcome } from '../../electron/bench/ports/printers.ts';
import type { PrinterTiming } from '../../electron/printers/printer-timing.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import type { PaperFormat, PrinterSettings } from '../../shared/printer.ts';
import { freePort } from '../fakes/free-port.ts';
import { onePage } from '../fakes/one-page-pdf.ts';
import { openTerminal, terminalOf, whyNoTerminal } from '../fakes/pseudo-terminal.ts';
import { resetsAfter, silent, startTcpPrinter } from '../fakes/tcp-printer.ts';
import { type FakeWinspool, makeWinspool, whyNoWinspool } from '../fakes/winspool.ts';
import { newFolder } from '../later.ts';
import { type CupsServer, drawnByCups, startCups, whyNoCups } from './cups-server.ts';
import { type Ability, abilities, nameOfCell, type Way } from './ways.ts';

const mustRun = Boolean(process.env['CI']);
const home = mkdtempSync(join(tmpdir(), 'packbench-ways-'));
const stops: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const timing: Partial<PrinterTiming> = {
  connectMs: 1_000,
  stallMs: 400,
  closeWaitMs: 200,
  answerMs: 200,
  pollMs: 20,
  idleWaitMs: 1_000,
  settleMs: 300,
  spoolerMs: 1_500,
  queueStepMs: 1_000,
  queueAnswerMs: 2_000,
};
const newPrinters = (options: Partial<Parameters<typeof createPrinters>[0]> = {}): Printers =>
  createPrinters({ platform: 'linux', folder: join(home, 'printing'), ref: () => 'P1', timing, ...options });
const at = (address: string): PrinterSettings => ({ address, dpi: 203, widthMm: 101.6, heightMm: 152.4 });
const label = Buffer.from('^XA^FO20,20^A0N,40,40^FDone^FS^XZ');
const mebibyte = randomBytes(1 << 20);

interface Printing {
  readonly printers?: Printers;
  readonly bytes?: Buffer;
  readonly format?: PaperFormat;
  readonly aboutToSend?: () => void;
}
function print(address: string, { printers = newPrinters(), bytes = label, format = 'ZPL', aboutToSend }: Printing = {}) {
  return printers.print(at(address), { format, bytes }, 'A sheet', () => aboutToSend?.());
}

type Proofs = Readonly<Record<Ability, () => Promise<void>>>;

function prove(way: Way, missing: string | undefined, proofs: Proofs): void {
  if (missing !== undefined && !mustRun) console.log(`SKIPPED: ${way}: ${missing}`);
  for (const ability of abilities) {
    test.skipIf(missing !== undefined && !mustRun)(nameOfCell(way, ability), async () => {
      if (missing !== undefined) throw new Error(`This cannot be tested: ${missing}`);
      await proofs[ability]();
    });
  }
}

async function zebra() {
  const printer = await startVirtualZebra({ msPerLabel: 5 });
  stops.push(() => printer.stop());
  return printer;
}

async function tcpPrinter(behave: Parameters<typeof startTcpPrinter>[0], port?: number) {
  const printer = await startTcpPrinter(behave, port);
  stops.push(() => printer.stop());
  return printer;
}

/** Expects that the printer holds a label that it took, and prints it once when the fault is fixed. */
async function heldUntilFixed(printer: Awaited<ReturnType<typeof zebra>>, address: string): Promise<void> {
  const outcome = await print(address, { aboutToSend: () => printer.set({ paperOut: true }) });
  expect(outcome).toMatchObject({ is: 'held', status: { reason: 'out-of-labels' } });
  printer.set({ paperOut: false });
  await expect.poll(() => printer.sheets().length).toBe(1);
}

prove('Raw over TCP (`tcp://host:port`)', undefined, {
  async 'exact bytes'() {
    const printer = await tcpPrinter(silent);
    expect(await print(printer.address, { bytes: mebibyte })).toMatchObject({ is: 'sent' });
    expect(printer.received().subarray(-mebibyte.length).equals(mebibyte)).toBe(true);
  },
  async 'knows refused'() {
    expect(await print(`tcp://127.0.0.1:${await freePort()}`)).toMatchObject({ is: 'not-sent', failure: { code: 'printer-offline' } });
  },
  async 'knows lost midway'() {
    const printer = await tcpPrinter(resetsAfter(65_536));
    expect(await print(printer.address, { bytes: mebibyte })).toMatchObject({ is: 'unknown', detail: { code: 'sending-broke' } });
  },
  async 'knows printed'() {
    const printer = await zebra();
    expect(await print(printer.url)).toMatchObject({ is: 'printed' });
    expect(printer.sheets()).toHaveLength(1);
  },
  async status() {
    const printer = await zebra();
    printer.set({ headOpen: true });
    expect(await newPrinters().status(at(printer.url))).toEqual({ kind: 'not-ready', reason: 'head-open' });
  },
  async cancels() {
    const printer = await zebra();
    await heldUntilFixed(printer, printer.url);
  },
});

function terminal(): ReturnType<typeof openTerminal> {
  const line = openTerminal();
  stops.push(line.unplug);
  return line;
}

async function zebraAtLine() {
  const printer = await zebra();
  const line = terminalOf(printer.port);
  stops.push(line.unplug);
  return { printer, address: `device:${line.path}` };
}

prove('Raw to a device (`device:PATH`)', whyNoTerminal(), {
  async 'exact bytes'() {
    const line = terminal();
    expect(await print(`device:${line.path}`, { bytes: mebibyte })).toMatchObject({ is: 'sent' });
    await expect.poll(() => line.received().subarray(-mebibyte.length).equals(mebibyte)).toBe(true);
  },
  async 'knows refused'() {
    const nothing = join(home, 'lp0');
    expect(await print(`device:${nothing}`)).toMatchObject({ is: 'not-sent' });
    expect(existsSync(nothing)).toBe(false);
    const file = join(home, 'file');
    writeFileSync(file, 'as it was');
    expect(await print(`device:${file}`)).toMatchObject({ is: 'not-sent' });
    expect(readFileSync(file, 'latin1')).toBe('as it was');
  },
  async 'knows lost midway'() {
    const line = terminal();
    line.stopReading();
    expect(await print(`device:${line.path}`, { bytes: mebibyte })).toMatchObject({ is: 'unknown', detail: { code: 'sending-broke' } });
  },
  async 'knows printed'() {
    const { printer, address } = await zebraAtLine();
    expect(await print(address)).toMatchObject({ is: 'printed' });
    expect(printer.sheets()).toHaveLength(1);
  },
  async status() {
    const { printer, address } = await zebraAtLine();
    printer.set({ headOpen: true });
    expect(await newPrinters().status(at(address))).toEqual({ kind: 'not-ready', reason: 'head-open' });
  },
  async cancels() {
    const { printer, address } = await zebraAtLine();
    await heldUntilFixed(printer, address);
  },
});

function windowsWith(queue: Parameters<FakeWinspool['queue']>[1] = {}): FakeWinspool {
  const windows = makeWinspool();
  stops.push(windows.stop);
  windows.queue('Zebra', queue);
  windows.queue('Office', { ...queue, driver: 'HP Universal Printing PCL 6' });
  return windows;
}

const windowsPrinters = (windows: FakeWinspool, sumatraPdfPath = ''): Printers =>
  newPrinters({ platform: 'win32', workers: windows.spooler(), sumatraPdfPath });

prove('Raw through the spooler of Windows (`queue:NAME`)', whyNoWinspool(), {
  async 'exact bytes'() {
    const windows = windowsWith();
    expect(await print('queue:Zebra', { printers: windowsPrinters(windows), bytes: mebibyte })).toMatchObject({ is: 'sent' });
    expect(windows.written('Zebra', 1).equals(mebibyte)).toBe(true);
  },
  async 'knows refused'() {
    const windows = windowsWith();
    windows.fail('StartDocPrinterW', 5);
    expect(await print('queue:Zebra', { printers: windowsPrinters(windows) })).toMatchObject({ is: 'not-sent' });
    expect(await print('queue:Nowhere', { printers: windowsPrinters(windows) })).toMatchObject({ is: 'not-sent' });
  },
  async 'knows lost midway'() {
    const windows = windowsWith();
    windows.fail('WritePrinter', 1722);
    expect(await print('queue:Zebra', { printers: windowsPrinters(windows) })).toMatchObject({ is: 'unknown' });
  },
  async 'knows printed'() {
    expect(await print('queue:Zebra', { printers: windowsPrinters(windowsWith()) })).toMatchObject({ is: 'sent' });
  },
  async status() {
    const status = (is: Parameters<typeof windowsWith>[0]) => windowsPrinters(windowsWith(is)).status(at('queue:Zebra'));
    expect(await status({ status: 0x10 })).toEqual({ kind: 'not-ready', reason: 'out-of-labels' });
    expect(await status({})).toEqual({ kind: 'cannot-say' });
  },
  async cancels() {
    const windows = windowsWith();
    windows.keeps(0x40);
    expect(await print('queue:Zebra', { printers: windowsPrinters(windows) })).toMatchObject({
      is: 'unknown',
      detail: { code: 'queue-job-cancelled' },
    });
    expect(windows.jobs('Zebra')).toEqual([]);
  },
});

/** Prints the page with a stand-in for SumatraPDF, which runs this script. */
function printPage(windows: FakeWinspool, script: string, bytes = onePage()): Promise<PrintOutcome> {
  vi.spyOn(os, 'platform').mockReturnValue('win32');
  const program = join(home, 'sumatra');
  const job = join(windows.folder('jobs'), 'Office');
  writeFileSync(
    program,
    `#!/bin/sh\nfor last; do :; done\nenters() { mkdir -p '${job}'; printf '8\\n%s\\n' "$last" > '${job}/9'; }\n${script}\n`,
  );
  chmodSync(program, 0o755);
  return print('queue:Office', { printers: windowsPrinters(windows, program), bytes, format: 'PDF' });
}
const comesOut = (windows: FakeWinspool): string => `enters; sleep 1; rm '${join(windows.folder('jobs'), 'Office', '9')}'`;

prove('PDF through the spooler of Windows (`queue:NAME`)', whyNoWinspool(), {
  async 'exact bytes'() {
    const windows = windowsWith();
    const copy = join(home, 'copy.pdf');
    // The drawing program receives the page unchanged; the printer receives its drawing.
    expect(await printPage(windows, `cp "$last" '${copy}'; ${comesOut(windows)}`)).toMatchObject({ is: 'sent' });
    expect(readFileSync(copy).equals(onePage())).toBe(true);
  },
  async 'knows refused'() {
    expect(await printPage(windowsWith(), 'exit 1')).toMatchObject({ is: 'not-sent' });
    expect(await printPage(windowsWith(), 'enters', onePage().subarray(0, -60))).toMatchObject({ is: 'not-sent' });
  },
  async 'knows lost midway'() {
    expect(await printPage(windowsWith(), 'enters; exit 3')).toMatchObject({ is: 'unknown' });
    expect(await printPage(windowsWith(), 'exit 0')).toMatchObject({ is: 'unknown' });
  },
  async 'knows printed'() {
    const windows = windowsWith();
    expect(await printPage(windows, comesOut(windows))).toMatchObject({ is: 'sent' });
  },
  async status() {
    const printers = windowsPrinters(windowsWith({ status: 0x8 }));
    expect(await printers.status(at('queue:Office'))).toEqual({ kind: 'not-ready', reason: 'not-ready' });
  },
  async cancels() {
    const windows = windowsWith();
    expect(await printPage(windows, 'enters; exec sleep 60')).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled' } });
    expect(windows.jobs('Office')).toEqual([]);
  },
});

describe('through CUPS', () => {
  const missing = whyNoCups();
  let cups: CupsServer;
  beforeAll(async () => {
    if (missing === undefined) cups = await startCups();
  }, 30_000);
  afterAll(() => cups?.stop());

  let queues = 0;
  /** Adds a new queue in front of the printer at this port. */
  const queueTo = (port: number, model: 'raw' | 'drawn'): Promise<string> => queueAt(`socket://127.0.0.1:${port}/?snmp=false`, model);
  async function queueAt(uri: string, model: 'raw' | 'drawn'): Promise<string> {
    queues += 1;
    const name = `Queue${queues}`;
    const driver = model === 'raw' ? ['-m', 'raw'] : drawnByCups;
    await cups.admin('lpadmin', '-p', name, '-E', '-v', uri, ...driver, '-o', 'printer-error-policy=retry-job');
    return name;
  }
  const through = (name: string, printing: Printing = {}, queueStepMs = 15_000) =>
    print(`queue:${name}`, { printers: newPrinters({ env: cups.env, timing: { ...timing, queueStepMs } }), ...printing });
  const statusOf = (name: string) => newPrinters({ env: cups.env }).status(at(`queue:${name}`));

  async function saysWhatIsWrong(model: 'raw' | 'drawn'): Promise<void> {
    const name = await queueTo(1, model);
    expect(await statusOf(name)).toEqual({ kind: 'cannot-say' });
    await cups.admin('cupsdisable', name);
    expect(await statusOf(name)).toEqual({ kind: 'not-ready', reason: 'paused' });
  }

  async function refuses(printing: Printing, model: 'raw' | 'drawn'): Promise<void> {
    const name = await queueTo(1, model);
    expect(await through('Nowhere', printing)).toMatchObject({ is: 'not-sent' });
    await cups.admin('cupsreject', name);
    expect(await through(name, printing)).toMatchObject({ is: 'not-sent' });
    await cups.admin('cupsdisable', name);
    expect(await through(name, printing)).toMatchObject({ is: 'not-sent' });
  }

  /** Checks with the printer off: a cancelled job does not come out when it is switched on, and a later one does. */
  async function takesBack(printing: Printing, model: 'raw' | 'drawn', first: string): Promise<void> {
    const port = await freePort();
    const name = await queueTo(port, model);
    expect(await through(name, printing, 1_000)).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled' } });
    const printer = await tcpPrinter(silent, port);
    expect(await through(name, printing)).toMatchObject({ is: 'sent' });
    expect(printer.received().toString('latin1').split(first)).toHaveLength(2);
  }

  prove('Raw through CUPS (`queue:NAME`)', missing, {
    async 'exact bytes'() {
      const printer = await tcpPrinter(silent);
      expect(await through(await queueTo(printer.endpoint.port, 'raw'), { bytes: mebibyte })).toMatchObject({ is: 'sent' });
      expect(printer.received().equals(mebibyte)).toBe(true);
    },
    'knows refused': () => refuses({}, 'raw'),
    async 'knows lost midway'() {
      const printer = await tcpPrinter(resetsAfter(65_536));
      const outcome = await through(await queueTo(printer.endpoint.port, 'raw'), { bytes: mebibyte });
      expect(['sent', 'unknown']).toContain(outcome.is);
    },
    async 'knows printed'() {
      const printer = await zebra();
      expect(await through(await queueTo(printer.port, 'raw'))).toMatchObject({ is: 'sent' });
    },
    status: () => saysWhatIsWrong('raw'),
    cancels: () => takesBack({}, 'raw', '^XA'),
  });

  const page = { format: 'PDF', bytes: onePage() } as const;
  prove('PDF through CUPS (`queue:NAME`)', missing, {
    async 'exact bytes'() {
      const printer = await tcpPrinter(silent);
      expect(await through(await queueTo(printer.endpoint.port, 'drawn'), page)).toMatchObject({ is: 'sent' });
      expect(printer.received().toString('latin1')).toMatch(/^%%(Page)?BoundingBox: 0 0 288 432\s*$/m);
    },
    async 'knows refused'() {
      await refuses(page, 'drawn');
      const cut = { ...page, bytes: page.bytes.subarray(0, -60) };
      expect(await through(await queueTo(1, 'drawn'), cut)).toMatchObject({ is: 'not-sent' });
    },
    async 'knows lost midway'() {
      const folder = newFolder('breaks');
      const takings = join(folder, 'takings');
      writeFileSync(takings, '');
      // The user of the backends writes it.
      chmodSync(folder, 0o755);
      chmodSync(takings, 0o666);
      // A wait longer than the test: the job is taken back because CUPS would send it again, not because it stands still.
      const outcome = await through(await queueAt(`breaks://${takings}`, 'drawn'), page, 1_800_000);
      expect(outcome).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled' } });
      expect(readFileSync(takings, 'utf8')).toBe('taken\n');
    },
    async 'knows printed'() {
      const printer = await tcpPrinter(silent);
      expect(await through(await queueTo(printer.endpoint.port, 'drawn'), page)).toMatchObject({ is: 'sent' });
    },
    status: () => saysWhatIsWrong('drawn'),
    cancels: () => takesBack(page, 'drawn', '%!PS'),
  });
});
