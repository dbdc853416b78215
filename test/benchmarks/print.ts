import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import { makePdf } from '../../electron/paper/make-pdf.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { resetsAfter, silent, startTcpPrinter } from '../fakes/tcp-printer.ts';
import { startCups, whyNoCups } from '../printers/cups-server.ts';

const rounds = 40;
const through = promisify(execFile);
const stock = { widthMm: 102, heightMm: 152 } as const;
const field = (index: number): string => `^FO20,${20 + (index % 50) * 22}^A0N,20,20^FDLine ${index} of a label^FS`;
const label = Buffer.from(`^XA${Array.from({ length: 400 }, (_, index) => field(index)).join('')}^XZ`);
const large = Buffer.from(`^XA${Array.from({ length: 20_000 }, (_, index) => field(index)).join('')}^XZ`);

interface Way {
  readonly name: string;
  /** Prints on `host:port` and says what it claims. */
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

/** `lp` ends as soon as CUPS has the job: what it claims then is what a program behind it knows. */
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
  return took.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}

/** Labels on each way to a printer that needs a millisecond for one, and what each way says of a printer that hangs up half-way. */
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

/** A page of A4 with a label in its corner, brought onto 4 x 6 inches, and a ZPL label for a printer that takes only PDF. */
async function pages(): Promise<void> {
  const paper = createPaper({
    ref: () => 'R',
    log: () => undefined,
    startPaperWorker: (name) => new Worker(new URL(`../../electron/paper/${name}.ts`, import.meta.url)),
  });
  const bytes = await makePdf((pdf) => {
    pdf.addPage({ size: 'A4', margin: 0 });
    pdf.rect(15, 15, 270, 410).stroke();
    for (let line = 0; line < 30; line += 1) pdf.fontSize(10).text(`Line ${line} of a label`, 30, 30 + line * 12, { lineBreak: false });
  });
  const draw = async (dpi: 203 | 300) => {
    const sheets = await paper.labelSheets({ format: 'PDF', bytes }, { printer: 'ZPL', dpi, stock, sample: false });
    if (!sheets.ok) throw new Error(sheets.failure.code);
    return sheets.value[0]?.bytes.length ?? 0;
  };
  for (const dpi of [203, 300] as const) {
    await draw(dpi);
    const before = performance.now();
    const size = await draw(dpi);
    console.log(
      `print A4 onto 102 x 152 mm at ${dpi} dpi: ${(performance.now() - before).toFixed(0)} ms, ${(size / 1024).toFixed(1)} KB of ZPL`,
    );
  }
  for (const [name, onto] of Object.entries({ A4: { widthMm: 210, heightMm: 297 }, '102 x 152 mm': stock })) {
    const before = performance.now();
    const sheets = await paper.labelSheets({ format: 'ZPL', bytes: label }, { printer: 'PDF', dpi: 300, stock: onto, sample: false });
    if (!sheets.ok) throw new Error(sheets.failure.code);
    const size = sheets.value[0]?.bytes.length ?? 0;
    console.log(`print ZPL onto ${name} as PDF: ${(performance.now() - before).toFixed(0)} ms, ${(size / 1024).toFixed(1)} KB of PDF`);
  }
  await paper.close();
}

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-print-'));
  try {
    await ways(folder);
    await pages();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
