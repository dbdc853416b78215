// Everything that one run of the stand-in writes for itself (Chromium's profile and temp files) is in one folder named after its process. A
// run that was killed cannot clean up: the next one does.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'packbench-host-';

export function createRunFolder(): string {
  removeFoldersOfTheDead();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${String(process.pid)}-`));
  process.once('exit', () => remove(folder));
  return folder;
}

function removeFoldersOfTheDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^packbench-host-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) remove(join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch (error) {
    console.error(`The stand-in could not remove ${folder}: ${String(error)}`);
  }
}
