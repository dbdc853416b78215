import { isDeepStrictEqual } from 'node:util';
import type { BenchState } from '../../shared/bench.ts';
import type { FoundPrinter, Printer, PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import type { PrinterAbout } from '../../shared/printer-about.ts';
import { type PrinterWarning, warningsOf } from '../../shared/printer-warning.ts';
import type { Printers } from '../bench/ports/printers.ts';
import type { OpenWorld } from './world.ts';

interface PrinterWatchParts {
  readonly printers: Pick<Printers, 'status' | 'find' | 'warnings' | 'about' | 'search'>;
  /** Those that Setup names. */
  readonly named: () => readonly Printer[];
  readonly current: () => OpenWorld | undefined;
  readonly state: () => BenchState;
  readonly changed: () => void;
}

/** What each printer of the bench said last, asked every few seconds. */
export interface PrinterWatch {
  readonly statuses: Readonly<Record<PrinterRole, PrinterStatus>>;
  ask(role: PrinterRole): Promise<PrinterStatus>;
  askAll(): Promise<void>;
  /** The printers of this computer, and those that Setup names. */
  find(): Promise<FoundPrinter[]>;
  /** Looks into the network of this computer. A search that was begun before ends. */
  search(): Promise<FoundPrinter[]>;
  stopSearch(): void;
  /** What would spoil labels at the label printer in use: what it says itself, and what the system tells. */
  warnings(): PrinterWarning[];
  /** Nobody waits for the printers, or the printer asked has no label to draw now: the round of questions may go out. */
  look(): Promise<void>;
  /** Whoever asked it: what a printer lets know stands on the screen at once. */
  told(address: string, status: PrinterStatus): void;
  /** Once every printer that is asked now has answered: until then a folder has a file of ours in it. */
  answered(): Promise<void>;
}

const roles = ['label', 'document'] as const;

export function createPrinterWatch({ printers, named, current, state, changed }: PrinterWatchParts): PrinterWatch {
  const statuses: Record<PrinterRole, PrinterStatus> = { label: { kind: 'none' }, document: { kind: 'none' } };

  const abouts = new Map<string, PrinterAbout>();
  /** Asked since they were last out of reach: another printer may answer there now. */
  const learned = new Set<string>();
  /** By printers as Setup names them: another paper has other warnings. */
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

  /** Learns what a printer is, once it has said anything at all. */
  async function learn({ address }: Printer): Promise<void> {
    if (learned.has(address)) return;
    learned.add(address);
    const about = await printers.about(address);
    if (about) abouts.set(address, about);
    else learned.delete(address);
    if (about || abouts.delete(address)) changed();
  }

  /** Asks the system anew what would spoil labels there. */
  async function askSystem(printer: Printer): Promise<PrinterWarning[]> {
    const name = asNamed(printer);
    const before = systemWarnings.get(name) ?? [];
    systemWarnings.set(name, before);
    const warnings = [...(await printers.warnings(printer))];
    systemWarnings.set(name, warnings);
    if (!isDeepStrictEqual(warnings, before)) changed();
    return warnings;
  }

  function show(role: PrinterRole, status: PrinterStatus): void {
    if (role === 'label') current()?.bench.ship.printerMoved(status);
    if (isDeepStrictEqual(status, statuses[role])) return;
    statuses[role] = status;
    changed();
  }

  async function ask(role: PrinterRole): Promise<PrinterStatus> {
    const inUse = (): Printer | undefined => current()?.bench.printerInUse(role);
    const printer = inUse();
    const status: PrinterStatus = printer ? await statusOf(printer) : { kind: 'none' };
    // While it was asked another one may have come into use.
    if (inUse()?.address !== printer?.address) return ask(role);
    show(role, status);
    if (printer && status.kind === 'not-ready' && status.reason === 'offline') learned.delete(printer.address);
    if (printer && role === 'label' && !systemWarnings.has(asNamed(printer)) && !isLabelUnderWay()) void askSystem(printer);
    if (printer && role === 'label' && status.kind === 'ready' && !isLabelUnderWay()) void learn(printer);
    return status;
  }

  const askAll = async (): Promise<void> => {
    await Promise.all(roles.map(ask));
  };

  /** A question of ours would hold up the bench's own, or the label, at a printer that takes its time to answer. */
  const isPrinterWanted = (): boolean => {
    const { workflow } = state();
    return workflow.step === 'booking' && (workflow.doing === 'asking-printer' || statuses.label.kind === 'cannot-say');
  };

  return {
    statuses,
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
    told(address, status) {
      for (const role of roles) if (current()?.bench.printerInUse(role)?.address === address) show(role, status);
    },
    async answered() {
      await Promise.allSettled(underWay);
    },
  };
}
