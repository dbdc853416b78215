import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { contract } from '../../shared/ipc.ts';
import { type Headless, launchHeadless } from '../host/launch-headless.ts';
import { closeAll, newDir, ready, running } from '../shell/program.ts';

afterEach(closeAll);

/** Starts the built program as a package would run. */
function startPackage(args: readonly string[], env: Readonly<Record<string, string>> = {}): Headless {
  const dir = newDir();
  const program = launchHeadless({
    userData: dir,
    args: [`--data-dir=${dir}`, ...args],
    env: { XDG_STATE_HOME: join(dir, 'state'), ...env },
    first: '../security/as-package.ts',
  });
  running.push(program);
  return program;
}

test.each([
  ['--remote-debugging-port=9222', 'Remove it from the shortcut'],
  ['--witness-dir=/tmp/other', 'Remove it from the shortcut'],
  ['--no-sandbox', 'Install the .deb package instead'],
])('a package that is started with %s says so and opens nothing', async (argument, next) => {
  const program = startPackage([argument]);
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain(`Packbench was started with ${argument.replace(/=.*/, '')}, which it does not accept.`);
  expect(program.output()).toContain(next);
});

test('the page receives the named calls of the contract, and nothing of Electron', async () => {
  const program = startPackage([]);
  const seen = await program.evaluate(async ({ page }) => {
    const world = (await page()).world();
    const station = Object.entries(world['station'] as object);
    return {
      names: Object.keys(world),
      calls: station.map(([name]) => name),
      kinds: [...new Set(station.map(([, value]) => typeof value))],
    };
  });
  expect(seen.names).toEqual(['station']);
  expect(seen.calls.toSorted()).toEqual([...Object.keys(contract.calls), 'on'].toSorted());
  expect(seen.kinds).toEqual(['function']);
});

test('a package without them starts, without developer tools, and its memory stays out of core files', async () => {
  const program = startPackage(['--full-screen']);
  expect((await ready(program)).frame.world).toBeNull();
  const seen = await program.evaluate(async ({ electron, window }) => ({
    devTools: (await window()).webContents.getLastWebPreferences().devTools,
    pids: [process.pid, ...electron.app.getAppMetrics().map(({ pid }) => pid)],
  }));
  expect(seen.devTools).toBe(false);
  expect(seen.pids.length).toBeGreaterThan(1);
  if (process.platform !== 'linux') return;
  for (const pid of seen.pids) expect([pid, Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16)]).toEqual([pid, 0]);
});
