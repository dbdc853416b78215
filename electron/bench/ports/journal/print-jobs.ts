import type { PrinterRole, PrinterSettings, PrintJob, PrintJobState } from '../../../../shared/printer.ts';
import type { Said } from '../../../../shared/said.ts';
import type { Sheet } from '../paper.ts';
import type { PrinterMark } from '../printers.ts';

/** What a sheet of a label was made from and for. */
export interface SheetMade extends Pick<PrinterSettings, 'dpi' | 'widthMm' | 'heightMm'> {
  /** Of the label as it came, from 1. */
  readonly page: number;
}

export interface NewPrintJob {
  readonly role: PrinterRole;
  readonly printerId: string;
  readonly title: string;
  readonly piece: number;
  readonly pieces: number;
  readonly copy: number;
  readonly sheet: Sheet;
  /** Of a label's sheet. */
  readonly made?: SheetMade;
}

/** What waits at printers, and what came of it. */
export interface PrintJournal {
  /** Adds the jobs in state `queued`, in one commit. */
  addPrintJobs(
    owner: { readonly bookingId: string | null; readonly pickupId: string | null },
    jobs: readonly NewPrintJob[],
  ): readonly PrintJob[];
  /** Jobs in `queued`, oldest first. */
  queuedJobs(printerId: string): readonly PrintJob[];
  job(id: string): PrintJob | undefined;
  jobsInState(states: readonly PrintJobState[]): readonly PrintJob[];
  jobSheet(id: string): Sheet | undefined;
  /** Undefined where that is not known, and of what is no label. */
  sheetMade(id: string): SheetMade | undefined;
  /** Compare-and-set: true where the job was in `from` and is in `to` now. `detail` is kept readable: printers' words and ours, no person's. */
  moveJob(id: string, from: readonly PrintJobState[], to: PrintJobState, detail: Said): boolean;
  /** True where the job was in `queued` for another printer and waits for this one now. */
  redirectJob(id: string, printerId: string): boolean;
  /** The same, behind all that waits by now, also where it waited for this printer. */
  redirectBehind(id: string, printerId: string): boolean;
  /** For a job in `sending`, before its bytes leave. Gone when the job is taken for sending again. */
  writePrinterMark(id: string, mark: PrinterMark): void;
  printerMark(id: string): PrinterMark | undefined;
  /** For a job in `sending`: the printer took all its bytes. Gone when the job is taken for sending again. */
  writeTaken(id: string): void;
}
