import type { Printer, PrintJob } from '../../../shared/printer.ts';
import { byPrinter, type InterruptedContext, type Looking, settleInterruptedPrints } from './interrupted-prints.ts';
import { createPrintQueue, type PrintContext, type PrintQueue } from './print.ts';

/** The queues of all printers, including printers that Setup no longer names. */
export interface PrintQueues {
  /** Prints the waiting sheets, on the printers that Setup names now. */
  printWaiting(): void;
  /** Resolves when the current sheet of each printer has left for it, or waits for it. */
  handedOver(): Promise<unknown>;
  /** Resolves when the current prints have their outcomes. */
  stop(): Promise<unknown>;
}

/** `interrupted`: prints that a crash interrupted and that the printer's counter may settle. */
export function createPrintQueues(
  context: PrintContext & InterruptedContext,
  interrupted: readonly PrintJob[],
  deps: {
    readonly isHeldBack: (job: PrintJob) => boolean;
    readonly sleep: (ms: number) => Promise<void>;
    readonly later: (work: () => Promise<unknown>) => void;
    readonly looking: Looking;
  },
): PrintQueues {
  const { isHeldBack, sleep } = deps;
  const whenJudged = judgeInterrupted(context, interrupted, deps);
  const queues = new Map<string, PrintQueue>();
  function openQueue(printerId: string): void {
    if (!queues.has(printerId)) queues.set(printerId, createPrintQueue(context, printerId, { isHeldBack, sleep, whenJudged }));
  }
  for (const { printerId } of context.journal.jobsInState(['queued', 'print-unknown', 'held'])) openQueue(printerId);
  return {
    printWaiting() {
      for (const { id } of context.allPrinters()) openQueue(id);
      for (const queue of queues.values()) queue.wake();
    },
    handedOver: () => Promise.all([...queues.values()].map((queue) => queue.handedOver())),
    stop: () => Promise.all([...queues.values()].map((queue) => queue.stop())),
  };
}

/**
 * Begins to settle interrupted prints. Nothing else prints at their printers until then: returns a wait for a printer, by its id and by the
 * address it had.
 */
function judgeInterrupted(
  context: InterruptedContext,
  interrupted: readonly PrintJob[],
  { later, looking }: { readonly later: (work: () => Promise<unknown>) => void; readonly looking: Looking },
): (printer: Printer) => Promise<unknown> {
  const judged = new Map<string, Promise<unknown>[]>();
  for (const jobs of byPrinter(context, interrupted)) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [first] = jobs;
    for (const place of first ? [first.printerId, context.journal.printerMark(first.id)?.address ?? ''] : [])
      judged.set(place, [...(judged.get(place) ?? []), promise]);
    later(() => settleInterruptedPrints(context, jobs, looking).finally(resolve));
  }
  return ({ id, address }) => Promise.all([...(judged.get(id) ?? []), ...(judged.get(address) ?? [])]);
}
