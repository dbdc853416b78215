import type { Failure } from '../../../shared/failure.ts';
import type { Message } from '../../../shared/message.ts';
import type { FoundPrinter, PaperFormat, PrinterFailure, PrinterRole, PrinterSettings, PrinterStatus } from '../../../shared/printer.ts';
import type { PrinterAbout } from '../../../shared/printer-about.ts';
import type { PrinterWarning } from '../../../shared/printer-warning.ts';
import type { Sheet } from './paper.ts';

/** Why nothing reached a printer. */
export type PrintCode = PrinterFailure | 'print-failed' | 'journal-unwritable';

/**
 * `printed`: the printer confirmed it. `sent`: the printer took all bytes and cannot confirm more. `held`: the printer has the label and
 * prints it when the fault is fixed; never sent again. `not-sent`: nothing reached the printer, may be tried again. `unknown`: a user
 * checks.
 */
export type PrintOutcome =
  | { readonly is: 'printed'; readonly detail: Message }
  | {
      readonly is: 'sent';
      readonly detail: Message;
      /** The printer that took it without any status, by its name in `Printers`. */
      readonly silentAt?: string;
    }
  | { readonly is: 'held'; readonly status: PrinterStatus; readonly detail: Message }
  | { readonly is: 'not-sent'; readonly failure: Failure<PrintCode> }
  | { readonly is: 'unknown'; readonly detail: Message };

/** Counter of a printer before a sheet was sent to it. It is in the journal before the first byte leaves. */
export interface PrinterMark {
  readonly address: string;
  /** All labels it ever printed; null if it does not count or does not report it. */
  readonly count: number | null;
  /** Number of labels that the sheet makes. */
  readonly labels: number;
  /** Serial number of the printer itself, whatever its address; undefined if it does not report one. */
  readonly serial?: string | undefined;
}

/** State of a printer at one moment. Anything but an idle printer counts as `something`: a fault may hold a label back. */
export interface PrinterLook {
  readonly count: number | null;
  readonly holds: 'nothing' | 'something' | 'unknown';
  readonly serial?: string | undefined;
}

export interface Printers {
  /** Queries the printer itself; `cannot-say` for queues that do not answer. Never throws. */
  status(printer: PrinterSettings): Promise<PrinterStatus>;
  /**
   * As `status`, for a label that is about to be bought: an answer from the last second counts too, unless it was "not ready". If the
   * printer takes the label on the same connection, the connection is kept for a few seconds. Never throws.
   */
  prepare(printer: PrinterSettings): Promise<PrinterStatus>;
  /**
   * A label is about to come: runs now the query that its print would start with; if the printer is idle, it is not queried again for a
   * moment. For the next label alone. Never throws.
   */
  expectLabel(printer: PrinterSettings): void;
  /**
   * Runs one print at a time per printer, in the order requested. Not safe to call twice for one job. Never throws.
   * `aboutToSend` is called before the first byte leaves; if it throws, nothing is sent. `taken` is called once the printer took every
   * byte, if that is known before the outcome; it must not throw.
   */
  print(
    printer: PrinterSettings,
    sheet: Sheet,
    title: string,
    aboutToSend: (mark: PrinterMark) => void,
    taken?: () => void,
  ): Promise<PrintOutcome>;
  /**
   * Queries the printer at an address for its counter and held labels; a printer that does not answer within seconds reports nothing. Never
   * throws.
   */
  look(address: string): Promise<PrinterLook>;
  /** Conditions that would spoil labels at a printer although it answers, as far as it reports them. Never throws. */
  warnings(printer: PrinterSettings): Promise<readonly PrinterWarning[]>;
  find(): Promise<readonly FoundPrinter[]>;
  /**
   * Identity of the printer at an address, queried once a run; undefined if it did not report one, or cannot be queried. Never queries a
   * printer that never answered, for it may print the query. Never throws.
   */
  about(address: string): Promise<PrinterAbout | undefined>;
  /**
   * Finds label printers in the private networks of this computer, only at a user's request. Sends nothing that prints or changes a
   * printer; an office printer is listed and not queried. Ends within a minute, or when it is stopped. Never throws.
   */
  search(stop: AbortSignal): Promise<readonly FoundPrinter[]>;
  /** Format that a printer takes: ZPL for a raw one, PDF for a queue or a folder (a raw queue for the label role takes ZPL). */
  takes(printer: PrinterSettings, role: PrinterRole): PaperFormat;
}
