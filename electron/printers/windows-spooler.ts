import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import type { SpoolOutcome, SpoolQueues } from './spool-queue.ts';

interface WindowsQueue {
  readonly name: string;
  readonly driver: string;
}

/**
 * The queues of Windows: PDF through SumatraPDF, raw ZPL through winspool.
 *
 * Never run on a real Windows: the winspool calls were tried under wine with these types, the rest is written from the
 * documentation. Queues of an XPS (v4) driver print nothing from raw bytes; a label printer there needs the maker's v3
 * driver or "Generic / Text Only".
 */
export function createWindowsQueues(options: {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly sumatraPdfPath: string | undefined;
}): SpoolQueues {
  const { folder, timeoutMs, sumatraPdfPath } = options;

  async function queue(name: string): Promise<WindowsQueue | undefined> {
    return (await winspool()).listQueues().find((found) => found.name === name);
  }

  async function printPdf(name: string, sheet: Sheet): Promise<SpoolOutcome> {
    const { default: pdfToPrinter } = await import('pdf-to-printer');
    const printing = withFile(folder, sheet, (file) =>
      pdfToPrinter.print(file, {
        printer: name,
        scale: 'noscale',
        silent: true,
        ...(sumatraPdfPath === undefined ? {} : { sumatraPdfPath }),
      }),
    ).then(
      (): SpoolOutcome => handedTo(name),
      // SumatraPDF ends with 1 for an unknown printer and for a file it cannot read: nothing was spooled.
      (error: unknown): SpoolOutcome => ({ is: exitCode(error) === 1 ? 'not-sent' : 'unknown', detail: said(error) }),
    );
    return inTime(printing, name);
  }

  async function printZpl(name: string, sheet: Sheet, title: string): Promise<SpoolOutcome> {
    return inTime((await winspool()).writeRaw(name, sheet.bytes, title), name);
  }

  // What Windows was given goes on after we stop waiting, so the outcome is open then.
  function inTime(printing: Promise<SpoolOutcome>, name: string): Promise<SpoolOutcome> {
    const late: SpoolOutcome = { is: 'unknown', detail: { code: 'queue-too-slow', queue: name } };
    return Promise.race([printing, wait(timeoutMs, late, { ref: false })]);
  }

  return {
    async names() {
      return (await winspool()).listQueues().map((found) => found.name);
    },
    async status(name): Promise<PrinterStatus> {
      return (await queue(name)) === undefined ? { kind: 'not-ready', reason: 'offline' } : { kind: 'cannot-say' };
    },
    async isRaw(name) {
      const found = await queue(name);
      return found === undefined ? undefined : /generic \/ text only|zdesigner|\bzpl\b/i.test(found.driver);
    },
    async print(_printer, name, sheet, title) {
      try {
        return await (sheet.format === 'PDF' ? printPdf(name, sheet) : printZpl(name, sheet, title));
      } catch (error) {
        // Only loading a library can fail here; the printing itself answers.
        return { is: 'not-sent', detail: said(error) };
      }
    },
  };
}

