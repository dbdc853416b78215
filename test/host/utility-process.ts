import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import type { ForkOptions } from 'electron';

/** Resolves from a bundled program in a folder at this depth, too. */
const parentPort = new URL('../../test/host/utility-parent-port.ts', import.meta.url).href;

/**
 * Electron's `UtilityProcess` as a process of Node. As in Electron, messages are structured clones and wait for a process that is still
 * starting; nothing can be killed before `spawn`; a heap that is too small causes `error` before `exit`; the process keeps no program open
 * and outlives none.
 */
export class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #hasSpawned = false;
  #isKilled = false;

  constructor(modulePath: string, processArguments: string[], options: ForkOptions) {
    super();
    const stdio = options.stdio === 'pipe' || options.stdio === 'ignore' ? options.stdio : 'inherit';
    this.#child = fork(modulePath, processArguments, {
      env: { ...(options.env ?? process.env) },
      execArgv: ['--import', parentPort, ...(options.execArgv ?? []).flatMap(asNodeTakesIt)],
      stdio: ['ignore', stdio, stdio, 'ipc'],
      serialization: 'advanced',
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('spawn', () => {
      this.#hasSpawned = true;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    // The process could not be started, or is gone already: `exit` reports it.
    this.#child.on('error', () => {
      if (!this.#hasSpawned) this.emit('exit', 1);
    });
    this.#child.on('exit', (code, signal) => {
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', '', '');
      this.emit('exit', this.#isKilled ? 0 : (code ?? (signal ? constants.signals[signal] : 1)));
    });
  }

  get pid(): number | undefined {
    return this.#hasSpawned && this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  get stdout(): ChildProcess['stdout'] {
    return this.#child.stdout;
  }

  get stderr(): ChildProcess['stderr'] {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    const cloned = structuredClone(message) as object;
    if (this.#child.connected) this.#child.send(cloned);
  }

  kill(): boolean {
    if (this.pid === undefined) return false;
    // Electron asks the process to end and makes sure that it does, whatever it is doing.
    this.#isKilled = this.#child.kill('SIGKILL');
    return this.#isKilled;
  }
}

/** Electron passes `--js-flags` to V8; Node takes the same flags on its own command line. */
const asNodeTakesIt = (argument: string): string[] =>
  argument.startsWith('--js-flags=') ? argument.slice('--js-flags='.length).split(' ') : [argument];

const running = new Set<UtilityProcess>();
export const utilityProcesses = (): readonly UtilityProcess[] => [...running];

export const utilityProcess = {
  fork(modulePath: string, processArguments: string[] = [], options: ForkOptions = {}): UtilityProcess {
    const started = new UtilityProcess(modulePath, processArguments, options);
    running.add(started);
    started.once('exit', () => running.delete(started));
    return started;
  },
};
