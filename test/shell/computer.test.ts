import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { localDataFolder, machineFolder } from '../../electron/station/platform.ts';
import { startTrainingService } from '../../electron/training/service.ts';
import { call, closeAll, newDir, ready, start, stops } from './program.ts';

afterEach(closeAll);

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

test('one unreadable certificate does not end all connections, and Setup shows it', async () => {
  const service = await startTrainingService({
    key: 'k',
    secret: 's',
    clock: () => new Date(),
    tls: { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') },
  });
  stops.push(service.stop);
  const program = await start(newDir(), { first: '../shell/unreadable-certificate.ts' });
  const connecting = call(program, 'connect', { world: 'sandbox', baseUrl: service.url, key: 'k', secret: 's', account: '' });
  // The connection is tried with the certificates that came with the program, which do not include this server's.
  await expect(connecting).rejects.toThrow(/"code":"connection-failed","trouble":"not-secure"/);
  const { computer } = await call(program, 'setup', {});
  expect(computer).toContainEqual({ code: 'certificates-unreadable', why: 'X509 to PEM conversion' });
  expect((await ready(program)).frame.computer).toBe(true);
});

test("an authority of the company in the system's store is trusted, whatever the environment names", async () => {
  const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };
  const service = await startTrainingService({ key: 'k', secret: 's', clock: () => new Date(), tls });
  stops.push(service.stop);
  const account = { world: 'sandbox', baseUrl: service.url, key: 'k', secret: 's', account: '' } as const;
  const env = { SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/dev/null', NODE_EXTRA_CA_CERTS: '/dev/null' };
  const program = await start(newDir(), { first: '../shell/company-certificate.ts', env });
  await call(program, 'connect', account);
  const other = await start(newDir(), { env });
  await expect(call(other, 'connect', account)).rejects.toThrow('not-secure');
});

test('a Linux computer without a key ring is named only in Setup', async () => {
  const program = await start(newDir(), { env: { HOST_NO_KEY_RING: '1' } });
  expect((await call(program, 'setup', {})).computer).toEqual([{ code: 'no-key-ring' }]);
  expect((await ready(program)).frame.computer).toBe(false);
});

test('the data on Windows is kept in a folder that does not roam with its user', () => {
  const home = 'C:\\Users\\zoe';
  expect(localDataFolder({ home, env: { LOCALAPPDATA: 'D:\\Local', APPDATA: '\\\\server\\zoe' } })).toBe('D:\\Local\\Packbench\\data');
  expect(localDataFolder({ home, env: {} })).toBe('C:\\Users\\zoe\\AppData\\Local\\Packbench\\data');
});

test('only Windows has a folder shared by all users of the computer', () => {
  expect(machineFolder('win32', { ProgramData: 'C:\\ProgramData' })).toBe('C:\\ProgramData\\Packbench\\users');
  expect(machineFolder('win32', {})).toBeUndefined();
  expect(machineFolder('linux', { ProgramData: '/x' })).toBeUndefined();
});
