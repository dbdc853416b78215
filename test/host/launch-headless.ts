import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Inside, Question } from './remote-control.ts';

export interface Headless {
  /** Runs a function inside the program; the function must not use anything around it. Rejects if it throws or the program ends. */
  evaluate<T, A = undefined>(run: (inside: Inside, argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** Output so far, of both streams. */
  output(): string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  kill(): void;
}

export interface HeadlessOptions {
  readonly userData: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder with the package.json to start; default: the built project. */
  readonly appFolder?: string;
  readonly cwd?: string;
  /** A module that is loaded before the program. */
  readonly first?: string;
}

const projectFolder = resolve(import.meta.dirname, '../..');
const url = (name: string): string => new URL(name, import.meta.url).href;

/** Starts the built program on the stand-in for Electron without a browser: main, preload and IPC are real, the page is a script of the test. */
export function launchHeadless({
  userData,
  args = [],
  env = {},
  appFolder = projectFolder,
  cwd = projectFolder,
  first,
}: HeadlessOptions): Headless {
  const child: ChildProcess = fork(join(import.meta.dirname, 'start-main.ts'), [`--user-data-dir=${userData}`, appFolder, ...args], {
    execArgv: ['./resolve-electron.ts', './remote-control.ts', ...(first ? [first] : [])].flatMap((module) => ['--import', url(module)]),
    cwd,
    env: { ...process.env, HOST_WINDOW: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (written += String(text)));
  const ended = new Promise<number | string>((end) => child.once('close', (code, signal) => end(code ?? signal ?? 1)));
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  child.on('message', ({ id, value, error }: { readonly id: number; readonly value?: unknown; readonly error?: string }) => {
    if (error === undefined) open.get(id)?.resolve(value);
    else open.get(id)?.reject(new Error(error));
    open.delete(id);
  });
  void ended.then((code) => {
    for (const { reject } of open.values()) reject(new Error(`The program ended with ${code}: ${written}`));
  });
  return {
    evaluate<T, A>(run: (inside: Inside, argument: A) => T | Promise<T>, argument?: A) {
      const answer = Promise.withResolvers<unknown>();
      open.set(++lastId, answer);
      child.send({ id: lastId, source: run.toString(), argument } satisfies Question, (error) => error && answer.reject(error));
      return answer.promise as Promise<T>;
    },
    output: () => written,
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
}
