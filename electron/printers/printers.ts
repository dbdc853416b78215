import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { because, type Failure } from '../../shared/failure.ts';
import type { PrintReason } from '../../shared/print-reason.ts';
import { codeOfReason, type FoundPrinter, type PrinterSettings, type PrinterStatus } from '../../shared/printer.ts';
import type { PrinterAbout } from '../../shared/printer-about.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import type { PrintCode, PrinterLook, PrinterMark, Printers, PrintOutcome } from '../bench/ports/printers.ts';
import { isWholePdf } from '../files/whole-pdf.ts';
import { createCupsQueues } from './cups-queues.ts';
import { deviceWay } from './device-file.ts';
import { folderStatus, keepInFolder } from './folder.ts';
import { hostsAround, type NetworkSearch, searchNetwork } from './network-search.ts';
import { type PrinterWay, tcpWay } from './printer-line.ts';
import { defaultTiming, type PrinterTiming } from './printer-timing.ts';
import { type PrinterAddress, parsePrinterAddress } from './printer-ways.ts';
import type { SpoolerProcess } from './spooler-line.ts';
import { createWindowsQueues } from './windows-spooler.ts';
import { createZebra, statusFrom, type Talk, type Zebra, type ZebraLook } from './zebra.ts';
import { printOnZebra } from './zebra-print.ts';

export interface PrintersOptions {
  readonly platform: NodeJS.Platform;
  /** Holds sheets while a queue takes them; whatever an earlier run left there is removed. Readable by this user alone. */
  readonly folder: string;
  /** A short id for one failure, the same in the log and on the screen. */
  readonly ref: () => string;
  readonly log?: Log;
  /** Told whatever a printer lets know of itself, whoever asked, also while it prints. */
  readonly told?: (address: string, status: PrinterStatus) => void;
  readonly talk?: Talk;
  readonly timing?: Partial<PrinterTiming>;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed?: () => number;
  /** The SumatraPDF.exe that came with the program; Windows only. */
  readonly sumatraPdfPath?: string;
  /** Starts the process that speaks with the spooler of Windows. */
  readonly startSpooler?: () => SpoolerProcess;
  /** Where label printers are looked for. */
  readonly network?: Partial<NetworkSearch>;
  /** `CUPS_SERVER` in it names another print server than this computer's. */
  readonly env?: NodeJS.ProcessEnv;
}

type Mark = (count: number | null, labels: number) => void;

/** An address at which a Zebra answers for itself. */
type ZebraAddress = Extract<PrinterAddress, { readonly kind: 'tcp' | 'device' }>;
const isZebra = (address: PrinterAddress): address is ZebraAddress => address.kind === 'tcp' || address.kind === 'device';
const saysNothing: PrinterLook = { count: null, holds: 'not-said' };

const ownNetworks: NetworkSearch = {
  hosts: () => hostsAround(networkInterfaces()),
  rawPort: 9100,
  officePort: 631,
  mostAtOnce: 24,
  connectMs: 500,
  mostMs: 45_000,
};

/** Dots per inch, by the dots per millimetre a printer says. */
const dpiOfDots: Readonly<Record<number, number>> = { 6: 152, 8: 203, 12: 300, 24: 600 };

async function aboutOf(zebra: Zebra): Promise<PrinterAbout | undefined> {
  const identity = await zebra.identity();
  if (!identity) return undefined;
  const { model, firmware, dotsPerMm } = identity;
  const { width, length } = await zebra.labelDots();
  const mm = (dots: number | undefined): number | null => (dots === undefined ? null : Math.round(dots / dotsPerMm));
  return { model, firmware, dpi: dpiOfDots[dotsPerMm] ?? null, widthMm: mm(width), heightMm: mm(length) };
}

/** Every printer is given its time. */
const talkative: Talk = { isMute: () => false, answered: () => undefined };

function noSpooler(): never {
  throw new Error('nothing here starts the spooler of Windows');
}

/** What is about to be printed could not be written down, so nothing was sent. */
class NotWrittenDown extends Error {}

/** The last question for a printer's status. */
interface Asked {
  readonly answer: Promise<PrinterStatus>;
  answeredAt: number | undefined;
}

/** A Zebra and what is known of it in this run. */
interface KnownZebra {
  readonly zebra: Zebra;
  readonly way: PrinterWay;
  /** Some printers take one connection only: whoever asks meanwhile waits for this question… */
  asking: Promise<unknown> | undefined;
  /** …and shares the one after it, which has not begun yet; … */
  next: Promise<PrinterStatus> | undefined;
  /** …while a label prints, it is told what the printing last saw. */
  seen: PrinterStatus | undefined;
  /** What it said for a label that has not come yet, and when it was asked. */
  ahead: { readonly look: Promise<ZebraLook | undefined>; readonly askedAt: number } | undefined;
}

