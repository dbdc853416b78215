import { execFileSync } from 'node:child_process';

/** A pipe with a name: whoever opens it waits for somebody at the other end. Not on Windows. */
export const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);
