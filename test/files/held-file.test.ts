import { expect, test } from 'vitest';
import { untilFree, whileHeld } from '../../electron/files/held-file.ts';

/** Fails this number of times as Windows does for a file that another program holds, then succeeds. */
function heldFor(tries: number, code: string): { readonly act: () => string; readonly tried: () => number } {
  let tried = 0;
  return {
    act() {
      tried += 1;
      if (tried <= tries) throw Object.assign(new Error(code), { code });
      return 'done';
    },
    tried: () => tried,
  };
}

test.each(['EBUSY', 'EPERM', 'EACCES'])('on Windows a file that answers %s is retried until it is free', async (code) => {
  expect(whileHeld(heldFor(3, code).act, 'win32')).toBe('done');
  expect(await untilFree(async () => heldFor(0, code).act(), 'win32')).toBe('done');
  const held = heldFor(3, code);
  expect(await untilFree(async () => held.act(), 'win32')).toBe('done');
});

test('a file that stays locked throws the error of Windows in the end', async () => {
  const held = heldFor(Number.POSITIVE_INFINITY, 'EBUSY');
  expect(() => whileHeld(held.act, 'win32')).toThrow('EBUSY');
  expect(held.tried()).toBeGreaterThan(5);
  await expect(untilFree(async () => held.act(), 'win32')).rejects.toThrow('EBUSY');
});

test.each([
  ['linux', 'EBUSY'],
  ['darwin', 'EPERM'],
  ['win32', 'ENOENT'],
] as const)('on %s %s is thrown at once', async (os, code) => {
  const held = heldFor(1, code);
  expect(() => whileHeld(held.act, os)).toThrow(code);
  expect(held.tried()).toBe(1);
  await expect(untilFree(async () => heldFor(1, code).act(), os)).rejects.toThrow(code);
});
