import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../bench/ports/log.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { PrinterTiming } from './printer-timing.ts';
import { printRaw } from './raw-printer.ts';
import type { SpoolJob, SpoolOutcome, SpoolQueues } from './spool-queue.ts';
import { createSpoolerLine, type SpoolerLine } from './spooler-line.ts';
import { printWithSumatra } from './sumatra-pdf.ts';
import { isDeleted, isHandedOn, jobFault, queueStatus } from './windows-status.ts';
import { formOf, isRawDriver, windowsWarnings } from './windows-warnings.ts';
import type { WindowsQueue } from './winspool.ts';

const chunkBytes = 65_536;
/** A small page is through its queue in a moment. */
const watchMs = 50;

/**
 * The queues of Windows: raw ZPL through winspool, PDF through SumatraPDF; both are watched in their queue and taken back where they stay in it.
 *
 * Queues of an XPS (v4) driver print nothing from raw bytes; a label printer there needs the maker's v3 driver or "Generic / Text Only".
 */
export function createWindowsQueues(options: {
  /** For the files that SumatraPDF reads. */
  readonly folder: string;
  readonly timing: Pick<PrinterTiming, 'spoolerMs' | 'queueStepMs' | 'queueAnswerMs' | 'pollMs'>;
  readonly sumatraPdfPath: string;
  readonly workers: WorkerProcesses;
  readonly log?: Log;
}): SpoolQueues {
  const { folder, timing, sumatraPdfPath, log = () => undefined } = options;
  const { spoolerMs, queueStepMs, queueAnswerMs } = timing;
  /** A question that hangs is given up with its process, and a print must not be given up with it. */
  const questions = createSpoolerLine(options.workers);
  const prints = new Map<string, SpoolerLine>();

  function printsOn(queue: string): SpoolerLine {
    const line = prints.get(queue) ?? createSpoolerLine(options.workers);
    prints.set(queue, line);
    return line;
  }

  async function described(name: string, line = questions): Promise<WindowsQueue | undefined> {
    const said = await line.call(queueAnswerMs, 'queue', name);
    return said.is === 'said' ? said.value : undefined;
  }

  /** Hands raw bytes to a new job and closes it. Windows has the job before it has a byte, so it can be taken back whatever comes. */
  async function sendRaw(job: SpoolJob, bytes: Uint8Array): Promise<SpoolOutcome> {
    const { name, title } = job;
    const line = printsOn(name);
    const begun = await line.call(spoolerMs, 'begin', name, title);
    if (begun.is !== 'said') return { is: 'not-sent', detail: { code: 'queue-refused', queue: name, why: begun.why } };
    let taken = 0;
    const stopped = (why: string): Promise<SpoolOutcome> =>
      takenBack(name, begun.value, `${why} (${taken} of ${bytes.length} bytes taken)`);
    while (taken < bytes.length) {
      const wrote = await line.call(spoolerMs, 'write', bytes.subarray(taken, taken + chunkBytes));
      if (wrote.is !== 'said') return stopped(wrote.why);
      if (wrote.value === 0) return stopped('it took no more');
      taken += wrote.value;
    }
    const ended = await line.call(spoolerMs, 'end');
    if (ended.is !== 'said') return stopped(ended.why);
    job.taken();
    return followed(job, begun.value);
  }

  /** Waits until the queue has handed the job on. One that makes no step for long is taken back: it would come out when nobody expects it any more. */
  async function followed(job: SpoolJob, id: number): Promise<SpoolOutcome> {
    const line = printsOn(job.name);
    let lastStep = '';
    let over = AbortSignal.timeout(queueStepMs);
    let why = 'it stayed in the queue';
    while (!over.aborted) {
      const said = await line.call(spoolerMs, 'jobs', job.name);
      if (said.is !== 'said') {
        why = said.why;
        break;
      }
      const found = said.value.find((each) => each.id === id);
      // One that keeps what it printed lists it ever after.
      if (found === undefined || isHandedOn(found)) return { is: 'sent', detail: { code: 'queue-took', queue: job.name, job: String(id) } };
      if (isDeleted(found)) return { is: 'unknown', detail: { code: 'queue-job-deleted', queue: job.name } };
      const step = `${found.status} ${found.pages}`;
      if (step !== lastStep) over = AbortSignal.timeout(queueStepMs);
      lastStep = step;
      const reason = jobFault(found);
      job.sees(reason === undefined ? { kind: 'printing' } : { kind: 'not-ready', reason });
      await wait(timing.pollMs);
    }
    return takenBack(job.name, id, why);
  }

  async function takenBack(queue: string, id: number, why: string): Promise<SpoolOutcome> {
    const said = await printsOn(queue).call(queueAnswerMs, 'cancel', queue, id);
    return { is: 'unknown', detail: { code: said.is === 'said' ? 'queue-job-cancelled' : 'queue-job-stays', queue, why } };
  }

  async function printPdf(job: SpoolJob): Promise<SpoolOutcome> {
    const { name } = job;
    // The process that watches is there before there is something to see.
    const before = await printsOn(name).call(spoolerMs, 'jobs', name);
    if (before.is !== 'said') return { is: 'not-sent', detail: { code: 'queue-refused', queue: name, why: before.why } };
    const forms = await printsOn(name).call(queueAnswerMs, 'forms', name);
    const form = forms.is === 'said' ? formOf(forms.value, job.printer) : undefined;
    const watch = new AbortController();
    let seen: Promise<number | undefined> = Promise.resolve(undefined);
    const run = await printWithSumatra({
      program: sumatraPdfPath,
      queue: name,
      bytes: job.sheet.bytes,
      folder,
      timeoutMs: spoolerMs,
      paperKind: form?.kind,
      stays: (code) => log('printed-file-stays', { code }),
      begins: (document) => {
        seen = jobCalled(name, document, watch.signal);
      },
      // What came into the queue while it ran is there now, or gone through it.
    }).finally(() => watch.abort());
    const id = await seen;
    if (id === undefined) {
      if (run.is === 'not-begun') return { is: 'not-sent', detail: { code: 'windows-pdf-not-begun', why: run.why } };
      return { is: 'unknown', detail: { code: 'windows-pdf-unseen', queue: name } };
    }
    if (run.is !== 'ended') return takenBack(name, id, run.why);
    job.taken();
    return followed(job, id);
  }

  /** The job of this document, once it was seen in the queue; asked a last time when `until` comes. */
  async function jobCalled(queue: string, document: string, until: AbortSignal): Promise<number | undefined> {
    for (;;) {
      const isLast = until.aborted;
      const said = await printsOn(queue).call(spoolerMs, 'jobs', queue);
      const found = said.is === 'said' ? said.value.find((job) => job.document.includes(document)) : undefined;
      if (found !== undefined || isLast) return found?.id;
      await wait(watchMs);
    }
  }

  return {
    async names() {
      const said = await questions.call(spoolerMs, 'queues');
      return said.is === 'said' ? said.value.map(({ name }) => name) : [];
    },
    async status(name) {
      const said = await questions.call(queueAnswerMs, 'queue', name);
      if (said.is === 'gone') return { kind: 'cannot-say' };
      return said.is === 'said' ? queueStatus(said.value) : { kind: 'not-ready', reason: 'offline' };
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
        driver: driver.is === 'said' ? driver.value : undefined,
        forms: forms.is === 'said' ? forms.value : undefined,
        isProtected: isProtected.is === 'said' && isProtected.value,
      };
      return windowsWarnings(setup, printer);
    },
    async print(job) {
      // A question about another queue may hang, and would be given up with this one.
      const found = await described(job.name, printsOn(job.name));
      if (found === undefined) return { is: 'not-sent', detail: { code: 'windows-opened-none', queue: job.name } };
      const status = queueStatus(found);
      if (status.kind === 'not-ready')
        return { is: 'not-sent', reason: status.reason, detail: { code: 'printer-is', reason: status.reason } };
      return job.sheet.format === 'PDF' ? printPdf(job) : printRaw(job.sheet.bytes, (bytes) => sendRaw(job, bytes));
    },
  };
}
