import type { Answer } from '../../../shared/ipc.ts';
import type { Printer, PrinterRole } from '../../../shared/printer.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Sheet } from '../ports/paper.ts';
import { takeFirstStep } from '../setup/first-steps.ts';

type TestContext = Pick<BenchContext, 'allPrinters' | 'fail' | 'journal' | 'now' | 'paper' | 'printer' | 'printers' | 'settings'>;

const longestMs = 15_000;
const lookMs = 100;

type Sleep = (ms: number) => Promise<void>;

const noPrinter = (context: TestContext, role: PrinterRole) => context.fail(role === 'label' ? 'no-label-printer' : 'no-document-printer');

/** Prints a sheet that belongs to no parcel, and returns its outcome within seconds. */
export async function printTest(context: TestContext, sleep: Sleep, role: PrinterRole, printerId?: string): Promise<Answer<'printTest'>> {
  const { paper, printers, allPrinters } = context;
  const printer = printerId === undefined ? context.printer(role) : allPrinters().find(({ id }) => id === printerId);
  if (!printer) return noPrinter(context, role);
  const { benchName } = context.settings();
  const takesZpl = printers.takes(printer, role) === 'ZPL';
  const sheet = takesZpl ? paper.testLabel(printer, benchName) : await paper.testPage(benchName);
  const printed = await printSheets(context, sleep, { role, printer, title: `Test ${benchName}`, sheets: [sheet] });
  if (printed.ok && role === 'label' && isOut(printed.value)) takeFirstStep(context, 'testLabel');
  return printed;
}

/** Prints the codes with which Setup measures a scanner. */
export async function printScannerSheet(context: TestContext, sleep: Sleep, role: PrinterRole): Promise<Answer<'printScannerSheet'>> {
  const printer = context.printer(role);
  if (!printer) return noPrinter(context, role);
  const sheets = await context.paper.scannerSheets(printer, context.printers.takes(printer, role));
  return printSheets(context, sleep, { role, printer, title: 'Scanner sheet', sheets });
}

const isOut = ({ state }: { readonly state: string }): boolean => state === 'sent' || state === 'printed';

/** Returns the last sheet, or the first one that did not come out. */
async function printSheets(
  { journal, now, fail }: TestContext,
  sleep: Sleep,
  { role, printer, title, sheets }: { role: PrinterRole; printer: Printer; title: string; sheets: readonly Sheet[] },
): Promise<Answer<'printTest'>> {
  const jobs = journal.addPrintJobs(
    { bookingId: null, pickupId: null },
    sheets.map((sheet, at) => ({ role, printerId: printer.id, title, piece: at + 1, pieces: sheets.length, copy: 0, sheet })),
  );
  const until = now().getTime() + longestMs;
  for (const [at, job] of jobs.entries()) {
    let seen = job;
    while ((seen.state === 'queued' || seen.state === 'sending') && now().getTime() < until) {
      await sleep(lookMs);
      seen = journal.job(job.id) ?? seen;
    }
    if (!isOut(seen) || at === jobs.length - 1) return ok(seen);
  }
  return fail('print-failed');
}
