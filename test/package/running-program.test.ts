import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import config from '../../build/electron-builder.ts';
import { newFolder } from '../later.ts';

const script = (config.deb?.fpm ?? []).flatMap((each) => /^--before-install=(.+)$/.exec(each)?.[1] ?? [])[0] ?? '';

/** Runs the script of the .deb as if Packbench was installed in this folder. */
function install(folder: string): { readonly status: number | null; readonly stderr: string } {
  const moved = join(folder, 'before-deb.sh');
  writeFileSync(moved, readFileSync(script, 'utf8').replace('/opt/Packbench', folder));
  return spawnSync('sh', [moved], { encoding: 'utf8' });
}

test.skipIf(process.platform !== 'linux')('the .deb replaces no file of a running Packbench, and says what to do', async () => {
  const folder = newFolder('installed');
  copyFileSync(process.execPath, join(folder, 'packbench'));
  expect(install(folder)).toMatchObject({ status: 0, stderr: '' });
  const program = spawn(join(folder, 'packbench'), ['--eval', 'process.stdout.write("runs"); setInterval(() => undefined, 1000)']);
  onTestFinished(() => void program.kill());
  await once(program.stdout, 'data');
  const refused = install(folder);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('Close Packbench');
  program.kill();
  await once(program, 'exit');
  expect(install(folder)).toMatchObject({ status: 0, stderr: '' });
});

test('the installer for Windows asks a person to close Packbench, and ends no program itself', () => {
  const own = readFileSync(config.nsis?.include ?? '', 'utf8');
  // The installer inserts this macro in place of its own check, which ends the program by force.
  const template = readFileSync(resolve('node_modules/app-builder-lib/templates/nsis/include/allowOnlyOneInstallerInstance.nsh'), 'utf8');
  const check = /^!macro CHECK_APP_RUNNING$([\s\S]*?)^!macroend$/m.exec(template)?.[1];
  expect(check).toMatch(/!ifmacrodef customCheckAppRunning\s+!insertmacro customCheckAppRunning\s+!else/);
  expect(template).toContain('!macro FIND_PROCESS _FILE _RETURN');
  expect(own).toContain('!macro customCheckAppRunning');
  expect(own).toContain('!insertmacro FIND_PROCESS');
  expect(own).not.toMatch(/KILL_PROCESS|taskkill|Stop-Process|_CHECK_APP_RUNNING|KillProc/i);
  // A silent installation cannot ask, so it fails.
  expect(own).toMatch(/\/SD IDCANCEL [^\n]*\n\s*SetErrorLevel 2\n\s*Quit/);
});
