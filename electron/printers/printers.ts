import { existsSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { because, type Failure } from '../../shared/failure.ts';
import type { PrintReason } from '../../shared/print-reason.ts';
import { codeOfReason, type FoundPrinter, type PrinterSettings, type PrinterStatus } from '../../shared/printer.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import type { PrintCode, PrinterLook, PrinterMark, Printers, PrintOutcome } from '../bench/ports/printers.ts';
import { removeOnceFree } from '../files/held-file.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import { createCupsQueues } from './cups-queues.ts';
import { folderStatus, keepInFolder } from './folder.ts';
import { hostsAround, type NetworkSearch, searchNetwork } from './network-search.ts';
import { defaultTiming, type PrinterTiming } from './printer-timing.ts';
import { parsePrinterAddress } from './printer-ways.ts';
import { createQueuePrinting } from './queue-print.ts';
import { createWindowsQueues } from './windows-spooler.ts';
import type { MutePrinters } from './zebra.ts';
import { createZebras, isZebra, type Mark, type ZebraAddress, type Zebras } from './zebras.ts';

export interface PrintersOptions {
  readonly platform: NodeJS.Platform;
  /** Holds documents while a queue takes them. Files left by an earlier run are removed. Readable by this user only. */
  readonly folder: string;
  /** Creates a short id for one failure, the same in the log and on the screen. */
  readonly ref: () => string;
  readonly log?: Log;
  /** Receives every status that a printer reports, whichever caller asked, also while it prints. */
  readonly onStatus?: (address: string, status: PrinterStatus) => void;
  readonly mutePrinters?: MutePrinters;
  readonly timing?: Partial<PrinterTiming>;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
  /** Path of the SumatraPDF.exe that ships with the program; Windows only. */
  readonly sumatraPdfPath?: string;
  /** Includes the worker that calls the Windows spooler. */
  readonly workers?: WorkerProcesses;
  /** Where to search for label printers. */
  readonly network?: Partial<NetworkSearch>;
  /** `CUPS_SERVER` in it names a print server other than this computer's. */
  readonly env?: NodeJS.ProcessEnv;
}

const unknownLook: PrinterLook = { count: null, holds: 'unknown' };

const ownNetworks: NetworkSearch = {
  hosts: () => hostsAround(networkInterfaces()),
  rawPort: 9100,
  officePort: 631,
  mostAtOnce: 24,
  connectMs: 500,
  mostMs: 45_000,
};

/** Treats every printer as one that answers, so each gets the full timeout. */
const neverMute: MutePrinters = { isMute: () => false, answered: () => undefined };

const noWorkers: WorkerProcesses = {
  start() {
    throw new Error('nothing here starts the spooler of Windows');
  },
  memoryMb: () => undefined,
};

/** Thrown if the print mark could not be written to the journal. Nothing was sent. */
class NotWrittenDown extends Error {}

/**
 * Removes the folder of an earlier run. A program that still prints a file may hold it: such a file is removed once it is free, or by the
 * next start. New documents lie in folders with names of their own.
 */
function removeLeftBehind(folder: string, log: Log): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    log('printing-folder', { state: 'held', code: String((error as NodeJS.ErrnoException).code) });
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      void removeOnceFree(join(folder, name), { recursive: true }).catch(() => log('printing-folder', { state: 'not-removed' }));
  }
}

