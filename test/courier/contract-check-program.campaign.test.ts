import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startConnectProxy } from '../fakes/connect-proxy.ts';
import { newFolder } from '../later.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url));
const program = fileURLToPath(new URL('../../build/programs/contract-check.ts', import.meta.url));
const run = promisify(execFile);

let service: TrainingService;
let dir: string;
beforeEach(async () => {
  const tls = { key: readFileSync(fixture('courier-key.pem'), 'utf8'), cert: readFileSync(fixture('courier-cert.pem'), 'utf8') };
  service = await startTrainingService({ key: 'k', secret: 's', clock: () => new Date(), tls });
  dir = newFolder('check');
});
afterEach(async () => {
  await service.stop();
});

test('refuses an account with characters that the service does not accept before it sends anything', async () => {
  const args = ['--url', service.url, '--key', 'k', '--secret', 's', '--account', 'Zürich'];
  await expect(run(process.execPath, [program, ...args])).rejects.toThrow(/plain Latin letters only: Zürich/);
  expect(service.requests()).toEqual([]);
});

test.each(['flag', 'environment'] as const)('asks through the proxy of the %s, and books nothing', async (from) => {
  const proxy = await startConnectProxy(Number(new URL(service.url).port));
  const out = join(dir, 'capabilities.json');
  const args = ['--url', 'https://courier.example.com', '--key', 'k', '--secret', 's', '--out', out, '--ca', fixture('courier-cert.pem')];
  const { stdout } = await run(process.execPath, [program, ...args, ...(from === 'flag' ? ['--proxy', `http://${proxy.address}`] : [])], {
    env: { ...process.env, HTTPS_PROXY: from === 'flag' ? 'http://127.0.0.1:1' : proxy.address },
  });
  expect(stdout).toContain(`written=${out}`);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ baseUrl: 'https://courier.example.com', secondShipRefused: null });
  expect(proxy.asked.length).toBe(service.requests().length);
  expect(service.orders()).toEqual([]);
  await proxy.stop();
});

test('trusts no certificate authority from the environment variables', async () => {
  const args = ['--url', service.url, '--key', 'k', '--secret', 's'];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: fixture('courier-cert.pem') };
  await expect(run(process.execPath, [program, ...args], { env })).rejects.toMatchObject({
    stdout: expect.stringContaining('stopped=service-unreachable'),
  });
  expect(service.requests()).toEqual([]);
});
