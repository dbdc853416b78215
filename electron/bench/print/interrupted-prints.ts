import type { PrintJob } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';
import type { PrinterLook, PrinterMark } from '../ports/printers.ts';
import { judgePrint, type PrintJudgement } from './judge-print.ts';

export type InterruptedContext = Pick<BenchContext, 'journal' | 'log' | 'now' | 'printers'>;

const lookEveryMs = 1000;

export interface Looking {
  readonly sleep: (ms: number) => Promise<void>;
  readonly isClosing: () => boolean;
}

/**
 * Recovers the prints that a crash interrupted. Before a printer's mark no byte had left, so such a sheet goes back to the queue. All
 * others wait for a user; returns those that the printer's counter may resolve.
 */
export function takeUpPrints(context: Pick<BenchContext, 'journal'>): readonly PrintJob[] {
  const { journal } = context;
  return journal.jobsInState(['sending']).filter((job) => {
    const mark = journal.printerMark(job.id);
    if (mark) journal.moveJob(job.id, ['sending'], 'print-unknown', { code: 'ended-while-printing' });
    else journal.moveJob(job.id, ['sending'], 'queued', { code: 'ended-before-printing' });
    return typeof mark?.count === 'number';
  });
}

/** Groups the sheets by the printer that may know of them: its id, and the address it had. */
export const byPrinter = (context: InterruptedContext, jobs: readonly PrintJob[]): readonly (readonly PrintJob[])[] => [
  ...Map.groupBy(jobs, ({ id, printerId }) => `${printerId} ${context.journal.printerMark(id)?.address}`).values(),
];

/** Determines from the printer what became of these sheets. Never prints; a user's decision in the meantime takes precedence. */
export async function settleInterruptedPrints(context: InterruptedContext, jobs: readonly PrintJob[], looking: Looking): Promise<void> {
  for (const job of jobs) {
    const mark = context.journal.printerMark(job.id);
    if (!mark) continue;
    const judgement = await judge(context, job, mark, looking);
    context.log('print-judged', { jobId: job.id, state: judgement });
    if (judgement === 'printed') context.journal.moveJob(job.id, ['print-unknown'], 'printed', { code: 'ended-and-counted' });
    if (judgement === 'not-printed') context.journal.moveJob(job.id, ['print-unknown'], 'queued', { code: 'not-counted-so-again' });
  }
}

async function judge(
  context: InterruptedContext,
  job: PrintJob,
  mark: PrinterMark,
  { sleep, isClosing }: Looking,
): Promise<PrintJudgement> {
  const looks: PrinterLook[] = [];
  while (!isClosing()) {
    looks.push(await context.printers.look(mark.address));
    const minutesSince = (context.now().getTime() - new Date(job.changedAt).getTime()) / 60_000;
    const judgement = judgePrint(mark, looks, minutesSince);
    if (judgement !== 'look-again') return judgement;
    await sleep(lookEveryMs);
  }
  return 'unclear';
}
