import type { PrinterReason, PrintReason } from '../../shared/print-reason.ts';
import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';
import type { PrinterWarning } from '../../shared/printer-warning.ts';
import type { Sheet } from '../bench/ports/paper.ts';

/** A document on its way into a queue of the operating system. */
export interface SpoolJob {
  readonly printer: PrinterSettings;
  readonly name: string;
  readonly sheet: Sheet;
  readonly title: string;
  /** Called once the queue has every byte. */
  readonly taken: () => void;
  /** Receives the reason that keeps the job in the queue. */
  readonly sees: (status: PrinterStatus) => void;
}

/**
 * `sent`: the queue has passed the job on, or finished without an error. `not-sent`: nothing of it can come out. `unknown`: some of it may.
 * A job that is not `sent` was cancelled, or its detail reports that cancelling failed.
 */
export interface SpoolOutcome {
  readonly is: 'sent' | 'not-sent' | 'unknown';
  /** Reason that keeps the printer from printing, if nothing was sent because of it. */
  readonly reason?: PrinterReason;
  /** The system's own message, or ours. */
  readonly detail: string | PrintReason;
}

/** The queues of an operating system. */
export interface SpoolQueues {
  names(): Promise<readonly string[]>;
  status(name: string): Promise<PrinterStatus>;
  /** True if the queue passes bytes on unchanged and therefore needs ZPL; `undefined` if that is not known. */
  isRaw(name: string): Promise<boolean | undefined>;
  /** Settings that would spoil labels on this queue, as far as the system reports them. */
  warnings(name: string, printer: PrinterSettings): Promise<readonly PrinterWarning[]>;
  print(job: SpoolJob): Promise<SpoolOutcome>;
}