export function createPrinters(options: PrintersOptions): Printers {
  const { platform, folder, ref, log = () => undefined, told = () => undefined, talk = talkative } = options;
  rmSync(folder, { recursive: true, force: true });
  const timing: PrinterTiming = { ...defaultTiming, ...options.timing };
  const { elapsed = () => performance.now() } = options;
  const queues =
    platform === 'win32'
      ? createWindowsQueues({
          folder,
          timing,
          sumatraPdfPath: options.sumatraPdfPath ?? '',
          startSpooler: options.startSpooler ?? noSpooler,
          log,
        })
      : createCupsQueues({ timing, env: options.env ?? process.env });
  const zebras = new Map<string, KnownZebra>();
  const prints = new Map<string, PQueue>();
  const lastAsked = new Map<string, Asked>();
  const rawQueues = new Map<string, boolean>();

  function printsAt(address: string): PQueue {
    const known = prints.get(address) ?? new PQueue({ concurrency: 1 });
    prints.set(address, known);
    return known;
  }

  const wayTo = (address: ZebraAddress): PrinterWay => (address.kind === 'tcp' ? tcpWay(address, timing) : deviceWay(address.path, timing));

  function zebraAt(address: ZebraAddress): KnownZebra {
    const way = wayTo(address);
    const known = zebras.get(way.at) ?? knownZebra(way);
    zebras.set(way.at, known);
    return known;
  }

  const knownZebra = (way: PrinterWay): KnownZebra => ({
    zebra: createZebra(way, timing, talk, elapsed),
    way,
    asking: undefined,
    next: undefined,
    seen: undefined,
    ahead: undefined,
  });

  function notSent(code: PrintCode, why: string | PrintReason): PrintOutcome {
    const failure: Failure<PrintCode> = { code, ref: ref(), ...because(why) };
    log('print-not-sent', { code, ref: failure.ref });
    return { is: 'not-sent', failure };
  }

  function logBug(event: string, error: unknown): void {
    log(event, error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {});
  }

  async function learnWhetherRaw(name: string): Promise<boolean | undefined> {
    const found = await queues.isRaw(name);
    if (found !== undefined) rawQueues.set(name, found);
    return found;
  }

  async function statusOf(printer: PrinterSettings): Promise<PrinterStatus> {
    const address = parsePrinterAddress(printer.address);
    switch (address?.kind) {
      case undefined:
        return { kind: 'not-ready', reason: 'offline' };
      case 'folder':
        return folderStatus(address.path);
      case 'queue':
        await learnWhetherRaw(address.name);
        return queues.status(address.name);
      case 'tcp':
      case 'device': {
        const known = zebraAt(address);
        return known.seen ?? askZebra(known);
      }
    }
  }

  /** One question at a time, and each asked anew: an answer begun earlier may be older than the question. */
  function askZebra(known: KnownZebra): Promise<PrinterStatus> {
    if (known.next) return known.next;
    const before = known.asking ?? Promise.resolve();
    const asked = before.then(async () => {
      known.next = undefined;
      if (known.seen) return known.seen;
      const state = await known.zebra.state();
      void known.zebra.rest();
      return statusFrom(state, known.zebra.hasAnswered());
    });
    known.next = asked;
    known.asking = asked.catch(() => undefined);
    return asked;
  }

  function askAhead(known: KnownZebra): void {
    // One that prints is asked by its print, and one that never said a word may print what it is asked.
    if (known.seen || !known.zebra.hasAnswered()) return;
    const before = known.asking ?? Promise.resolve();
    const look = before
      .then(() => known.zebra.look())
      .catch((error: unknown) => {
        logBug('printer-look-bug', error);
        return undefined;
      });
    known.ahead = { look, askedAt: elapsed() };
    known.asking = look;
  }

  /** Of the next label alone: with it the printer counts on. */
  async function saidAhead(known: KnownZebra): Promise<ZebraLook | undefined> {
    const { ahead } = known;
    known.ahead = undefined;
    if (!ahead || elapsed() - ahead.askedAt >= timing.aheadForMs) return undefined;
    return ahead.look;
  }

  async function printZebra(
    printer: PrinterSettings,
    address: ZebraAddress,
    sheet: Sheet,
    mark: Mark,
    taken: () => void,
  ): Promise<PrintOutcome> {
    if (sheet.format !== 'ZPL') return notSent('print-failed', { code: address.kind === 'tcp' ? 'tcp-takes-zpl' : 'device-takes-zpl' });
    const known = zebraAt(address);
    const sees = (status: PrinterStatus): void => {
      known.seen = status;
      told(printer.address, status);
    };
    sees({ kind: 'printing' });
    const ahead = await saidAhead(known);
    await known.asking;
    try {
      const outcome = await printOnZebra({
        at: known.way.at,
        zebra: known.zebra,
        ahead,
        zpl: sheet.bytes,
        dpi: printer.dpi,
        isShared: printer.isShared === true,
        timing,
        // A printer says that it is ready until it has taken the label up.
        onStatus: (status) => sees(status.kind === 'ready' ? { kind: 'printing' } : status),
        aboutToSend: (count, labels) => mark(count ?? null, labels),
        taken,
      });
      if (outcome.is === 'held') sees(outcome.status);
      else if (outcome.is === 'not-sent') sees({ kind: 'not-ready', reason: outcome.reason });
      else if (outcome.is === 'printed') sees({ kind: 'ready' });
      return outcome.is === 'not-sent' ? notSent(codeOfReason(outcome.reason), outcome.detail) : outcome;
    } finally {
      known.seen = undefined;
      void known.zebra.rest();
    }
  }

  async function printQueue(
    printer: PrinterSettings,
    name: string,
    sheet: Sheet,
    title: string,
    mark: Mark,
    taken: () => void,
  ): Promise<PrintOutcome> {
    const raw = await learnWhetherRaw(name);
    if (raw === undefined) return notSent('printer-not-ready', { code: 'queue-kind-unknown', queue: name });
    if (raw && sheet.format === 'PDF') return notSent('print-failed', { code: 'queue-passes-bytes', queue: name });
    if (!raw && sheet.format === 'ZPL') return notSent('print-failed', { code: 'queue-draws-pages', queue: name });
    if (sheet.format === 'PDF' && !isWholePdf(sheet.bytes)) return notSent('print-failed', { code: 'pdf-cut-off' });
    mark(null, 1);
    const sees = (status: PrinterStatus): void => told(printer.address, status);
    const { is, detail, reason = 'not-ready' } = await queues.print({ printer, name, sheet, title, taken, sees });
    return is === 'not-sent' ? notSent(codeOfReason(reason), detail) : { is, detail };
  }

  async function printFolder(path: string, sheet: Sheet, title: string, mark: Mark): Promise<PrintOutcome> {
    mark(null, 1);
    try {
      return { is: 'sent', detail: await keepInFolder(path, sheet, title) };
    } catch (error) {
      return notSent('print-failed', { code: 'file-not-kept', why: (error as Error).message });
    }
  }

  async function printNow(
    printer: PrinterSettings,
    sheet: Sheet,
    title: string,
    aboutToSend: (mark: PrinterMark) => void,
    taken: () => void,
  ): Promise<PrintOutcome> {
    const address = parsePrinterAddress(printer.address);
    const mark: Mark = (count, labels) => {
      try {
        aboutToSend({ address: printer.address, count, labels });
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
        return printZebra(printer, address, sheet, mark, taken);
      case 'queue':
        return printQueue(printer, address.name, sheet, title, mark, taken);
      case 'folder':
        return printFolder(address.path, sheet, title, mark);
    }
  }

  /** Behind whatever else is being asked or printed there. */
  async function lookAt(address: ZebraAddress): Promise<PrinterLook> {
    const known = zebraAt(address);
    const before = known.asking ?? Promise.resolve();
    const looking = before.then(async (): Promise<PrinterLook> => {
      const { state, count = null } = await known.zebra.look();
      void known.zebra.rest();
      if (state.is !== 'told') return { count: null, holds: 'not-said' };
      const { faults, busy, partial } = state.value;
      if (busy === undefined || partial === undefined) return { count, holds: 'not-said' };
      return { count, holds: faults.length > 0 || busy || partial ? 'something' : 'nothing' };
    });
    known.asking = looking.catch(() => undefined);
    return looking;
  }

  /** Behind whatever else is being asked or printed there. */
  function aboutAt(known: KnownZebra): Promise<PrinterAbout | undefined> {
    const before = known.asking ?? Promise.resolve();
    const asked = before.then(async () => {
      const about = await aboutOf(known.zebra);
      void known.zebra.rest();
      return about;
    });
    known.asking = asked.catch(() => undefined);
    return asked;
  }

  /** One that is in use already is asked in its turn; of others nothing is kept. */
  async function foundAt(host: string, port: number, isOffice: boolean): Promise<FoundPrinter> {
    const address = `tcp://${host}:${port}`;
    if (isOffice) return { address, name: host, status: { kind: 'none' } };
    const way = tcpWay({ host, port }, timing);
    const known = zebras.get(way.at) ?? knownZebra(way);
    const about = await aboutAt(known);
    const status = about ? await askZebra(known) : ({ kind: 'cannot-say' } as const);
    return { address, name: about?.model ?? host, status, ...(about && { about }) };
  }

  function status(printer: PrinterSettings): Promise<PrinterStatus> {
    const asked: Asked = { answer: statusNow(printer), answeredAt: undefined };
    void asked.answer.then(() => {
      asked.answeredAt = Date.now();
    });
    lastAsked.set(printer.address, asked);
    return asked.answer;
  }

  async function statusNow(printer: PrinterSettings): Promise<PrinterStatus> {
    try {
      const said = await statusOf(printer);
      told(printer.address, said);
      return said;
    } catch (error) {
      logBug('printer-status-bug', error);
      return { kind: 'not-ready', reason: 'not-ready' };
    }
  }

  return {
    async look(address) {
      const parsed = parsePrinterAddress(address);
      switch (parsed?.kind) {
        case 'tcp':
        case 'device':
          return lookAt(parsed).catch((error: unknown) => {
            logBug('printer-look-bug', error);
            return saysNothing;
          });
        case 'queue':
        case 'folder':
        case undefined:
          return saysNothing;
      }
    },
    status,
    async prepare(printer) {
      const address = parsePrinterAddress(printer.address);
      if (address !== undefined && isZebra(address)) zebraAt(address).zebra.keep();
      const last = lastAsked.get(printer.address);
      const known = await last?.answer;
      const ageMs = Date.now() - (last?.answeredAt ?? 0);
      return known && known.kind !== 'not-ready' && ageMs >= 0 && ageMs < timing.goodForMs ? known : status(printer);
    },
    expectLabel(printer) {
      const address = parsePrinterAddress(printer.address);
      if (address !== undefined && isZebra(address)) askAhead(zebraAt(address));
    },
    print(printer, sheet, title, aboutToSend, taken = () => undefined) {
      // With this label it may run out.
      lastAsked.delete(printer.address);
      return printsAt(printer.address).add(async (): Promise<PrintOutcome> => {
        try {
          // Behind the writing down of a booking and its label.
          await turn();
          return await printNow(printer, sheet, title, aboutToSend, taken);
        } catch (error) {
          if (error instanceof NotWrittenDown) return notSent('journal-unwritable', { code: 'print-not-written-down' });
          // Where it broke is not known, so neither is what reached the printer.
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
    async find(): Promise<readonly FoundPrinter[]> {
      try {
        const names = await queues.names();
        return await Promise.all(
          names.map(async (name) => {
            await learnWhetherRaw(name);
            return { address: `queue:${name}`, name, status: await queues.status(name) };
          }),
        );
      } catch (error) {
        logBug('printer-search-bug', error);
        return [];
      }
    },
    async about(address) {
      const parsed = parsePrinterAddress(address);
      if (parsed === undefined || !isZebra(parsed)) return undefined;
      const known = zebraAt(parsed);
      if (!known.zebra.hasAnswered()) return undefined;
      return aboutAt(known).catch((error: unknown) => {
        logBug('printer-about-bug', error);
        return undefined;
      });
    },
    async search(stop) {
      const search = { ...ownNetworks, ...options.network };
      const found: FoundPrinter[] = [];
      try {
        await searchNetwork(search, stop, async (host, isOffice) => {
          found.push(await foundAt(host, search.rawPort, isOffice));
        });
      } catch (error) {
        logBug('printer-search-bug', error);
      }
      return found.toSorted((one, other) => one.address.localeCompare(other.address, 'en', { numeric: true }));
    },
    takes(printer, role) {
      const address = parsePrinterAddress(printer.address);
      switch (address?.kind) {
        case 'tcp':
        case 'device':
          return 'ZPL';
        case 'queue':
          // Learned when the printer was found or asked for its status, which comes before every booking.
          return role === 'label' && rawQueues.get(address.name) === true ? 'ZPL' : 'PDF';
        case 'folder':
        case undefined:
          return 'PDF';
      }
    },
  };
}
