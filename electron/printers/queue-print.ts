import type { PrintReason } from '../../shared/print-reason.ts';
import { codeOfReason, type PrinterSettings, type PrinterStatus } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import type { PrintCode, PrintOutcome } from '../bench/ports/printers.ts';
import { isWholePdf } from '../files/whole-pdf.ts';
import type { SpoolQueues } from './spool-queue.ts';
import type { Mark } from './zebras.ts';

/** One document on its way into a queue of the operating system. */
export interface QueuePrint {
  readonly printer: PrinterSettings;
  readonly name: string;
  readonly sheet: Sheet;
  readonly title: string;
  readonly mark: Mark;
  readonly taken: () => void;
  readonly sees: (status: PrinterStatus) => void;
}

/** Learns which queues pass bytes on unchanged, and prints documents that match the queue. */
export interface QueuePrinting {
  /** Asks the queue; undefined if it gave no answer. */
  learn(name: string): Promise<boolean | undefined>;
  /** The last learned answer. */
  isRaw(name: string): boolean;
  print(print: QueuePrint): Promise<PrintOutcome>;
}

export function createQueuePrinting(
  queues: SpoolQueues,
  notSent: (code: PrintCode, why: string | PrintReason) => PrintOutcome,
): QueuePrinting {
  const known = new Map<string, boolean>();

  async function learn(name: string): Promise<boolean | undefined> {
    const found = await queues.isRaw(name);
    if (found !== undefined) known.set(name, found);
    return found;
  }

  return {
    learn,
    isRaw: (name) => known.get(name) === true,
    async print({ mark, ...job }) {
      const { name: queue, sheet } = job;
      const raw = await learn(queue);
      if (raw === undefined) return notSent('printer-not-ready', { code: 'queue-kind-unknown', queue });
      if (raw && sheet.format === 'PDF') return notSent('print-failed', { code: 'queue-passes-bytes', queue });
      if (!raw && sheet.format === 'ZPL') return notSent('print-failed', { code: 'queue-draws-pages', queue });
      if (sheet.format === 'PDF' && !isWholePdf(sheet.bytes)) return notSent('print-failed', { code: 'pdf-cut-off' });
      mark(null, 1);
      const { is, detail, reason = 'not-ready' } = await queues.print(job);
      return is === 'not-sent' ? notSent(codeOfReason(reason), detail) : { is, detail };
    },
  };
}
