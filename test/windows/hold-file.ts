// Runs under Wine: holds a file as other Windows programs do, so that it can be neither renamed nor deleted. Arguments: the file, how long
// it is held and how long it is released in turn (milliseconds), and a file that marks the first hold. It ends when it is killed.
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';

const [file = '', heldMs = '', freeMs = '', mark = ''] = process.argv.slice(2);
const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
const kernel = koffi.load('kernel32.dll');
const open = kernel.func(
  'intptr_t __stdcall CreateFileW(str16 name, uint32_t access, uint32_t share, void *security, uint32_t how, uint32_t flags, void *like)',
);
const close = kernel.func('int __stdcall CloseHandle(intptr_t handle)');
const read = 0x80000000;
const sharesReadAndWrite = 3;
const existing = 3;

writeFileSync(mark, 'up');
for (;;) {
  const handle = existsSync(file) ? (open(file, read, sharesReadAndWrite, null, existing, 0, null) as number) : -1;
  if (handle !== -1) writeFileSync(mark, 'held');
  await wait(Number(heldMs));
  if (handle !== -1) close(handle);
  await wait(Number(freeMs));
}
