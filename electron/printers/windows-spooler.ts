import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../bench/ports/log.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { PrinterTiming } from './printer-timing.ts';
import { printRaw } from './raw-printer.ts';
import type { SpoolJob, SpoolOutcome, SpoolQueues } from './spool-queue.ts';
import { createSpoolerLine, type SpoolerLine } from './spooler-line.ts';
import { printWithSumatra, type SumatraPrint } from './sumatra-pdf.ts';
import { isDeleted, isHandedOn, jobFault, queueStatus } from './windows-status.ts';
import { formOf, isRawDriver, windowsWarnings } from './windows-warnings.ts';
import type { WindowsQueue } from './winspool.ts';

const chunkBytes = 65_536;
/** Polling interval; a small page passes its queue in a moment. */
const watchMs = 50;

type Timing = Pick<PrinterTiming, 'spoolerMs' | 'queueStepMs' | 'queueAnswerMs' | 'pollMs'>;

/** A queue, and the spooler process for its documents. */
interface QueueLine {
  readonly name: string;
  readonly line: SpoolerLine;
  readonly timing: Timing;
}

/**
 * The queues of Windows: raw ZPL through winspool, PDF through SumatraPDF. Both are watched in their queue and cancelled if they stay
 * there.
 *
 * Queues of an XPS (v4) driver print nothing from raw bytes; a label printer there needs the maker's v3 driver or "Generic / Text Only".
 */
export function createWindowsQueues(options: {
  /** For the files that SumatraPDF reads. */
  readonly folder: string;
  readonly timing: Timing;
  readonly sumatraPdfPath: string;
  readonly workers: WorkerProcesses;
  readonly log?: Log;
}): SpoolQueues {
  const { folder, timing, sumatraPdfPath, log = () => undefined } = options;
  const { spoolerMs, queueAnswerMs } = timing;
  /** A query that hangs is ended by killing its process, which must not kill a print too. */
  const questions = createSpoolerLine(options.workers);
  const prints = new Map<string, SpoolerLine>();

  function printsOn(queue: string): SpoolerLine {
    const line = prints.get(queue) ?? createSpoolerLine(options.workers);
    prints.set(queue, line);
    return line;
  }

  async function described(name: string, line = questions): Promise<WindowsQueue | undefined> {
    const result = await line.call(queueAnswerMs, 'queue', name);
    return result.is === 'answered' ? result.value : undefined;
  }

  return {
    async names() {
      const result = await questions.call(spoolerMs, 'queues');
      return result.is === 'answered' ? result.value.map(({ name }) => name) : [];
    },
    async status(name) {
      const result = await questions.call(queueAnswerMs, 'queue', name);
      if (result.is === 'gone') return { kind: 'cannot-say' };
      return result.is === 'answered' ? queueStatus(result.value) : { kind: 'not-ready', reason: 'offline' };
    },
    async isRaw(name) {
      const found = await described(name);
      return found === undefined ? undefined : isRawDriver(found.driver);
    },
    async warnings(name, printer) {
      const queue = await described(name);
      if (queue === undefined) return [];
      const driver = await questions.call(queueAnswerMs, 'driver', name);
      const forms = await questions.call(queueAnswerMs, 'forms', name);
      const isProtected = await questions.call(queueAnswerMs, 'isProtected');
      const setup = {
        queue,
        driver: driver.is === 'answered' ? driver.value : undefined,
        forms: forms.is === 'answered' ? forms.value : undefined,
        isProtected: isProtected.is === 'answered' && isProtected.value,
      };
      return windowsWarnings(setup, printer);
    },
    async print(job) {
      // A query about another queue may hang; ending its process would end this query too.
      const line = printsOn(job.name);
      const found = await described(job.name, line);
      if (found === undefined) return { is: 'not-sent', detail: { code: 'windows-opened-none', queue: job.name } };
      const status = queueStatus(found);
      if (status.kind === 'not-ready')
        return { is: 'not-sent', reason: status.reason, detail: { code: 'printer-is', reason: status.reason } };
      const on: QueueLine = { name: job.name, line, timing };
      return job.sheet.format === 'PDF'
        ? printPdf(on, job, { folder, program: sumatraPdfPath, stays: (code) => log('printed-file-stays', { code }) })
        : printRaw(job.sheet.bytes, (bytes) => sendRaw(on, job, bytes));
    },
  };
}

/**
 * Sends raw bytes as a new job and closes it. The job exists in Windows before its first byte, so it can be cancelled after any failure.
 */