/** Opens the ways to printers, with what they share. */
function openWays(options: PrintersOptions) {
  const { platform, folder, ref, log = () => undefined, onStatus = () => undefined, mutePrinters = neverMute } = options;
  const timing: PrinterTiming = { ...defaultTiming, ...options.timing };
  const { elapsed = () => performance.now() } = options;
  const queues =
    platform === 'win32'
      ? createWindowsQueues({
          folder,
          timing,
          sumatraPdfPath: options.sumatraPdfPath ?? '',
          workers: options.workers ?? noWorkers,
          log,
        })
      : createCupsQueues({ timing, env: options.env ?? process.env });

  function notSent(code: PrintCode, why: string | PrintReason): PrintOutcome {
    const failure: Failure<PrintCode> = { code, ref: ref(), ...because(why) };
    log('print-not-sent', { code, ref: failure.ref });
    return { is: 'not-sent', failure };
  }

  function logBug(event: string, error: unknown): void {
    log(event, error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {});
  }

  const zebras = createZebras({ timing, mutePrinters, elapsed, onStatus, logBug });
  const queuePrinting = createQueuePrinting(queues, notSent);
  const seenFolders = createSeenFolders();
  return { timing, onStatus, notSent, logBug, queues, zebras, queuePrinting, seenFolders };
}
type Ways = ReturnType<typeof openWays>;

export function createPrinters(options: PrintersOptions): Printers {
  const { folder, log = () => undefined } = options;
  removeLeftBehind(folder, log);
  const ways = openWays(options);
  const { notSent, logBug, queues, zebras, queuePrinting } = ways;
  const lastStatus = createLastStatus((printer) => statusNow(ways, printer), ways.timing.goodForMs);
  const prints = new Map<string, PQueue>();

  function printsAt(address: string): PQueue {
    const known = prints.get(address) ?? new PQueue({ concurrency: 1 });
    prints.set(address, known);
    return known;
  }

  return {
    async look(address) {
      const parsed = parsePrinterAddress(address);
      switch (parsed?.kind) {
        case 'tcp':
        case 'device':
          return zebras.look(parsed).catch((error: unknown) => {
            logBug('printer-look-bug', error);
            return unknownLook;
          });
        case 'queue':
        case 'folder':
        case undefined:
          return unknownLook;
      }
    },
    status: lastStatus.ask,
    async prepare(printer) {
      const address = parsePrinterAddress(printer.address);
      if (address !== undefined && isZebra(address)) zebras.keep(address);
      return lastStatus.fresh(printer);
    },
    expectLabel(printer) {
      const address = parsePrinterAddress(printer.address);
      if (address !== undefined && isZebra(address)) zebras.askAhead(address);
    },
    print(printer, sheet, title, aboutToSend, taken = () => undefined) {
      // This label may use up the last stock.
      lastStatus.forget(printer);
      return printsAt(printer.address).add(async (): Promise<PrintOutcome> => {
        try {
          // Lets the writing of a booking and its label go first.
          await turn();
          return await printNow(ways, printer, sheet, title, aboutToSend, taken);
        } catch (error) {
          if (error instanceof NotWrittenDown) return notSent('journal-unwritable', { code: 'print-not-written-down' });
          // The place of the error is unknown, so it is also unknown what reached the printer.
          logBug('print-bug', error);
          return { is: 'unknown', detail: { code: 'print-broke', why: String(error) } };
        }
      });
    },
    async warnings(printer) {
      const address = parsePrinterAddress(printer.address);
      try {
        return address?.kind === 'queue' ? await queues.warnings(address.name, printer) : [];
      } catch (error) {
        logBug('printer-warnings-bug', error);
        return [];
      }
    },
    find: () => findQueues(ways),
    search: (stop) => searchZebras(ways, { ...ownNetworks, ...options.network }, stop),
    async about(address) {
      const parsed = parsePrinterAddress(address);
      if (parsed === undefined || !isZebra(parsed)) return undefined;
      return zebras.about(parsed).catch((error: unknown) => {
        logBug('printer-about-bug', error);
        return undefined;
      });
    },
    takes(printer, role) {
      const address = parsePrinterAddress(printer.address);
      switch (address?.kind) {
        case 'tcp':
        case 'device':
          return 'ZPL';
        case 'queue':
          // Learned by the search or the last status request. A status request precedes every booking.
          return role === 'label' && queuePrinting.isRaw(address.name) ? 'ZPL' : 'PDF';
        case 'folder':
        case undefined:
          return 'PDF';
      }
    },
  };
}

