import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const needed = [
  '/usr/sbin/cupsd',
  '/usr/sbin/lpadmin',
  '/usr/bin/lpstat',
  '/usr/lib/cups/filter/pdftops',
  '/usr/share/ppd/cups-pdf/CUPS-PDF_opt.ppd',
];

/** Why no CUPS of our own can be started here; `undefined` where it can. */
export function whyNoCups(): string | undefined {
  const missing = needed.filter((path) => !existsSync(path));
  if (missing.length > 0) return `${missing.join(', ')} missing`;
  if (process.getuid?.() !== 0) return 'cupsd starts only for root';
  return undefined;
}

export interface CupsServer {
  readonly env: NodeJS.ProcessEnv;
  admin(command: 'lpadmin' | 'cupsdisable' | 'cupsreject', ...args: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** A CUPS with its own folder and port; the one of the system, if any, is not touched. */
export async function startCups(): Promise<CupsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cups-'));
  // Filters and backends run as another user and must reach the spool.
  await chmod(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  for (const name of ['root', 'root/ppd', 'spool', 'cache', 'run', 'home']) await mkdir(at(name));
  const port = await freePort();
  await writeFile(
    at('cupsd.conf'),
    `Listen 127.0.0.1:${port}\nBrowsing Off\nWebInterface No\nDefaultAuthType None\nLogLevel warn\n<Location />\n  Order allow,deny\n  Allow all\n</Location>\n<Policy default>\n  <Limit All>\n    Order allow,deny\n    Allow all\n  </Limit>\n</Policy>\n`,
  );
  await writeFile(
    at('cups-files.conf'),
    `ServerRoot ${at('root')}\nRequestRoot ${at('spool')}\nCacheDir ${at('cache')}\nStateDir ${at('run')}\nTempDir ${at('spool')}\nAccessLog ${at('access')}\nErrorLog ${at('error')}\nPageLog ${at('page')}\nFileDevice Yes\nSystemGroup root\n`,
  );
  const daemon = spawn('/usr/sbin/cupsd', ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => daemon.once('close', () => resolve()));
  // HOME: a default queue or options of the person who runs the tests must not matter.
  const env = { ...process.env, CUPS_SERVER: `127.0.0.1:${port}`, HOME: at('home') };
  while ((await run('lpstat', ['-r'], { env })).stdout.includes('not running')) {
    if (daemon.exitCode !== null) throw new Error('cupsd ended at once');
    await wait(50);
  }
  return {
    env,
    async admin(command, ...args) {
      await run(join('/usr/sbin', command), args, { env });
    },
    async stop() {
      daemon.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
