import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { access, constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** `ended`: finished without an error, which proves nothing. `not-begun`: nothing reached a queue. `cut-off`: it may have begun. */
export type SumatraRun = { readonly is: 'ended' } | { readonly is: 'not-begun' | 'cut-off'; readonly why: string };

export interface SumatraPrint {
  readonly program: string;
  readonly queue: string;
  readonly bytes: Uint8Array;
  readonly folder: string;
  readonly timeoutMs: number;
  /** The driver's number of the paper. If undefined, the driver's own settings decide. */
  readonly paperKind: number | undefined;
  /** Receives the name of the document in the queue, before it enters the queue. */
  readonly begins: (document: string) => void;
  /** Receives the error code if the file could not be removed afterwards. */
  readonly stays: (code: string) => void;
}

/** Prints one document with SumatraPDF, from a temporary file of its own. */
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
  // Windows holds a file of a killed program for a moment. A file that stays is removed at the next start of the program.
  await rm(own.folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 100 }).catch((error: NodeJS.ErrnoException) =>
    how.stays(error.code ?? ''),
  );
  return ran;
}

/** Creates a folder with only the PDF. Windows lists the job under the file name, so no other job may have the same name. */
async function ownFolder({ folder, bytes }: SumatraPrint): Promise<{ readonly folder: string; readonly file: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'sheet-'));
  const file = join(own, `${basename(own)}.pdf`);
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
  return { folder: own, file };
}

async function run({ program, queue, timeoutMs, paperKind }: SumatraPrint, file: string): Promise<SumatraRun> {
  const { default: pdfToPrinter } = await import('pdf-to-printer');
  // The library starts the program at once and does not expose it, but a hanging program must still be killed.
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
    // SumatraPDF ends with 1 for an unknown printer and for a file that it cannot read.
    return { is: child?.pid === undefined || child.exitCode === 1 ? 'not-begun' : 'cut-off', why };
  } finally {
    clearTimeout(timer);
  }
}