/** Runs `use` with the sheet in a file in this folder, gone afterwards. */
async function withFile<T>(folder: string, sheet: Sheet, use: (file: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'sheet-'));
  try {
    const file = join(own, `sheet.${sheet.format.toLowerCase()}`);
    await writeFile(file, sheet.bytes, { mode: 0o600, flag: 'wx' });
    return await use(file);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function handedTo(name: string): SpoolOutcome {
  return { is: 'sent', detail: { code: 'queue-took', queue: name, job: '' } };
}

// pdf-to-printer throws bare texts in places.
function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function exitCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

interface Winspool {
  listQueues(): readonly WindowsQueue[];
  writeRaw(name: string, bytes: Uint8Array, title: string): Promise<SpoolOutcome>;
}

let loaded: Promise<Winspool> | undefined;

function winspool(): Promise<Winspool> {
  loaded ??= loadWinspool();
  return loaded;
}

const localAndConnected = 2 | 4;
const chunkBytes = 65_536;

async function loadWinspool(): Promise<Winspool> {
  const { default: koffi } = await import('koffi');
  const library = koffi.load('winspool.drv');
  const handle = koffi.pointer(koffi.opaque());
  const docInfo = koffi.struct({ pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' });
  const printerInfo = koffi.struct({
    pServerName: 'str16',
    pPrinterName: 'str16',
    pShareName: 'str16',
    pPortName: 'str16',
    pDriverName: 'str16',
    pComment: 'str16',
    pLocation: 'str16',
    pDevMode: 'void *',
    pSepFile: 'str16',
    pPrintProcessor: 'str16',
    pDatatype: 'str16',
    pParameters: 'str16',
    pSecurityDescriptor: 'void *',
    Attributes: 'uint32_t',
    Priority: 'uint32_t',
    DefaultPriority: 'uint32_t',
    StartTime: 'uint32_t',
    UntilTime: 'uint32_t',
    Status: 'uint32_t',
    cJobs: 'uint32_t',
    AveragePPM: 'uint32_t',
  });
  const outNumber = koffi.out(koffi.pointer('uint32_t'));
  type CType = string | ReturnType<typeof koffi.pointer> | ReturnType<typeof koffi.out>;
  const declare = (name: string, result: string, ...args: CType[]) => library.func('__stdcall', name, result, args);
  const enumPrinters = declare(
    'EnumPrintersW',
    'bool',
    'uint32_t',
    'str16',
    'uint32_t',
    koffi.out('uint8_t *'),
    'uint32_t',
    outNumber,
    outNumber,
  );
  const openPrinter = declare('OpenPrinterW', 'bool', 'str16', koffi.out(koffi.pointer(handle)), 'void *');
  const startDoc = declare('StartDocPrinterW', 'uint32_t', handle, 'uint32_t', koffi.pointer(docInfo));
  const startPage = declare('StartPagePrinter', 'bool', handle);
  const writePrinter = declare('WritePrinter', 'bool', handle, 'const uint8_t *', 'uint32_t', outNumber);
  const endPage = declare('EndPagePrinter', 'bool', handle);
  const endDoc = declare('EndDocPrinter', 'bool', handle);
  const abort = declare('AbortPrinter', 'bool', handle);
  const close = declare('ClosePrinter', 'bool', handle);

  // A print server that is gone blocks these calls for long: they run beside the main thread. The reason of a failure
  // (GetLastError) belongs to the thread of the call and cannot be read afterwards.
  const call = (fn: typeof openPrinter, ...args: unknown[]): Promise<number | boolean> =>
    new Promise((resolve, reject) => {
      fn.async(...args, (error: unknown, result: number | boolean) => (error ? reject(error) : resolve(result)));
    });

  async function writeAll(printer: unknown, bytes: Uint8Array): Promise<boolean> {
    for (let offset = 0; offset < bytes.length; ) {
      const chunk = bytes.subarray(offset, offset + chunkBytes);
      const written = [0];
      if (!(await call(writePrinter, printer, chunk, chunk.length, written)) || !written[0]) return false;
      offset += written[0];
    }
    return true;
  }

  async function writeDocument(printer: unknown, name: string, bytes: Uint8Array, title: string): Promise<SpoolOutcome> {
    const job = await call(startDoc, printer, 1, { pDocName: title, pOutputFile: null, pDatatype: 'RAW' });
    if (!job) return { is: 'not-sent', detail: { code: 'windows-began-none', queue: name } };
    const taken = (await call(startPage, printer)) && (await writeAll(printer, bytes)) && (await call(endPage, printer));
    if (!taken) {
      await call(abort, printer);
      return { is: 'unknown', detail: { code: 'windows-stopped-taking', queue: name } };
    }
    return (await call(endDoc, printer)) ? handedTo(name) : { is: 'unknown', detail: { code: 'windows-ended-none', queue: name } };
  }

  return {
    listQueues() {
      const needed = [0];
      const count = [0];
      enumPrinters(localAndConnected, null, 2, null, 0, needed, count);
      const buffer = Buffer.alloc(needed[0] ?? 0);
      if (buffer.length === 0 || !enumPrinters(localAndConnected, null, 2, buffer, buffer.length, needed, count)) return [];
      return Array.from({ length: count[0] ?? 0 }, (_, index) => {
        const info = koffi.decode(buffer, index * koffi.sizeof(printerInfo), printerInfo) as { pPrinterName: string; pDriverName: string };
        return { name: info.pPrinterName, driver: info.pDriverName };
      });
    },
    async writeRaw(name, bytes, title) {
      const opened: unknown[] = [null];
      if (!(await call(openPrinter, name, opened, null))) return { is: 'not-sent', detail: { code: 'windows-opened-none', queue: name } };
      const printer = opened[0];
      try {
        return await writeDocument(printer, name, bytes, title);
      } catch (error) {
        return { is: 'unknown', detail: said(error) };
      } finally {
        await call(close, printer);
      }
    },
  };
}
