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
  /** Told why the file could not be removed afterwards. */
  readonly stays: (code: string) => void;
}

/** One document for SumatraPDF, in a file of its own that is gone afterwards. `document` is its name in the queue. */
export async function printWithSumatra(how: SumatraPrint): Promise<SumatraRun> {
  const isThere = await access(how.program, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return { is: 'not-begun', why: `${how.program} is missing` };
  const own = await ownFolder(how).catch((error: unknown) => String(error));
  if (typeof own === 'string') return { is: 'not-begun', why: own };
  how.begins(basename(own.file));
  const ran = await run(how, own.file);
  // Windows keeps a file of a program that was just killed for a moment. What stays is gone when the program starts the next time.
  await rm(own.folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 100 }).catch((error: NodeJS.ErrnoException) =>
    how.stays(error.code ?? ''),
  );
  return ran;
}

/** A folder with the PDF alone. Windows lists the job under the name of the file: it must be no other job's. */
async function ownFolder({ folder, bytes }: SumatraPrint): Promise<{ readonly folder: string; readonly file: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'sheet-'));
  const file = join(own, `${basename(own)}.pdf`);
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
  return { folder: own, file };
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
