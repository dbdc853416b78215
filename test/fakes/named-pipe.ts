import { execFileSync } from 'node:child_process';

/** Creates a named pipe: a program that opens it waits until the other end is opened too. Not on Windows. */
export const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);
