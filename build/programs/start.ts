import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { electronCommand, fetchElectron, standInNotice } from '../../test/host/electron-binary.ts';

// Starts the built program with its window: `npm start`, `npm start -- --orders=orders.csv`.
if (!(await fetchElectron())) process.stderr.write(`${standInNotice}\n`);
const child = spawn(electronCommand(), [resolve(import.meta.dirname, '../..'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, HOST_HEADED: process.env['HOST_HEADED'] ?? '1' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
