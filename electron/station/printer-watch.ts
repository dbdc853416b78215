import { isDeepStrictEqual } from 'node:util';
import type { BenchState } from '../../shared/bench.ts';
import type { FoundPrinter, Printer, PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import type { PrinterAbout } from '../../shared/printer-about.ts';
import { type PrinterWarning, warningsOf } from '../../shared/printer-warning.ts';
import type { Printers } from '../bench/ports/printers.ts';
import type { OpenWorld } from './world-parts.ts';

const roles = ['label', 'document'] as const;

/** The last status of each printer of the bench. */
export interface PrinterStatuses {
  readonly now: Readonly<Record<PrinterRole, PrinterStatus>>;
  show(role: PrinterRole, status: PrinterStatus): void;
  /** Shows a status at once, whichever caller asked the printer. */
  report(address: string, status: PrinterStatus): void;
}

export function createPrinterStatuses(current: () => OpenWorld | undefined, changed: () => void): PrinterStatuses {
  const now: Record<PrinterRole, PrinterStatus> = { label: { kind: 'none' }, document: { kind: 'none' } };
  function show(role: PrinterRole, status: PrinterStatus): void {
    if (role === 'label') current()?.bench.ship.printerMoved(status);
    if (isDeepStrictEqual(status, now[role])) return;
    now[role] = status;
    changed();
  }
  return {
    now,
    show,
    report(address, status) {
      for (const role of roles) if (current()?.bench.printerInUse(role)?.address === address) show(role, status);
    },
  };
}

interface PrinterWatchParts {
  readonly printers: Pick<Printers, 'status' | 'find' | 'warnings' | 'about' | 'search'>;
  readonly named: () => readonly Printer[];
  readonly current: () => OpenWorld | undefined;
  readonly statuses: PrinterStatuses;
  readonly state: () => BenchState;
  readonly changed: () => void;
}

/** Queries the printers of the bench every few seconds. */
export interface PrinterWatch {
  ask(role: PrinterRole): Promise<PrinterStatus>;
  askAll(): Promise<void>;
  /** The printers of this computer, and those named in Setup. */
  find(): Promise<FoundPrinter[]>;
  /** Searches the network of this computer. Ends a search that is already running. */
  search(): Promise<FoundPrinter[]>;
  stopSearch(): void;
  /** Reasons why the label printer in use would spoil labels: from the printer itself and from the system. */
  warnings(): PrinterWarning[];
  /** Queries all printers, unless a booking is waiting for the label printer. */
  look(): Promise<void>;
  /** Resolves once every running status query is answered: until then a folder holds a trial file of ours. */
  answered(): Promise<void>;
}

export function createPrinterWatch({ printers, named, current, statuses, state, changed }: PrinterWatchParts): PrinterWatch {
  const abouts = new Map<string, PrinterAbout>();
  /** Printers queried since they were last unreachable: another printer may answer at an address after an outage. */
  const learned = new Set<string>();
  /** By printer as Setup describes it: another paper size gives other warnings. */
  const systemWarnings = new Map<string, PrinterWarning[]>();
  const asNamed = (printer: Printer): string => JSON.stringify(printer);
  let searching = new AbortController();

  const underWay = new Set<Promise<PrinterStatus>>();
  async function statusOf(printer: Printer): Promise<PrinterStatus> {
    const status = printers.status(printer);
    underWay.add(status);
    return status.finally(() => underWay.delete(status));
  }

  const isLabelUnderWay = (): boolean => ['booking', 'printing'].includes(state().workflow.step);

  /** Reads a printer's model, once it has answered at all. */
  async function learn({ address }: Printer): Promise<void> {
    if (learned.has(address)) return;
    learned.add(address);
    const about = await printers.about(address);
    if (about) abouts.set(address, about);
    else learned.delete(address);
    if (about || abouts.delete(address)) changed();
  }

  /** Asks the system again for settings that would spoil labels at this printer. */
  async function askSystem(printer: Printer): Promise<PrinterWarning[]> {
    const name = asNamed(printer);
    const before = systemWarnings.get(name) ?? [];
    systemWarnings.set(name, before);
    const warnings = [...(await printers.warnings(printer))];
    systemWarnings.set(name, warnings);
    if (!isDeepStrictEqual(warnings, before)) changed();
    return warnings;
  }

  async function ask(role: PrinterRole): Promise<PrinterStatus> {
    const inUse = (): Printer | undefined => current()?.bench.printerInUse(role);
    const printer = inUse();
    const status: PrinterStatus = printer ? await statusOf(printer) : { kind: 'none' };
    // Another printer may have come into use during the query.
    if (inUse()?.address !== printer?.address) return ask(role);
    statuses.show(role, status);
    if (printer && status.kind === 'not-ready' && status.reason === 'offline') learned.delete(printer.address);
    if (printer && role === 'label' && !systemWarnings.has(asNamed(printer)) && !isLabelUnderWay()) void askSystem(printer);
    if (printer && role === 'label' && status.kind === 'ready' && !isLabelUnderWay()) void learn(printer);
    return status;
  }

  const askAll = async (): Promise<void> => {
    await Promise.all(roles.map(ask));
  };

  /** True if a query of ours would delay the bench's own query, or the label, at a printer that answers slowly. */
  const isPrinterWanted = (): boolean => {
    const { workflow } = state();
    return workflow.step === 'booking' && (workflow.doing === 'asking-printer' || statuses.now.label.kind === 'cannot-say');
  };

  return {
    ask,
    askAll,
    async find() {
      const found = await printers.find();
      const others = named().filter(({ address }) => !found.some((each) => each.address === address));
      const asked = await Promise.all(
        others.map(async (printer): Promise<FoundPrinter> => {
          const { address } = printer;
          const status = await statusOf(printer);
          const about = abouts.get(address);
          return { address, name: address, status, ...(about && { about }) };
        }),
      );
      return Promise.all(
        [...asked, ...found].map(async (each) => {
          const printer = named().find(({ address }) => address === each.address);
          return printer ? { ...each, warnings: await askSystem(printer) } : each;
        }),
      );
    },
    async search() {
      searching.abort();
      searching = new AbortController();
      return [...(await printers.search(searching.signal))];
    },
    stopSearch: () => searching.abort(),
    warnings() {
      const printer = current()?.bench.printerInUse('label');
      if (!printer) return [];
      const about = abouts.get(printer.address);
      return [...(about ? warningsOf(printer, about) : []), ...(systemWarnings.get(asNamed(printer)) ?? [])];
    },
    async look() {
      if (!isPrinterWanted()) await askAll();
    },
    async answered() {
      await Promise.allSettled(underWay);
    },
  };
}