async function statusNow(ways: Ways, printer: PrinterSettings): Promise<PrinterStatus> {
  try {
    const status = await statusOf(ways, printer);
    ways.onStatus(printer.address, status);
    return status;
  } catch (error) {
    ways.logBug('printer-status-bug', error);
    return { kind: 'not-ready', reason: 'not-ready' };
  }
}

async function statusOf({ seenFolders, queuePrinting, queues, zebras }: Ways, printer: PrinterSettings): Promise<PrinterStatus> {
  const address = parsePrinterAddress(printer.address);
  switch (address?.kind) {
    case undefined:
      return { kind: 'not-ready', reason: 'offline' };
    case 'folder':
      return (await seenFolders.isAway(address.path)) ? { kind: 'not-ready', reason: 'not-ready' } : folderStatus(address.path);
    case 'queue':
      await queuePrinting.learn(address.name);
      return queues.status(address.name);
    case 'tcp':
    case 'device':
      return zebras.status(address);
  }
}

async function printZebra(
  { zebras, notSent }: Ways,
  printer: PrinterSettings,
  address: ZebraAddress,
  sheet: Sheet,
  mark: Mark,
  taken: () => void,
): Promise<PrintOutcome> {
  if (sheet.format !== 'ZPL') return notSent('print-failed', { code: address.kind === 'tcp' ? 'tcp-takes-zpl' : 'device-takes-zpl' });
  const outcome = await zebras.print(printer, address, sheet.bytes, { mark, taken });
  return outcome.is === 'not-sent' ? notSent(codeOfReason(outcome.reason), outcome.detail) : outcome;
}

async function printFolder({ seenFolders, notSent }: Ways, path: string, sheet: Sheet, title: string, mark: Mark): Promise<PrintOutcome> {
  if (await seenFolders.isAway(path)) return notSent(codeOfReason('not-ready'), { code: 'printer-is', reason: 'not-ready' });
  mark(null, 1);
  try {
    const kept = await keepInFolder(path, sheet, title);
    await seenFolders.isAway(path);
    return { is: 'sent', detail: kept };
  } catch (error) {
    return notSent('print-failed', { code: 'file-not-kept', why: (error as Error).message });
  }
}

async function printNow(
  ways: Ways,
  printer: PrinterSettings,
  sheet: Sheet,
  title: string,
  aboutToSend: (mark: PrinterMark) => void,
  taken: () => void,
): Promise<PrintOutcome> {
  const { onStatus, notSent, logBug, queuePrinting } = ways;
  const address = parsePrinterAddress(printer.address);
  const mark: Mark = (count, labels, serial) => {
    try {
      aboutToSend({ address: printer.address, count, labels, serial });
    } catch (error) {
      logBug('print-not-written-down', error);
      throw new NotWrittenDown();
    }
  };
  switch (address?.kind) {
    case undefined:
      return notSent('printer-offline', { code: 'printer-address-none', written: printer.address });
    case 'tcp':
    case 'device':
      return printZebra(ways, printer, address, sheet, mark, taken);
    case 'queue':
      return queuePrinting.print({
        printer,
        name: address.name,
        sheet,
        title,
        mark,
        taken,
        sees: (status) => onStatus(printer.address, status),
      });
    case 'folder':
      return printFolder(ways, address.path, sheet, title, mark);
  }
}

async function findQueues({ queues, queuePrinting, logBug }: Ways): Promise<readonly FoundPrinter[]> {
  try {
    const names = await queues.names();
    return await Promise.all(
      names.map(async (name) => {
        await queuePrinting.learn(name);
        return { address: `queue:${name}`, name, status: await queues.status(name) };
      }),
    );
  } catch (error) {
    logBug('printer-search-bug', error);
    return [];
  }
}

