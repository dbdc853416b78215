import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { ForkOptions } from 'electron';

export class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(modulePath: string, processArguments: string[], options: ForkOptions) {
    super();
    const stdio = options.stdio === 'pipe' || options.stdio === 'ignore' ? options.stdio : 'inherit';
    this.#child = fork(modulePath, processArguments, {
      env: { ...(options.env ?? process.env) },
      execArgv: ['--import', new URL('./utility-parent-port.ts', import.meta.url).href, ...(options.execArgv ?? [])],
      stdio: ['ignore', stdio, stdio, 'ipc'],
      serialization: 'advanced',
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('error', (error) => this.emit('error', 'FatalError', error.message, ''));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  get stdout(): ChildProcess['stdout'] {
    return this.#child.stdout;
  }

  get stderr(): ChildProcess['stderr'] {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (modulePath: string, processArguments: string[] = [], options: ForkOptions = {}): UtilityProcess =>
    new UtilityProcess(modulePath, processArguments, options),
};
