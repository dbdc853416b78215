import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { PrintReason } from '../../shared/print-reason.ts';
import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';

export interface SpoolOutcome {
  readonly is: 'sent' | 'not-sent' | 'unknown';
  /** The system's own words, or ours. */
  readonly detail: string | PrintReason;
}

export interface SpoolQueues {
  names(): Promise<readonly string[]>;
  status(name: string): Promise<PrinterStatus>;
  /** Whether the queue passes bytes on as they are, so that it wants ZPL; `undefined` where that is not known. */
  isRaw(name: string): Promise<boolean | undefined>;
  print(printer: PrinterSettings, name: string, sheet: Sheet, title: string): Promise<SpoolOutcome>;
}

interface CommandRun {
  /** `undefined` where it could not be started or was stopped for taking too long. */
  readonly exitCode: number | undefined;
  readonly started: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The queues of CUPS, through its own commands. `env` is what they run with; `CUPS_SERVER` in it names another server. */
export function createCupsQueues(options: {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly env: NodeJS.ProcessEnv;
}): SpoolQueues {
  // Their answers are read, so they must come in one language.
  const env = { ...options.env, LC_ALL: 'C', LANG: 'C' };

  async function run(command: string, args: readonly string[], input?: FileHandle): Promise<CommandRun> {
    const { promise: ended, resolve } = Promise.withResolvers<Pick<CommandRun, 'exitCode' | 'started'>>();
    const child = spawn(command, args, { env, timeout: options.timeoutMs, stdio: [input?.fd ?? 'ignore', 'pipe', 'pipe'] });
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ exitCode: undefined, started: error.code !== 'ENOENT' && error.code !== 'EACCES' }),
    );
    child.once('close', (code) => resolve({ exitCode: code ?? undefined, started: true }));
    const [stdout, stderr, end] = await Promise.all([said(child.stdout), said(child.stderr), ended]);
    return { ...end, stdout, stderr };
  }

  return {
    async names() {
      const { stdout } = await run('lpstat', ['-e']);
      return stdout.split('\n').filter((line) => line !== '');
    },
    async status(name) {
      if (!isQueueName(name)) return { kind: 'not-ready', reason: 'not-ready' };
      const { exitCode, stdout, started } = await run('lpstat', ['-p', name]);
      if (!started) return { kind: 'not-ready', reason: 'not-ready' };
      if (exitCode === undefined) return { kind: 'cannot-say' };
      if (exitCode !== 0) return { kind: 'not-ready', reason: 'offline' };
      return / disabled since /.test(stdout) ? { kind: 'not-ready', reason: 'paused' } : { kind: 'cannot-say' };
    },
    async isRaw(name) {
      if (!isQueueName(name)) return undefined;
      const { stdout } = await run('lpoptions', ['-p', name]);
      const model = /printer-make-and-model=(?:'([^']*)'|(\S+))/.exec(stdout);
      return model === null ? undefined : /\braw\b/i.test(model[1] ?? model[2] ?? '');
    },
    async print(printer, name, sheet, title) {
      if (!isQueueName(name)) return { is: 'not-sent', detail: { code: 'queue-name-impossible', queue: name } };
      const file = await openNameless(options.folder, sheet);
      try {
        const how = sheet.format === 'ZPL' ? ['-o', 'raw'] : ['-o', `media=${mediaName(printer)}`, '-o', 'print-scaling=none'];
        const { exitCode, started, stdout, stderr } = await run('lp', ['-d', name, ...how, '-t', oneLine(title)], file);
        if (exitCode === 0) {
          const job = /request id is (\S+)/.exec(stdout)?.[1] ?? '';
          return { is: 'sent', detail: { code: 'queue-took', queue: name, job } };
        }
        const complaint = oneLine(stderr);
        if (!started) return { is: 'not-sent', detail: { code: 'lp-missing' } };
        if (exitCode === undefined) return { is: 'unknown', detail: { code: 'queue-too-slow', queue: name } };
        return { is: isRefusal(complaint) ? 'not-sent' : 'unknown', detail: complaint };
      } finally {
        await file.close();
      }
    },
  };
}

// These come before anything is handed over. After any other complaint the job may already be in the queue.
function isRefusal(said: string): boolean {
  return /does not exist|not accepting|unable to connect|connection refused|scheduler is not|not authorized|forbidden|unauthorized|unsupported/i.test(
    said,
  );
}

// A leading dash would be read as an option; CUPS itself forbids the others or splits at them.
function isQueueName(name: string): boolean {
  return /^[^\s/#,'"\\-][^\s/#,'"\\]*$/.test(name);
}

/** The paper size as CUPS names it: 1:1 on a page of exactly that size. */
export function mediaName(size: { readonly widthMm: number; readonly heightMm: number }): string {
  if (size.widthMm === 210 && size.heightMm === 297) return 'A4';
  if (size.widthMm === 215.9 && size.heightMm === 279.4) return 'Letter';
  return `Custom.${size.widthMm}x${size.heightMm}mm`;
}

/**
 * Opens the sheet for reading, as a file that has no name any more: it has an end even where this program does not live to write one,
 * and nothing of it is left behind.
 */
async function openNameless(folder: string, sheet: Sheet): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for (let written = 0; written < sheet.bytes.length; )
      written += (await file.write(sheet.bytes, written, sheet.bytes.length - written, written)).bytesWritten;
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

const said = async (stream: Readable | null): Promise<string> => (stream === null ? '' : text(stream));

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
