import type { PrinterReason, PrintReason } from '../../shared/print-reason.ts';
import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';
import type { PrinterWarning } from '../../shared/printer-warning.ts';
import type { Sheet } from '../bench/ports/paper.ts';

/** A sheet on its way into a queue of the operating system. */
export interface SpoolJob {
  readonly printer: PrinterSettings;
  /** The queue's name. */
  readonly name: string;
  readonly sheet: Sheet;
  readonly title: string;
  /** Told once the queue has every byte. */
  readonly taken: () => void;
  /** Told what keeps the job in the queue. */
  readonly sees: (status: PrinterStatus) => void;
}

/**
 * `sent`: the queue has handed it on, or gone on without a complaint. `not-sent`: nothing of it can come out. `unknown`: some of it may.
 * Whatever is not `sent` was taken back from the queue, or its detail says that it could not be.
 */
export interface SpoolOutcome {
  readonly is: 'sent' | 'not-sent' | 'unknown';
  /** What keeps the printer from printing, where that is why nothing was sent. */
  readonly reason?: PrinterReason;
  /** The system's own words, or ours. */
  readonly detail: string | PrintReason;
}

/** The queues of an operating system. */
export interface SpoolQueues {
  names(): Promise<readonly string[]>;
  status(name: string): Promise<PrinterStatus>;
  /** Whether the queue passes bytes on as they are, so that it wants ZPL; `undefined` where that is not known. */
  isRaw(name: string): Promise<boolean | undefined>;
  /** What would spoil labels there, as far as the system tells. */
  warnings(name: string, printer: PrinterSettings): Promise<readonly PrinterWarning[]>;
  print(job: SpoolJob): Promise<SpoolOutcome>;
}
