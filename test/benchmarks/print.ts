import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { resetsAfter, silent, startTcpPrinter } from '../fakes/tcp-printer.ts';
import { workers } from '../fakes/workers.ts';
import { numberGiven } from '../number-given.ts';
import { stocks } from '../paper/fitted-pages.ts';
import { haveRealLabels, printedLabels, realCase } from '../paper/real-labels.ts';
import { startCups, whyNoCups } from '../printers/cups-server.ts';

const rounds = numberGiven('--rounds', 40);
/** Number of labels to draw, up to fifteen. */
const drawnLabels = numberGiven('--labels', 15, 0);
const through = promisify(execFile);
const stock = { widthMm: 102, heightMm: 152 } as const;
const field = (index: number): string => `^FO20,${20 + (index % 50) * 22}^A0N,20,20^FDLine ${index} of a label^FS`;
const label = Buffer.from(`^XA${Array.from({ length: 400 }, (_, index) => field(index)).join('')}^XZ`);
const large = Buffer.from(`^XA${Array.from({ length: 20_000 }, (_, index) => field(index)).join('')}^XZ`);

interface Way {
  readonly name: string;
  /** Prints on `host:port` and returns the result that it claims. */
  readonly print: (port: number, bytes: Buffer) => Promise<string>;
}

const bareSocket: Way = {
  name: 'bare socket',
  async print(port, bytes) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(bytes);
    await once(socket.resume(), 'close');
    return 'sent';
  },
};

const thermal: Way = {
  name: 'node-thermal-printer over its own TCP',
  async print(port, bytes) {
    const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: `tcp://127.0.0.1:${port}`, options: { timeout: 5000 } });
    await printer.raw(bytes);
    return 'printed';
  },
};

const packbench = (printers: Printers): Way => ({
  name: 'Packbench',
  async print(port, bytes) {
    const printer = { address: `tcp://127.0.0.1:${port}`, dpi: 203, ...stock } as const;
    return (await printers.print(printer, { format: 'ZPL', bytes }, 'Label', () => undefined)).is;
  },
});

/** `lp` ends as soon as CUPS has the job: its claim then is all that a program which calls it can know. */
const cupsQueue = (env: NodeJS.ProcessEnv, folder: string, queueAt: (port: number) => Promise<string>): Way => ({
  name: 'lp -o raw',
  async print(port, bytes) {
    const file = join(folder, 'label.zpl');
    await writeFile(file, bytes);
    await through('lp', ['-d', await queueAt(port), '-o', 'raw', file], { env });
    return 'sent';
  },
});

const claimed = (way: Way, port: number, bytes: Buffer): Promise<string> =>
  way.print(port, bytes).catch((error: unknown) => `an error (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`);

async function medianMs(way: Way, port: number): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await way.print(port, label);
    took.push(performance.now() - before);
  }
  return median(took);
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/**
 * Prints labels on each way to a printer that needs 1 ms per label, and prints the result each way claims if a printer hangs up half-way.
 */
async function ways(folder: string): Promise<void> {
  const printers = createPrinters({ platform: 'linux', folder: join(folder, 'printing'), ref: () => 'R' });
  const missing = whyNoCups();
  if (missing !== undefined) console.log(`print lp -o raw: left out (${missing})`);
  const cups = missing === undefined ? await startCups() : undefined;
  const queueAt = async (port: number): Promise<string> => {
    await cups?.admin('lpadmin', '-p', `at${port}`, '-E', '-v', `socket://127.0.0.1:${port}`, '-m', 'raw');
    return `at${port}`;
  };
  const all = [bareSocket, packbench(printers), thermal, ...(cups ? [cupsQueue(cups.env, folder, queueAt)] : [])];
  let floor = Number.NaN;
  for (const way of all) {
    const printer =
      way.name === 'Packbench'
        ? await startVirtualZebra({ msPerLabel: 1 }).then(({ url, stop }) => ({ port: Number(new URL(url).port), stop }))
        : await startTcpPrinter(silent).then(({ endpoint, stop }) => ({ port: endpoint.port, stop }));
    const ms = await medianMs(way, printer.port);
    await printer.stop();
    if (way === bareSocket) floor = ms;
    const broken = await startTcpPrinter(resetsAfter(65_536));
    const claim = await claimed(way, broken.endpoint.port, large);
    await broken.stop();
    console.log(`print ${way.name}: ${ms.toFixed(2)} ms, ratio=${(ms / floor).toFixed(2)}; of a printer that hung up half-way: ${claim}`);
  }
  await cups?.stop();
}

/** Draws each label on every paper: ZPL as the PDF of a page printer, in its own dots, and PDF as ZPL of either dpi. */
async function fifteenLabels(): Promise<void> {
  if (drawnLabels === 0) return;
  if (!haveRealLabels) {
    console.log('print fifteen labels: left out (no courier labels are here)');
    return;
  }
  const paper = createPaper({ ref: () => 'R', log: () => undefined, workers });
  for (const [onto, size] of Object.entries(stocks)) {
    const kinds = [
      { from: 'ZPL', to: 'PDF', dpi: 300 },
      { from: 'PDF', to: 'ZPL', dpi: 203 },
      { from: 'PDF', to: 'ZPL', dpi: 300 },
    ] as const;
    for (const { from, to, dpi } of kinds) {
      const labels: { readonly ms: number; readonly sheets: number; readonly bytes: number }[] = [];
      for (const file of printedLabels[from].slice(0, drawnLabels)) {
        const label = { format: from, bytes: realCase(file).bytes } as const;
        const before = performance.now();
        const drawn = await paper.labelSheets(label, { printer: to, dpi, stock: size, sample: false });
        if (!drawn.ok) throw new Error(`${file} on ${onto}: ${drawn.failure.code}`);
        const bytes = drawn.value.reduce((sum, sheet) => sum + sheet.bytes.length, 0);
        labels.push({ ms: performance.now() - before, sheets: drawn.value.length, bytes });
      }
      const sheets = labels.reduce((sum, each) => sum + each.sheets, 0);
      const ms = median(labels.map((each) => each.ms / each.sheets));
      const kilobytes = median(labels.map((each) => each.bytes / each.sheets / 1024));
      const largest = Math.max(...labels.map((each) => each.bytes / each.sheets / 1024));
      const how = to === 'ZPL' ? `ZPL at ${dpi} dpi` : 'PDF';
      console.log(
        `print ${labels.length} labels of ${from} (${sheets} sheets) onto ${onto} as ${how}: a sheet takes ${ms.toFixed(0)} ms and ${kilobytes.toFixed(1)} KB, at most ${largest.toFixed(1)} KB`,
      );
    }
  }
  paper.close();
}

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-print-'));
  try {
    await ways(folder);
    await fifteenLabels();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