async function sendRaw(on: QueueLine, job: SpoolJob, bytes: Uint8Array): Promise<SpoolOutcome> {
  const { name, line } = on;
  const { spoolerMs } = on.timing;
  const begun = await line.call(spoolerMs, 'begin', name, job.title);
  if (begun.is !== 'answered') return { is: 'not-sent', detail: { code: 'queue-refused', queue: name, why: begun.why } };
  let taken = 0;
  const stopped = (why: string): Promise<SpoolOutcome> => takenBack(on, begun.value, `${why} (${taken} of ${bytes.length} bytes taken)`);
  while (taken < bytes.length) {
    const wrote = await line.call(spoolerMs, 'write', bytes.subarray(taken, taken + chunkBytes));
    if (wrote.is !== 'answered') return stopped(wrote.why);
    if (wrote.value === 0) return stopped('it took no more');
    taken += wrote.value;
  }
  const ended = await line.call(spoolerMs, 'end');
  if (ended.is !== 'answered') return stopped(ended.why);
  job.taken();
  return followed(on, job, begun.value);
}

/**
 * Waits until the queue has passed the job on. Cancels a job without progress for `queueStepMs`: it would come out when no packer expects
 * it.
 */
async function followed(on: QueueLine, job: SpoolJob, id: number): Promise<SpoolOutcome> {
  const { name, line } = on;
  const { spoolerMs, queueStepMs, pollMs } = on.timing;
  let lastStep = '';
  let over = AbortSignal.timeout(queueStepMs);
  let why = 'it stayed in the queue';
  while (!over.aborted) {
    const result = await line.call(spoolerMs, 'jobs', name);
    if (result.is !== 'answered') {
      why = result.why;
      break;
    }
    const found = result.value.find((each) => each.id === id);
    // A queue that keeps printed documents lists the job forever.
    if (found === undefined || isHandedOn(found)) return { is: 'sent', detail: { code: 'queue-took', queue: name, job: String(id) } };
    if (isDeleted(found)) return { is: 'unknown', detail: { code: 'queue-job-deleted', queue: name } };
    const step = `${found.status} ${found.pages}`;
    if (step !== lastStep) over = AbortSignal.timeout(queueStepMs);
    lastStep = step;
    const reason = jobFault(found);
    job.sees(reason === undefined ? { kind: 'printing' } : { kind: 'not-ready', reason });
    await wait(pollMs);
  }
  return takenBack(on, id, why);
}

async function takenBack({ name: queue, line, timing }: QueueLine, id: number, why: string): Promise<SpoolOutcome> {
  const result = await line.call(timing.queueAnswerMs, 'cancel', queue, id);
  return { is: 'unknown', detail: { code: result.is === 'answered' ? 'queue-job-cancelled' : 'queue-job-stays', queue, why } };
}

async function printPdf(on: QueueLine, job: SpoolJob, sumatra: Pick<SumatraPrint, 'program' | 'folder' | 'stays'>): Promise<SpoolOutcome> {
  const { name, line } = on;
  const { spoolerMs, queueAnswerMs } = on.timing;
  // Starts the watching process before there is anything to see.
  const before = await line.call(spoolerMs, 'jobs', name);
  if (before.is !== 'answered') return { is: 'not-sent', detail: { code: 'queue-refused', queue: name, why: before.why } };
  const forms = await line.call(queueAnswerMs, 'forms', name);
  const form = forms.is === 'answered' ? formOf(forms.value, job.printer) : undefined;
  const watch = new AbortController();
  let seen: Promise<number | undefined> = Promise.resolve(undefined);
  const run = await printWithSumatra({
    ...sumatra,
    queue: name,
    bytes: job.sheet.bytes,
    timeoutMs: spoolerMs,
    paperKind: form?.kind,
    begins: (document) => {
      seen = jobCalled(on, document, watch.signal);
    },
    // A job that SumatraPDF queued is in the queue now, or has passed through it.
  }).finally(() => watch.abort());
  const id = await seen;
  if (id === undefined) {
    if (run.is === 'not-begun') return { is: 'not-sent', detail: { code: 'windows-pdf-not-begun', why: run.why } };
    return { is: 'unknown', detail: { code: 'windows-pdf-unseen', queue: name } };
  }
  if (run.is !== 'ended') return takenBack(on, id, run.why);
  job.taken();
  return followed(on, job, id);
}

/** Returns the id of this document's job once it is in the queue. Looks a last time when `until` aborts. */
async function jobCalled({ name, line, timing }: QueueLine, document: string, until: AbortSignal): Promise<number | undefined> {
  for (;;) {
    const isLast = until.aborted;
    const result = await line.call(timing.spoolerMs, 'jobs', name);
    const found = result.is === 'answered' ? result.value.find((job) => job.document.includes(document)) : undefined;
    if (found !== undefined || isLast) return found?.id;
    await wait(watchMs);
  }
}
