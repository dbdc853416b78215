import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchdogMs } from '../watchdog.ts';

const program = '/usr/bin/tsql';
/** Why FreeTDS cannot be used here; `undefined` if it can. CI always has it. */
export const whyNoFreeTds = (): string | undefined =>
  existsSync(program) || process.env['CI'] ? undefined : 'FreeTDS is not installed: Debian has its client as freetds-bin';

/** Runs SQL with FreeTDS's own client. Returns its output. */
export async function readByFreeTds(
  { at, password }: { readonly at: { readonly port: number; readonly database: string; readonly user: string }; readonly password: string },
  { sql, isEncrypted }: { readonly sql: string; readonly isEncrypted: boolean },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freetds-'));
  const config = join(folder, 'freetds.conf');
  const lines = ['[server]', 'host = 127.0.0.1', `port = ${at.port}`, 'tds version = 7.4', 'client charset = UTF-8'];
  await writeFile(config, [...lines, `encryption = ${isEncrypted ? 'require' : 'off'}`, ''].join('\n'));
  try {
    return await new Promise((resolve, reject) => {
      const asking = execFile(
        program,
        ['-S', 'server', '-U', at.user, '-P', password, '-D', at.database, '-o', 'q'],
        { env: { FREETDSCONF: config }, timeout: watchdogMs },
        (error, answers) => (error && answers === '' ? reject(error) : resolve(answers)),
      );
      asking.stdin?.end(`${sql}\ngo\nexit\n`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
