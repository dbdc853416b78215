import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
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

/**
 * Arguments of `lpadmin` for a queue whose driver draws pages. The path of the file: finding it by its name can fail on a busy computer.
 */
export const drawnByCups = ['-P', '/usr/share/ppd/cups-pdf/CUPS-PDF_opt.ppd'] as const;

/** Why no separate CUPS can be started here; `undefined` if it can. */
export function whyNoCups(): string | undefined {
  const missing = needed.filter((path) => !existsSync(path));
  if (missing.length > 0) return `${missing.join(', ')} missing`;
  if (process.getuid?.() !== 0) return 'cupsd starts only for root';
  return undefined;
}

export interface CupsServer {
  /** Everything that the server writes, with its spool. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The same server, at its socket. */
  readonly socketEnv: NodeJS.ProcessEnv;
  admin(command: 'lpadmin' | 'cupsdisable' | 'cupsreject', ...args: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Only the user who sent a job may cancel it, after authentication. */
const strictPolicy = `<Policy default>
<Limit Create-Job Print-Job Print-URI Validate-Job>
Order deny,allow
</Limit>
<Limit Send-Document Send-URI Cancel-Job Release-Job Hold-Job>
AuthType Default
Require user @OWNER @SYSTEM
Order deny,allow
</Limit>
<Limit All>
Order deny,allow
</Limit>
</Policy>`;

/**
 * A CUPS with its own folder and port; a CUPS of the system is not touched. `isStrict`: a user who sends and cancels jobs must
 * authenticate; otherwise every user may do everything.
 */
export async function startCups({ isStrict = false } = {}): Promise<CupsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cups-'));
  // Filters and backends run as another user and must reach the spool.
  await chmod(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  for (const name of ['root', 'root/ppd', 'spool', 'cache', 'run', 'home']) await mkdir(at(name));
  await makeServerBin(at('bin'));
  const port = await freePort();
  await writeFile(
    at('cupsd.conf'),
    [
      `Listen 127.0.0.1:${port}`,
      `Listen ${at('sock')}`,
      'Browsing Off',
      'WebInterface No',
      `DefaultAuthType ${isStrict ? 'Basic' : 'None'}`,
      'LogLevel warn',
      '<Location />\nOrder allow,deny\nAllow all\n</Location>',
      isStrict ? strictPolicy : '<Policy default>\n<Limit All>\nOrder allow,deny\nAllow all\n</Limit>\n</Policy>',
      '',
    ].join('\n'),
  );
  await writeFile(
    at('cups-files.conf'),
    `ServerRoot ${at('root')}\nRequestRoot ${at('spool')}\nCacheDir ${at('cache')}\nStateDir ${at('run')}\nTempDir ${at('spool')}\nAccessLog ${at('access')}\nErrorLog ${at('error')}\nPageLog ${at('page')}\nFileDevice Yes\nSystemGroup root\nServerBin ${at('bin')}\n`,
  );
  const daemon = spawn('/usr/sbin/cupsd', ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => daemon.once('close', () => resolve()));
  // HOME: a default queue or options of the user who runs the tests must not matter.
  const env = { ...process.env, CUPS_SERVER: `127.0.0.1:${port}`, HOME: at('home') };
  while ((await run('lpstat', ['-r'], { env })).stdout.includes('not running')) {
    if (daemon.exitCode !== null) throw new Error('cupsd ended at once');
    await wait(50);
  }
  return {
    folder,
    env,
    socketEnv: { ...env, CUPS_SERVER: at('sock') },
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

/** A printer at `trouble://media-empty` (or any other IPP keyword) takes nothing and reports this reason. */
const troubleBackend = `#!/bin/sh
[ $# = 0 ] && exit 0
echo "STATE: +\${DEVICE_URI#trouble://}-error" >&2
trap 'kill $!; exit 0' TERM
sleep 60 &
wait
`;

/** A printer at `breaks://FILE` takes a part, hangs up, and adds a line to the file each time. */
const breakingBackend = `#!/bin/sh
[ $# = 0 ] && exit 0
echo taken >>"\${DEVICE_URI#breaks://}"
head -c 1 "\${6:--}" >/dev/null
exit 1
`;

/**
 * Programs of CUPS, and backends of the tests. Their modes are set and do not depend on the umask: the user of the backends must reach
 * them, and CUPS runs no backend that other users may write.
 */
async function makeServerBin(folder: string): Promise<void> {
  const installed = '/usr/lib/cups';
  const backends = join(folder, 'backend');
  for (const name of [folder, backends]) {
    await mkdir(name);
    await chmod(name, 0o755);
  }
  for (const name of await readdir(installed)) if (name !== 'backend') await symlink(join(installed, name), join(folder, name));
  for (const name of await readdir(join(installed, 'backend'))) await symlink(join(installed, 'backend', name), join(backends, name));
  for (const [name, program] of Object.entries({ trouble: troubleBackend, breaks: breakingBackend })) {
    await writeFile(join(backends, name), program);
    await chmod(join(backends, name), 0o755);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