async function searchZebras({ zebras, logBug }: Ways, search: NetworkSearch, stop: AbortSignal): Promise<readonly FoundPrinter[]> {
  const found: FoundPrinter[] = [];
  try {
    await searchNetwork(search, stop, async (host, isOffice) => {
      found.push(await foundAt(zebras, host, search.rawPort, isOffice));
    });
  } catch (error) {
    logBug('printer-search-bug', error);
  }
  return found.toSorted((one, other) => one.address.localeCompare(other.address, 'en', { numeric: true }));
}

/** Describes a printer found by the search. A printer that is not in use is not remembered. */
async function foundAt(zebras: Zebras, host: string, port: number, isOffice: boolean): Promise<FoundPrinter> {
  const address = `tcp://${host}:${port}`;
  if (isOffice) return { address, name: host, status: { kind: 'none' } };
  const { about, status } = await zebras.meet({ kind: 'tcp', host, port });
  return { address, name: about?.model ?? host, status, ...(about && { about }) };
}

/** Folders as seen in this run. Distinguishes a share that went away from a folder that was never created. */
interface SeenFolders {
  /**
   * True if the folder was seen earlier and is missing now. A file kept at its path meanwhile is hidden once the share is back. Never
   * throws.
   */
  isAway(path: string): Promise<boolean>;
}

/** Returns the device number of a path; rejects if the path does not exist. */
type DeviceOf = (path: string) => Promise<number>;

export function createSeenFolders(deviceOf: DeviceOf = async (path) => (await stat(path)).dev): SeenFolders {
  /** Mount point of the share of each folder: the folder itself or one above it; undefined if there is none. */
  const seen = new Map<string, string | undefined>();
  const at = (path: string): Promise<number | undefined> => deviceOf(path).catch(() => undefined);
  /** Compares with the parent at the same moment: a share that is mounted again may have another device number. */
  const isMounted = async (path: string): Promise<boolean> => (await at(path)) !== (await at(dirname(path)));

  async function mountOf(path: string): Promise<string | undefined> {
    for (let place = path; place !== dirname(place); place = dirname(place)) if (await isMounted(place)) return place;
    return undefined;
  }

  return {
    async isAway(path) {
      if ((await at(path)) === undefined) return seen.has(path);
      const mount = seen.get(path);
      if (mount !== undefined && !(await isMounted(mount))) return true;
      seen.set(path, await mountOf(path));
      return false;
    },
  };
}

/** The last reported status of each printer, by address. */
interface LastStatus {
  /** Asks the printer, whatever it reported before. */
  ask(printer: PrinterSettings): Promise<PrinterStatus>;
  /** Returns the status reported within `goodForMs`, unless that was "not ready"; else asks the printer. */
  fresh(printer: PrinterSettings): Promise<PrinterStatus>;
  forget(printer: PrinterSettings): void;
}

/** The last request for a printer's status. */
interface StatusRequest {
  readonly answer: Promise<PrinterStatus>;
  answeredAt: number | undefined;
}

/** `statusNow` never rejects. */
function createLastStatus(statusNow: (printer: PrinterSettings) => Promise<PrinterStatus>, goodForMs: number): LastStatus {
  const requests = new Map<string, StatusRequest>();

  function ask(printer: PrinterSettings): Promise<PrinterStatus> {
    const request: StatusRequest = { answer: statusNow(printer), answeredAt: undefined };
    void request.answer.then(() => {
      request.answeredAt = Date.now();
    });
    requests.set(printer.address, request);
    return request.answer;
  }

  return {
    ask,
    async fresh(printer) {
      const last = requests.get(printer.address);
      const status = await last?.answer;
      const ageMs = Date.now() - (last?.answeredAt ?? 0);
      return status && status.kind !== 'not-ready' && ageMs >= 0 && ageMs < goodForMs ? status : ask(printer);
    },
    forget: ({ address }) => void requests.delete(address),
  };
}
