import type { Message } from '../../../../shared/message.ts';
import type { PrinterRole, PrinterSettings, PrintJob, PrintJobState } from '../../../../shared/printer.ts';
import type { Remark } from '../../../../shared/remark.ts';
import type { NotedReason, Reprint } from '../../../../shared/reprint.ts';
import type { Sheet } from '../paper.ts';
import type { PrinterMark } from '../printers.ts';

/** The page and the printer format that a sheet of a label was made from and for. */
export interface SheetMade extends Pick<PrinterSettings, 'dpi' | 'widthMm' | 'heightMm'> {
  /** Page of the label as received, from 1. */
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
  /** Set for a sheet of a label. */
  readonly made?: SheetMade;
}

/** A label that is printed again, or for the first time at a bench that did not buy it. Its line of the history is written with it. */
export interface NewReprint extends Pick<Reprint, 'orderKey' | 'shipmentNo' | 'bench' | 'courier'> {
  readonly bookingId: string;
  /** Null if no label was out before. */
  readonly because: NotedReason | null;
  readonly line: { readonly what: string; readonly detail: Remark };
}

/** Stores print jobs and their outcomes. */
export interface PrintJournal {
  /** Adds the jobs in state `queued`, and what they reprint, in one commit. */
  addPrintJobs(
    owner: { readonly bookingId: string | null; readonly pickupId: string | null },
    jobs: readonly NewPrintJob[],
    reprint?: NewReprint,
  ): readonly PrintJob[];
  /**
   * How often another bench than its own printed this label, as far as this bench received it: of a shipment of this bench, at all others;
   * of another bench's shipment, here.
   */
  printedElsewhere(bookingId: string): number;
  /** Reprints with a reason from one instant up to another, the oldest first. */
  reprints(from: Date, until: Date): readonly Reprint[];
  /** Jobs in `queued`, oldest first. */
  queuedJobs(printerId: string): readonly PrintJob[];
  job(id: string): PrintJob | undefined;
  jobsInState(states: readonly PrintJobState[]): readonly PrintJob[];
  jobSheet(id: string): Sheet | undefined;
  /** Undefined if it is not known, and for sheets that are not labels. */
  sheetMade(id: string): SheetMade | undefined;
  /**
   * Compare-and-set: true if the job was in `from` and is now in `to`. `detail` is stored unencrypted: texts of printers and of this
   * program, no personal data.
   */
  moveJob(id: string, from: readonly PrintJobState[], to: PrintJobState, detail: Message): boolean;
  /** True if the job was in `queued` for another printer and now waits for this one. */
  redirectJob(id: string, printerId: string): boolean;
  /** As `redirectJob`, but behind all jobs that wait there now, even if the job already waited for this printer. */
  redirectBehind(id: string, printerId: string): boolean;
  /** For a job in `sending`, before its bytes leave. Deleted when the job is taken for sending again. */
  writePrinterMark(id: string, mark: PrinterMark): void;
  printerMark(id: string): PrinterMark | undefined;
  /** For a job in `sending`: the printer took all its bytes. Deleted when the job is taken for sending again. */
  writeTaken(id: string): void;
}
