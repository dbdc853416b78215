import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ProcessMetric } from 'electron';
import { watchdogMs } from '../watchdog.ts';
import { BrowserWindow, windowLife } from './browser-window.ts';
import { describePaths, getPath, setPath } from './paths.ts';
import { preventableEvent } from './preventable-event.ts';
import { memoryMb } from './process-memory.ts';
import { appIsReady, becomeReady, requireUnready } from './ready.ts';
import { type OpenSurface, useSurfaces } from './surface.ts';
import { utilityProcesses } from './utility-process.ts';

export interface AppDescription {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** The program that `relaunch` starts again, with the arguments that precede the app's own. */
  readonly command: readonly string[];
}

/** Shows the windows of one run. */
export interface Display {
  readonly openSurface: OpenSurface;
  /** Closes everything that was started for the display. */
  stop(): Promise<void>;
}

const takesCallsEveryMs = 50;

export class App extends EventEmitter {
  readonly isPackaged = false;
  wantsSandbox = false;
  readonly commandLine = commandLineOf(process.argv);
  readonly getPath = getPath;
  readonly setPath = setPath;
  readonly #ready = Promise.withResolvers<void>();
  #description: AppDescription = { name: 'Electron', version: '0.0.0', folder: process.cwd(), command: [] };
  #display: Display | undefined;
  #isQuitting = false;
  #isExiting = false;
  #relaunchArgs: readonly string[] | undefined;
  #lock: DatabaseSync | undefined;

  describe(description: AppDescription): void {
    this.#description = description;
    describePaths({ name: description.name, userData: this.commandLine.getSwitchValue('user-data-dir') });
  }

  /** Emits `ready` once windows can be shown. A driver connects before that, so that it sees every window from its first moment. */
  async start(startDisplay: (switches: readonly string[]) => Promise<Display>): Promise<void> {
    try {
      this.#display = await startDisplay(this.commandLine.appended());
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }
    useSurfaces(this.#display.openSurface);
    windowLife.on('created', (window) => this.emit('browser-window-created', {}, window));
    windowLife.on('all-closed', () => this.#afterLastWindow());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.quit());
    becomeReady();
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  isReady(): boolean {
    return appIsReady();
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  getName(): string {
    return this.#description.name;
  }

  getVersion(): string {
    return this.#description.version;
  }

  getAppPath(): string {
    return this.#description.folder;
  }

  /**
   * Metrics of the processes that the program started itself. Fields that the app does not use are left out. Memory in KB, as Electron
   * counts it.
   */
  getAppMetrics(): Pick<ProcessMetric, 'pid' | 'type' | 'memory'>[] {
    const metric = (type: ProcessMetric['type'], pid: number) => {
      const workingSetSize = (memoryMb(pid) ?? 0) * 1024;
      return { pid, type, memory: { workingSetSize, peakWorkingSetSize: workingSetSize } };
    };
    const utilities = utilityProcesses().flatMap(({ pid }) => pid ?? []);
    return [metric('Browser', process.pid), ...utilities.map((pid) => metric('Utility', pid))];
  }

  /**
   * Returns true for one process per user data folder; the lock ends with the process. A second process hands its command line and folder
   * to the first, which receives them as soon as it is ready.
   */
  requestSingleInstanceLock(): boolean {
    if (this.#lock !== undefined) return true;
    const lock = new DatabaseSync(join(getPath('userData'), 'stand-in.lock'));
    const calls = join(getPath('userData'), 'stand-in.calls');
    mkdirSync(calls, { recursive: true });
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch {
      lock.close();
      const call = join(calls, String(process.pid));
      writeFileSync(`${call}.new`, JSON.stringify({ argv: process.argv, cwd: process.cwd() }));
      renameSync(`${call}.new`, call);
      return false;
    }
    this.#lock = lock;
    for (const left of readdirSync(calls)) rmSync(join(calls, left));
    setInterval(() => this.#takeCalls(calls), takesCallsEveryMs).unref();
    return true;
  }

  #takeCalls(folder: string): void {
    if (!appIsReady()) return;
    for (const name of readdirSync(folder).filter((each) => /^\d+$/.test(each))) {
      const { argv, cwd } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly argv: string[]; readonly cwd: string };
      rmSync(join(folder, name));
      this.emit('second-instance', {}, argv, cwd, null);
    }
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock !== undefined;
  }

  releaseSingleInstanceLock(): void {
    this.#lock?.close();
    this.#lock = undefined;
  }

  quit(): void {
    void this.#quit();
  }

  async #quit(): Promise<void> {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    this.#isQuitting = (await this.#askToQuit()) && this.#emitUnprevented('will-quit');
    if (this.#isQuitting) this.exit(0);
  }

  async #askToQuit(): Promise<boolean> {
    if (!this.#emitUnprevented('before-quit')) return false;
    for (const window of BrowserWindow.getAllWindows()) {
      if (!(await window.tryClose())) return false;
    }
    return true;
  }

  #emitUnprevented(name: string): boolean {
    const event = preventableEvent();
    this.emit(name, event);
    return !event.defaultPrevented;
  }

  #afterLastWindow(): void {
    if (this.#isQuitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }

  /** Starts another process after this one has ended, with these arguments or with the same. */
  relaunch({ args = process.argv.slice(1) }: { readonly args?: readonly string[] } = {}): void {
    this.#relaunchArgs = args;
  }

  /** Exits without asking: emits neither `before-quit` nor `close`. */
  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    // Windows that end with Chromium are not closed by a person.
    this.#isQuitting = true;
    const patience = new Promise((resolve) => setTimeout(resolve, watchdogMs));
    void Promise.race([this.#display?.stop(), patience]).finally(() => {
      this.emit('quit', {}, code);
      this.releaseSingleInstanceLock();
      const [program = process.execPath, ...before] = this.#description.command;
      if (this.#relaunchArgs) spawn(program, [...before, ...this.#relaunchArgs], { stdio: 'inherit', detached: true }).unref();
      process.exit(code);
    });
  }

  /** Chromium runs here without its sandbox. The request is stored so that a test can read it. */
  enableSandbox(): void {
    requireUnready('app.enableSandbox() can only be called before app is ready');
    this.wantsSandbox = true;
  }
}

function commandLineOf(given: string[]): {
  getSwitchValue(name: string): string;
  appendSwitch(name: string, value?: string): void;
  /** Returns the switches that the app added, in Chromium's format. */
  appended(): string[];
} {
  const appended: string[] = [];
  const switches = new Map(
    given.flatMap((argument) => {
      const parts = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
      return parts === null ? [] : [[parts[1] ?? '', parts[2] ?? ''] as const];
    }),
  );
  return {
    getSwitchValue: (name) => switches.get(name) ?? '',
    appendSwitch: (name, value = '') => {
      if (typeof name !== 'string' || typeof value !== 'string') throw new TypeError('Error processing argument, conversion failure');
      switches.set(name, value);
      appended.push(value === '' ? `--${name}` : `--${name}=${value}`);
    },
    appended: () => appended,
  };
}

export const app = new App();
