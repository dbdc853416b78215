import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { access, constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** `ended`: it went through without a complaint, which proves nothing. `not-begun`: nothing reached a queue. `cut-off`: it may have begun. */
export type SumatraRun = { readonly is: 'ended' } | { readonly is: 'not-begun' | 'cut-off'; readonly why: string };

interface SumatraPrint {
  readonly program: string;
  readonly queue: string;
  readonly bytes: Uint8Array;
  readonly folder: string;
  readonly timeoutMs: number;
  /** The driver's number of the paper; its own settings say where undefined. */
  readonly paperKind: number | undefined;
  /** Told the name under which the document comes into the queue, before it does. */
  readonly begins: (document: string) => void;
}

/** One document for SumatraPDF, in a file of its own that is gone afterwards. `document` is its name in the queue. */
export async function printWithSumatra(how: SumatraPrint): Promise<SumatraRun> {
  const isThere = await access(how.program, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return { is: 'not-begun', why: `${how.program} is missing` };
  await mkdir(how.folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(how.folder, 'sheet-'));
  try {
    // Windows lists the job under this name: it must be no other job's.
    const file = join(own, `${basename(own)}.pdf`);
    await writeFile(file, how.bytes, { mode: 0o600, flag: 'wx' });
    how.begins(basename(file));
    return await run(how, file);
  } finally {
    // Windows keeps a file of a program that was just killed for a moment.
    await rm(own, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function run({ program, queue, timeoutMs, paperKind }: SumatraPrint, file: string): Promise<SumatraRun> {
  const { default: pdfToPrinter } = await import('pdf-to-printer');
  // The library starts the program at once and keeps it to itself; a program that hangs must be killed all the same.
  let child: ChildProcess | undefined;
  const catches = (message: unknown): void => {
    child = (message as { readonly process: ChildProcess }).process;
  };
  subscribe('child_process', catches);
  let printing: Promise<void>;
  try {
    const paper = paperKind === undefined ? {} : { paperKind };
    printing = pdfToPrinter.print(file, { printer: queue, scale: 'noscale', silent: true, sumatraPdfPath: program, ...paper });
  } finally {
    unsubscribe('child_process', catches);
  }
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child?.kill('SIGKILL');
  }, timeoutMs);
  try {
    await printing;
    return { is: 'ended' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (isLate) return { is: 'cut-off', why: `SumatraPDF took longer than ${timeoutMs} ms` };
    // It ends with 1 for an unknown printer and for a file it cannot read.
    return { is: child?.pid === undefined || child.exitCode === 1 ? 'not-begun' : 'cut-off', why };
  } finally {
    clearTimeout(timer);
  }
}
