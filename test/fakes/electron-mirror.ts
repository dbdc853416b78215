import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';

export const version = '45.4.1';
export const zipName = `electron-v${version}-${process.platform}-${process.arch}.zip`;

/** A program in place of Electron's: it writes its arguments and ends with 7. In its zip it is 3 MB large. */
const script = '#!/bin/sh\necho "fake Electron: $*"\nexit 7\n';
const ballast = new Uint8Array(3_000_000);
for (let at = 0; at < ballast.length; at += 1) ballast[at] = (at * 7919) >> 3;
const executable = { os: 3, attrs: 0o100755 << 16 };
export const wholeZip = zipSync({
  electron: [new TextEncoder().encode(script), executable],
  version: [new TextEncoder().encode(version), {}],
  ballast: [ballast, { level: 0 }],
});

/** Creates a packages folder with a package `electron` that expects the zip above, as npm would leave it. Returns that package's folder. */
export function fakePackages(modules: string): string {
  const folder = join(modules, 'electron');
  mkdirSync(folder, { recursive: true });
  for (const name of ['@electron', '@electron-internal', 'undici']) symlinkSync(resolve('node_modules', name), join(modules, name));
  copyFileSync('node_modules/electron/install.js', join(folder, 'install.js'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', version }));
  writeFileSync(join(folder, 'checksums.json'), JSON.stringify({ [zipName]: createHash('sha256').update(wholeZip).digest('hex') }));
  return folder;
}

/** Creates a checkout with only `npm start`, the packages above and a stand-in that writes its arguments. */
export function fakeCheckout(folder: string): void {
  for (const path of ['build/electron', 'build/programs/start.ts']) cpSync(path, join(folder, path), { recursive: true });
  fakePackages(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(join(folder, 'test/host'), { recursive: true });
  const standIn = join(folder, 'test/host/electron-bin');
  writeFileSync(standIn, '#!/bin/sh\necho "stand-in: $*"\n');
  chmodSync(standIn, 0o755);
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves the whole zip at its path on a mirror, and 404 elsewhere. */
export const whole: Answer = ({ url }, response) => {
  if (url !== `/v${version}/${zipName}`) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-length': wholeZip.length }).end(wholeZip);
};

/** Announces the whole zip and sends its first `bytes` bytes. */
export function beginning(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-length': wholeZip.length });
  return new Promise((sent) => response.write(wholeZip.subarray(0, bytes), () => sent()));
}

export interface Mirror {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

export async function startMirror(answer: Answer, isSecure = false): Promise<Mirror> {
  const requests: string[] = [];
  const serve: Answer = (request, response) => {
    requests.push(request.url ?? '');
    return answer(request, response);
  };
  const pem = (name: string): string => readFileSync(`test/fixtures/tls/localhost-${name}.pem`, 'utf8');
  const server = isSecure ? createTlsServer({ key: pem('key'), cert: pem('cert') }, serve) : createServer(serve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: isSecure ? `https://localhost:${port}/` : `http://127.0.0.1:${port}/`,
    port,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
