import type { Answer } from '../../../shared/ipc.ts';
import type { PrinterRole } from '../../../shared/printer.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { takeFirstStep } from '../setup/first-steps.ts';

const longestMs = 15_000;
const lookMs = 100;

/** Prints a sheet that belongs to no parcel, and answers what became of it within seconds. */
export async function printTest(
  context: BenchContext,
  { kickPrinting, sleep }: { readonly kickPrinting: () => void; readonly sleep: (ms: number) => Promise<void> },
  role: PrinterRole,
  printerId?: string,
): Promise<Answer<'printTest'>> {
  const { journal, paper, printers, now, allPrinters } = context;
  const printer = printerId === undefined ? context.printer(role) : allPrinters().find(({ id }) => id === printerId);
  if (!printer) return context.fail(role === 'label' ? 'no-label-printer' : 'no-document-printer');
  const { benchName } = context.settings();
  const takesZpl = printers.takes(printer, role) === 'ZPL';
  const sheet = takesZpl ? paper.testLabel(printer, benchName) : await paper.testPage(benchName);
  const [job] = journal.addPrintJobs({ bookingId: null, pickupId: null }, [
    { role, printerId: printer.id, title: `Test ${benchName}`, piece: 1, pieces: 1, copy: 0, sheet },
  ]);
  if (!job) return context.fail('print-failed');
  kickPrinting();
  const until = now().getTime() + longestMs;
  let seen = job;
  while ((seen.state === 'queued' || seen.state === 'sending') && now().getTime() < until) {
    await sleep(lookMs);
    seen = journal.job(job.id) ?? seen;
  }
  if (role === 'label' && (seen.state === 'sent' || seen.state === 'printed')) takeFirstStep(context, 'testLabel');
  return ok(seen);
}
