import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { watchdogMs } from '../watchdog.ts';
import { BrowserWindow, connectWindows, windowLife } from './browser-window.ts';
import { runningChromium, startChromium } from './chromium.ts';
import { connectIpc } from './ipc-main.ts';
import { preventableEvent } from './preventable-event.ts';
import { openProtocol } from './protocol.ts';
import { routeRequests } from './route-requests.ts';

export interface AppDescription {
  name: string;
  version: string;
  folder: string;
}

export class App extends EventEmitter {
  readonly isPackaged = false;
  wantsSandbox = false;
  readonly commandLine = commandLineOf(process.argv);
  readonly #ready = Promise.withResolvers<void>();
  readonly #paths = new Map<string, string>();
  #description: AppDescription = { name: 'Electron', version: '0.0.0', folder: process.cwd() };
  #isReady = false;
  #isQuitting = false;
  #lock: DatabaseSync | undefined;

  describe(description: AppDescription): void {
    this.#description = description;
  }

  /** Starts Chromium and then says ready. Playwright connects in between, so that it sees every window from its first moment. */
  async start({ isDriven, isHeaded }: { isDriven: boolean; isHeaded: boolean }): Promise<void> {
    try {
      const { context, devToolsUrl } = await startChromium(isHeaded, this.commandLine.appended());
      await connectIpc(context);
      await connectWindows(context);
      await routeRequests(context);
      windowLife.on('created', (window) => this.emit('browser-window-created', {}, window));
      windowLife.on('all-closed', () => this.#afterLastWindow());
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.quit());
      if (isDriven) await driverAt(devToolsUrl);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }
    this.#isReady = true;
    openProtocol();
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** Electron's names: home, appData, userData, temp, logs, documents, downloads, desktop and the like. */
  getPath(name: string): string {
    const path = this.#paths.get(name) ?? this.#defaultPath(name);
    if (name === 'userData' || name === 'logs') mkdirSync(path, { recursive: true });
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  #defaultPath(name: string): string {
    const home = homedir();
    switch (name) {
      case 'home':
        return home;
      case 'temp':
        return tmpdir();
      case 'exe':
        return process.execPath;
      case 'appData':
        if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
        return process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
      case 'userData':
      case 'sessionData':
        return this.commandLine.getSwitchValue('user-data-dir') || join(this.getPath('appData'), this.getName());
      case 'logs':
      case 'crashDumps':
        return join(this.getPath('userData'), name);
      case 'documents':
      case 'downloads':
      case 'desktop':
      case 'pictures':
      case 'music':
      case 'videos':
        return join(home, name.charAt(0).toUpperCase() + name.slice(1));
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }

  getName(): string {
    return this.#description.name;
  }

  get name(): string {
    return this.#description.name;
  }

  setName(name: string): void {
    this.#description.name = name;
  }

  getVersion(): string {
    return this.#description.version;
  }

  getAppPath(): string {
    return this.#description.folder;
  }

  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }

  getSystemLocale(): string {
    return this.getLocale();
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }

  /** True for one process per user data folder; the lock goes with the process. The first one is not told about the second. */
  requestSingleInstanceLock(): boolean {
    if (this.#lock !== undefined) return true;
    const lock = new DatabaseSync(join(this.getPath('userData'), 'stand-in.lock'));
    try {
      lock.exec('BEGIN EXCLUSIVE');
      this.#lock = lock;
      return true;
    } catch {
      lock.close();
      return false;
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
    if (!this.#isQuitting) return;
    this.emit('quit', {}, 0);
    this.exit(0);
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

  exit(code = 0): void {
    if (!this.#isReady) process.exit(code);
    const patience = new Promise((resolve) => setTimeout(resolve, watchdogMs));
    void Promise.race([runningChromium().context.close(), patience]).finally(() => process.exit(code));
  }

  focus(): void {}
  /** Chromium runs here without its sandbox; that the app asked for it is kept so that a test can read it. */
  enableSandbox(): void {
    this.wantsSandbox = true;
  }

  disableHardwareAcceleration(): void {}
  setAppUserModelId(): void {}
  setAsDefaultProtocolClient(): boolean {
    return false;
  }
}

function commandLineOf(given: string[]): {
  hasSwitch(name: string): boolean;
  getSwitchValue(name: string): string;
  appendSwitch(name: string, value?: string): void;
  appendArgument(): void;
  /** What the app added itself, as Chromium takes it. */
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
    hasSwitch: (name) => switches.has(name),
    getSwitchValue: (name) => switches.get(name) ?? '',
    appendSwitch: (name, value = '') => {
      switches.set(name, value);
      appended.push(value === '' ? `--${name}` : `--${name}=${value}`);
    },
    appendArgument: () => {},
    appended: () => appended,
  };
}

/** Playwright waits for this line, connects, and calls the global when it is ready to see windows. */
async function driverAt(devToolsUrl: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isInspected = process.execArgv.some((argument) => argument.startsWith('--inspect'));
  if (isInspected) Object.assign(globalThis, { __playwright_run: resolve });
  else resolve();
  process.stderr.write(`DevTools listening on ${devToolsUrl}\n`);
  await promise;
}

export const app = new App();
