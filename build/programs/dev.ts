import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { electronCommand, fetchElectron, standInNotice } from '../../test/host/electron-binary.ts';

// The program with the development server behind its window: edits show at once.
if (!(await fetchElectron())) process.stderr.write(`${standInNotice}\n`);
const child = spawn(process.execPath, [resolve('node_modules/electron-vite/bin/electron-vite.js'), 'dev', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { HOST_HEADED: '1', ...process.env, ELECTRON_EXEC_PATH: electronCommand() },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
