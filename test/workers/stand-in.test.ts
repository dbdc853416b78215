import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type UtilityProcess, utilityProcess } from '../host/utility-process.ts';

// Facts from Electron's own tests of `utilityProcess`, checked on its stand-in.
function fork(script: string, options?: Parameters<typeof utilityProcess.fork>[2]): UtilityProcess {
  const file = join(tmpdir(), `packbench-utility-${process.pid}-${(made += 1)}.mjs`);
  writeFileSync(file, script);
  const child = utilityProcess.fork(file, [], { stdio: 'ignore', ...options });
  onTestFinished(() => void child.kill());
  return child;
}
let made = 0;

const echo = 'process.parentPort.on("message", ({ data }) => process.parentPort.postMessage(data));';

test('messages that are posted before a listener exists wait', async () => {
  const child = fork(`await new Promise((resolve) => setTimeout(resolve, 200)); ${echo}`);
  child.postMessage('early');
  expect(await once(child, 'message')).toEqual(['early']);
});

test('a message is a structured clone: a Buffer becomes bytes, and a function is refused', async () => {
  const child = fork(echo);
  child.postMessage({ bytes: Buffer.from('abc'), date: new Date(0), map: new Map([[1, undefined]]) });
  const [message] = await once(child, 'message');
  expect(message).toEqual({ bytes: new Uint8Array([97, 98, 99]), date: new Date(0), map: new Map([[1, undefined]]) });
  expect(Buffer.isBuffer(message.bytes)).toBe(false);
  expect(() => child.postMessage(() => undefined)).toThrow('could not be cloned');
  const other = fork(
    `try { process.parentPort.postMessage(() => 1); } catch { process.parentPort.postMessage('refused'); } setInterval(() => 1, 1000);`,
  );
  expect(await once(other, 'message')).toEqual(['refused']);
});

test('a process has its number from spawn to exit, and can be killed in between', async () => {
  const child = fork('for (;;);');
  expect([child.pid, child.kill()]).toEqual([undefined, false]);
  await once(child, 'spawn');
  expect(child.pid).toBeGreaterThan(0);
  expect(child.kill()).toBe(true);
  expect(await once(child, 'exit')).toEqual([0]);
  expect([child.pid, child.kill()]).toEqual([undefined, false]);
});

test.each([
  ['exits', 'process.exit(2)', 2],
  ['exits without a fault', 'process.exit(0)', 0],
  ['throws', 'throw new Error()', 1],
  ['crashes', 'process.kill(process.pid, "SIGSEGV")', 11],
])('a process that %s reports its exit code', async (_what, script, code) => {
  expect(await once(fork(script), 'exit')).toEqual([code]);
});

test('a heap that is too small for a process comes as an error before its exit', async () => {
  const child = fork('const kept = []; for (;;) kept.push([kept.length]);', { execArgv: ['--js-flags=--max-old-space-size=20'] });
  const exit = once(child, 'exit').catch(() => undefined);
  const [type] = await new Promise<readonly unknown[]>((resolve) => child.on('error', (...given) => resolve(given)));
  expect(type).toBe('FatalError');
  await exit;
});
