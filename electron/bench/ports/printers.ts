import type { Failure } from '../../../shared/failure.ts';
import type { FoundPrinter, PaperFormat, PrinterFailure, PrinterRole, PrinterSettings, PrinterStatus } from '../../../shared/printer.ts';
import type { PrinterAbout } from '../../../shared/printer-about.ts';
import type { PrinterWarning } from '../../../shared/printer-warning.ts';
import type { Said } from '../../../shared/said.ts';
import type { Sheet } from './paper.ts';

/** Why nothing reached a printer. */
export type PrintCode = PrinterFailure | 'print-failed' | 'journal-unwritable';

/**
 * `printed`: the printer said so. `sent`: all bytes were taken, it cannot say more. `held`: the printer has the label and
 * prints it when it is mended; never sent again. `not-sent`: nothing reached it, may be tried again. `unknown`: a person looks.
 */
export type PrintOutcome =
  | { readonly is: 'printed'; readonly detail: Said }
  | {
      readonly is: 'sent';
      readonly detail: Said;
      /** The printer that took it without a word, by the name `Printers` has for it. */
      readonly silentAt?: string;
    }
  | { readonly is: 'held'; readonly status: PrinterStatus; readonly detail: Said }
  | { readonly is: 'not-sent'; readonly failure: Failure<PrintCode> }
  | { readonly is: 'unknown'; readonly detail: Said };

/** What a printer had printed before a sheet was sent to it. It stands in the journal before the first byte leaves. */
export interface PrinterMark {
  readonly address: string;
  /** All labels it ever printed; null where it does not count or does not say. */
  readonly count: number | null;
  /** How many labels the sheet makes. */
  readonly labels: number;
  /** Of the printer itself, whatever its address; undefined where it does not say. */
  readonly serial?: string | undefined;
}

/** What a printer says of itself at one moment. Anything but a printer at rest counts as `something`: a fault may hold a label back. */
export interface PrinterLook {
  readonly count: number | null;
  readonly holds: 'nothing' | 'something' | 'not-said';
  readonly serial?: string | undefined;
}

export interface Printers {
  /** Asks the printer itself; `cannot-say` for queues that do not answer. Never throws. */
  status(printer: PrinterSettings): Promise<PrinterStatus>;
  /**
   * As `status`, for a label that is about to be bought: what was said within the last second counts too, unless it was "not ready". Where
   * the printer takes the label on the connection it was asked on, that is kept for a few seconds. Never throws.
   */
  prepare(printer: PrinterSettings): Promise<PrinterStatus>;
  /**
   * A label is about to come: the printer is asked now what its print would ask first, and found at rest it is not asked again for a
   * moment. For the next label alone. Never throws.
   */
  expectLabel(printer: PrinterSettings): void;
  /**
   * One print at a time per printer, in the order asked. Not safe to call twice for one job. Never throws.
   * `aboutToSend` is called before the first byte leaves; where it throws, nothing is sent. `taken` is called once every byte was
   * taken, where that is known before the outcome; it must not throw.
   */
  print(
    printer: PrinterSettings,
    sheet: Sheet,
    title: string,
    aboutToSend: (mark: PrinterMark) => void,
    taken?: () => void,
  ): Promise<PrintOutcome>;
  /** Asks the printer at an address what it counted and holds; a printer that does not answer within seconds says nothing. Never throws. */
  look(address: string): Promise<PrinterLook>;
  /** What would spoil labels at a printer though it answers, as far as it tells. Never throws. */
  warnings(printer: PrinterSettings): Promise<readonly PrinterWarning[]>;
  find(): Promise<readonly FoundPrinter[]>;
  /**
   * What the printer at an address says it is, asked once a run; undefined where it did not say, or cannot be asked. Never asks one that
   * never answered, for it may print the question. Never throws.
   */
  about(address: string): Promise<PrinterAbout | undefined>;
  /**
   * Label printers in the private networks of this computer, on a person's word alone. Nothing is sent that prints or changes one; a
   * printer of an office is named and not asked. Ends within a minute, or when it is stopped. Never throws.
   */
  search(stop: AbortSignal): Promise<readonly FoundPrinter[]>;
  /** What a printer takes: a raw one ZPL, a queue or a folder PDF (a raw queue for the label role takes ZPL). */
  takes(printer: PrinterSettings, role: PrinterRole): PaperFormat;
}
