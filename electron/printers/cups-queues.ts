import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { PrinterReason } from '../../shared/print-reason.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import { askIpp, type IppAttribute, type IppObject, type IppResult, type IppServer } from './ipp.ts';
import type { PrinterTiming } from './printer-timing.ts';
import { printRaw } from './raw-printer.ts';
import type { SpoolJob, SpoolOutcome, SpoolQueues } from './spool-queue.ts';

const operations = {
  cancelJob: 8,
  jobAttributes: 9,
  printerAttributes: 0x0b,
  createJob: 5,
  sendDocument: 6,
  cupsPrinters: 0x4002,
} as const;
const jobStates = { pending: 3, held: 4, stopped: 6, cancelled: 7, aborted: 8, completed: 9 } as const;
const printerStopped = 5;
const notFound = 0x0406;

const sockets = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];

/** The print server of this computer, or the one that `CUPS_SERVER` names. */
export function cupsServer(env: NodeJS.ProcessEnv): IppServer {
  const named = env['CUPS_SERVER']?.replace(/\/version=.*$/, '');
  if (named?.startsWith('/')) return { socketPath: named };
  const [, host, port] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(named ?? '') ?? [];
  if (host !== undefined) return { host, port: Number(port ?? '631') };
  const socketPath = sockets.find((path) => existsSync(path));
  return socketPath === undefined ? { host: 'localhost', port: 631 } : { socketPath };
}

// CUPS itself forbids most of these, and splits lists of names at the others.
const isQueueName = (name: string): boolean => /^[^\s/#,'"\\-][^\s/#,'"\\]*$/.test(name);

/** The paper size as CUPS names it: 1:1 on a page of exactly that size. */
export function mediaName(size: { readonly widthMm: number; readonly heightMm: number }): string {
  if (size.widthMm === 210 && size.heightMm === 297) return 'A4';
  if (size.widthMm === 215.9 && size.heightMm === 279.4) return 'Letter';
  return `Custom.${size.widthMm}x${size.heightMm}mm`;
}

interface Sends {
  readonly jobAttributes?: readonly IppAttribute[];
  readonly document?: Uint8Array;
  readonly timeoutMs?: number;
}
type NoPrinter = 'no-such' | 'no-server' | 'no-answer';

const firstError = 0x0400;
type Done = Extract<IppResult, { readonly is: 'answered' }>;
const wasDone = (result: IppResult): result is Done => result.is === 'answered' && result.answer.status < firstError;

const refusals: Readonly<Record<number, string>> = {
  1025: 'it is forbidden',
  1027: 'it is forbidden',
  1030: 'there is no such queue',
  1286: 'it takes no jobs',
};
function whyOf(result: IppResult): string {
  if (result.is !== 'answered') return result.why;
  return refusals[result.answer.status] ?? `IPP status 0x${result.answer.status.toString(16).padStart(4, '0')}`;
}

function numberIn(object: IppObject | undefined, name: string): number | undefined {
  const value = object?.get(name)?.[0];
  return typeof value === 'number' ? value : undefined;
}

const troubleOf = (printer: IppObject): PrinterReason | undefined => reasonIn(printer.get('printer-state-reasons') ?? []);

function statusOf(printer: IppObject): PrinterStatus {
  if (numberIn(printer, 'printer-state') === printerStopped) return { kind: 'not-ready', reason: troubleOf(printer) ?? 'paused' };
  if (printer.get('printer-is-accepting-jobs')?.[0] === false) return { kind: 'not-ready', reason: 'not-ready' };
  return { kind: 'cannot-say' };
}

const hasBegun = (job: IppObject): boolean => numberIn(job, 'time-at-processing') !== undefined;

/** True if the queue started a job, did not finish it, and will send it again by itself. */
const isPutBack = (job: IppObject): boolean =>
  hasBegun(job) && [jobStates.pending, jobStates.held, jobStates.stopped].some((state) => state === numberIn(job, 'job-state'));

/** Outcome of a finished job, or `undefined` if the job is not finished. `why` is the reason for cancelling it, if it was cancelled. */
function endOf(queue: string, id: number, job: IppObject, why?: string): SpoolOutcome | undefined {
  const state = numberIn(job, 'job-state') ?? 0;
  // The queue also reports `completed` if the printer closed the connection half-way. CUPS gives no more detail.
  if (state === jobStates.completed) return { is: 'sent', detail: { code: 'queue-took', queue, job: `${queue}-${id}` } };
  if (state !== jobStates.cancelled && state !== jobStates.aborted) return undefined;
  if (!hasBegun(job)) return { is: 'not-sent', detail: { code: 'queue-job-unbegun', queue, why: why ?? 'it was taken out of the queue' } };
  return { is: 'unknown', detail: why === undefined ? { code: 'queue-job-deleted', queue } : { code: 'queue-job-cancelled', queue, why } };
}

/** A server without a job history forgets both finished and failed jobs. */
const forgotten = (queue: string): SpoolOutcome => ({ is: 'unknown', detail: { code: 'queue-job-forgotten', queue } });

interface CupsOptions {
  readonly timing: Pick<PrinterTiming, 'spoolerMs' | 'queueStepMs' | 'queueAnswerMs' | 'pollMs'>;
  readonly env: NodeJS.ProcessEnv;
}

/** The queues of CUPS, over IPP. A job is watched until the queue has passed it on, and cancelled if it stays in the queue. */
export function createCupsQueues(options: CupsOptions): SpoolQueues {
  const cups = openCups(options);
  return {
    names: cups.names,
    async status(name) {
      if (!isQueueName(name)) return { kind: 'not-ready', reason: 'not-ready' };
      const found = await cups.printer(name);
      if (found === 'no-such' || found === 'no-server') return { kind: 'not-ready', reason: found === 'no-such' ? 'offline' : 'not-ready' };
      if (found === 'no-answer') return { kind: 'cannot-say' };
      return statusOf(found);
    },
    warnings: async () => [],
    async isRaw(name) {
      if (!isQueueName(name)) return undefined;
      const found = await cups.printer(name);
      const model = typeof found === 'string' ? undefined : found.get('printer-make-and-model')?.[0];
      return typeof model === 'string' ? /\braw\b/i.test(model) : undefined;
    },
    async print(job) {
      const { name, sheet } = job;
      if (!isQueueName(name)) return { is: 'not-sent', detail: { code: 'queue-name-impossible', queue: name } };
      const found = await cups.printer(name);
      if (typeof found === 'string')
        return { is: 'not-sent', detail: { code: found === 'no-such' ? 'queue-missing' : 'queue-server-missing', queue: name } };
      const status = statusOf(found);
      if (status.kind === 'not-ready')
        return { is: 'not-sent', reason: status.reason, detail: { code: 'printer-is', reason: status.reason } };
      return sheet.format === 'ZPL' ? printRaw(sheet.bytes, (bytes) => send(cups, job, bytes)) : send(cups, job, sheet.bytes);
    },
  };
}

/** Asks CUPS about its queues and jobs, and gives it jobs. */
function openCups({ timing, env }: CupsOptions) {
  const server = cupsServer(env);
  const user = userInfo().username;

  const uriOf = (name: string): string => `ipp://localhost/printers/${encodeURIComponent(name)}`;
  function ask(name: string, operation: number, more: readonly IppAttribute[], sends: Sends = {}): Promise<IppResult> {
    return askIpp(
      server,
      `/printers/${encodeURIComponent(name)}`,
      {
        operation,
        attributes: [['uri', 'printer-uri', uriOf(name)], ...more],
        ...(sends.jobAttributes && { jobAttributes: sends.jobAttributes }),
      },
      { timeoutMs: sends.timeoutMs ?? timing.queueAnswerMs, user, ...(sends.document && { document: sends.document }) },
    );
  }

  async function printer(name: string): Promise<IppObject | NoPrinter> {
    const result = await ask(name, operations.printerAttributes, [
      ['name', 'requesting-user-name', user],
      [
        'keyword',
        'requested-attributes',
        ['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs', 'printer-make-and-model'],
      ],
    ]);
    if (result.is !== 'answered') return result.is;
    const [found] = result.answer.objects;
    return wasDone(result) && found ? found : result.answer.status === notFound ? 'no-such' : 'no-answer';
  }

  async function jobOf(name: string, id: number): Promise<IppObject | 'gone' | undefined> {
    const result = await ask(name, operations.jobAttributes, [
      ['integer', 'job-id', id],
      ['name', 'requesting-user-name', user],
      [
        'keyword',
        'requested-attributes',
        ['job-state', 'job-impressions-completed', 'job-k-octets-processed', 'time-at-processing', 'job-printer-state-message'],
      ],
    ]);
    if (result.is === 'answered' && result.answer.status === notFound) return 'gone';
    return wasDone(result) ? result.answer.objects[0] : undefined;
  }

  async function names(): Promise<readonly string[]> {
    const result = await askIpp(
      server,
      '/',
      { operation: operations.cupsPrinters, attributes: [['keyword', 'requested-attributes', ['printer-name']]] },
      { timeoutMs: timing.spoolerMs, user },
    );
    if (!wasDone(result)) return [];
    return result.answer.objects.map((each) => each.get('printer-name')?.[0]).filter((name) => typeof name === 'string');
  }

  return { timing, user, ask, printer, jobOf, names };
}
type Cups = ReturnType<typeof openCups>;

/** Creates the job before it sends the document, so that the job can be found and cancelled if sending fails. */
async function send(cups: Cups, job: SpoolJob, bytes: Uint8Array): Promise<SpoolOutcome> {
  const { ask, user, timing } = cups;
  const { name, title, sheet } = job;
  const refused = (result: IppResult): SpoolOutcome => ({
    is: 'not-sent',
    detail: { code: 'queue-refused', queue: name, why: whyOf(result) },
  });
  const created = await ask(
    name,
    operations.createJob,
    [
      ['name', 'requesting-user-name', user],
      ['name', 'job-name', title],
    ],
    sheet.format === 'PDF'
      ? {
          jobAttributes: [
            ['keyword', 'media', mediaName(job.printer)],
            ['keyword', 'print-scaling', 'none'],
          ],
        }
      : {},
  );
  const id = wasDone(created) ? numberIn(created.answer.objects[0], 'job-id') : undefined;
  if (id === undefined) return refused(created);
  const sent = await ask(
    name,
    operations.sendDocument,
    [
      ['integer', 'job-id', id],
      ['name', 'requesting-user-name', user],
      ['mime', 'document-format', sheet.format === 'PDF' ? 'application/pdf' : 'application/vnd.cups-raw'],
      ['boolean', 'last-document', true],
    ],
    { document: bytes, timeoutMs: timing.spoolerMs },
  );
  if (wasDone(sent)) job.taken();
  const outcome = await (wasDone(sent) ? followed(cups, job, id) : takenBack(cups, name, id, whyOf(sent)));
  if (codeOf(outcome) !== 'queue-job-stays') await removed(cups, name, id);
  return outcome;
}

const codeOf = ({ detail }: SpoolOutcome): string | undefined => (typeof detail === 'object' ? detail.code : undefined);

/** CUPS keeps the document of a finished job for a day, and its title for longer. A server that does not allow this keeps them. */
async function removed({ ask, user }: Cups, name: string, id: number): Promise<void> {
  const purged: readonly IppAttribute[] = [
    ['integer', 'job-id', id],
    ['name', 'requesting-user-name', user],
    ['boolean', 'purge-job', true],
  ];
  await ask(name, operations.cancelJob, purged);
}

/**
 * Waits until the queue has passed the job on. Cancels a job without progress for `queueStepMs`: it would come out when no packer expects
 * it.
 */
async function followed(cups: Cups, job: SpoolJob, id: number): Promise<SpoolOutcome> {
  const { queueStepMs, pollMs } = cups.timing;
  const { name } = job;
  let lastStep = '';
  let over = AbortSignal.timeout(queueStepMs);
  while (!over.aborted) {
    const found = await cups.jobOf(name, id);
    if (found === 'gone') return forgotten(name);
    const ended = found && endOf(name, id, found);
    if (ended) return ended;
    // The queue would print the job a second time, and part of the first copy may be out.
    if (found && isPutBack(found)) break;
    if (found) {
      const step = JSON.stringify(['job-state', 'job-impressions-completed', 'job-k-octets-processed'].map((each) => found.get(each)));
      // The state reasons only explain a job that does not move. While a job moves they are ignored.
      if (step === lastStep) await report(cups, job);
      else over = AbortSignal.timeout(queueStepMs);
      lastStep = step;
    }
    await wait(pollMs);
  }
  return takenBack(cups, name, id, await whyItStays(cups, name, id));
}

async function report({ printer }: Cups, { name, sees }: SpoolJob): Promise<void> {
  const described = await printer(name);
  if (typeof described === 'string') return;
  const reason = troubleOf(described);
  sees(reason === undefined ? { kind: 'printing' } : { kind: 'not-ready', reason });
}

async function whyItStays({ jobOf }: Cups, name: string, id: number): Promise<string> {
  const found = await jobOf(name, id);
  const message = found === 'gone' ? undefined : found?.get('job-printer-state-message')?.[0];
  return typeof message === 'string' && message !== '' ? message.replace(/\.+$/, '') : 'it stayed in the queue';
}

async function takenBack({ ask, jobOf, user, timing }: Cups, name: string, id: number, why: string): Promise<SpoolOutcome> {
  await ask(name, operations.cancelJob, [
    ['integer', 'job-id', id],
    ['name', 'requesting-user-name', user],
  ]);
  for (const over = AbortSignal.timeout(timing.queueAnswerMs); !over.aborted; await wait(timing.pollMs)) {
    const found = await jobOf(name, id);
    if (found === 'gone') return forgotten(name);
    const ended = found && endOf(name, id, found, why);
    if (ended) return ended;
  }
  return { is: 'unknown', detail: { code: 'queue-job-stays', queue: name, why } };
}

// In the order in which a packer fixes them.
const keywords: readonly (readonly [keyword: RegExp, reason: PrinterReason])[] = [
  [/^(cover|door|interlock)-open$/, 'head-open'],
  [/^media-(empty|needed)$/, 'out-of-labels'],
  [/^(marker-supply|toner)-empty$/, 'out-of-ribbon'],
  [/^(paused|moving-to-paused)$/, 'paused'],
  [/^(offline|shutdown|timed-out|connecting-to-device)$/, 'offline'],
];

/**
 * The trouble in `printer-state-reasons` that keeps a printer from printing. The reasons may be days old: they explain a job that does not
 * move, but alone never prevent printing.
 */
function reasonIn(keywordsOfPrinter: readonly unknown[]): PrinterReason | undefined {
  const troubles = keywordsOfPrinter
    .filter((each): each is string => typeof each === 'string' && !/^none$|-(report|warning)$|^cups-/.test(each))
    .map((each) => each.replace(/-error$/, ''));
  const known = keywords.find(([keyword]) => troubles.some((each) => keyword.test(each)))?.[1];
  return known ?? (troubles.length === 0 ? undefined : 'not-ready');
}
