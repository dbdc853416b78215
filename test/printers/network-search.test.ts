import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostsAround } from '../../electron/printers/network-search.ts';
import { createPrinters, type PrintersOptions } from '../../electron/printers/printers.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { freePort } from '../fakes/free-port.ts';
import { closeLater, stopLater } from '../later.ts';

/** Records the bytes and connections that reach a host of this computer. */
async function listener(host: string, port: number, answers: string | null = null) {
  const received: Buffer[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        received.push(chunk);
        if (answers !== null) socket.write(answers);
      });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  closeLater(() => new Promise((resolve) => server.close(resolve)));
  return { bytes: () => Buffer.concat(received).toString('latin1'), connections: () => connections };
}

async function zebraAt(host: string, port: number, dpi: 203 | 300 = 203) {
  const zebra = stopLater(await startVirtualZebra({ host, port, dpi }));
  return zebra;
}

const searching = (network: NonNullable<PrintersOptions['network']>) =>
  createPrinters({
    platform: 'linux',
    folder: mkdtempSync(join(tmpdir(), 'packbench-search-')),
    ref: () => 'S1',
    timing: { answerMs: 200, connectMs: 500 },
    network,
  });

const inet = (address: string, cidr: string, internal = false) =>
  ({ address, cidr, internal, family: 'IPv4', netmask: '', mac: '' }) as const;

test('the search asks only neighbours in private networks, at most those of a /24 each', () => {
  const around = hostsAround({
    lo: [inet('127.0.0.1', '127.0.0.1/8', true)],
    eth0: [inet('192.168.4.17', '192.168.4.17/16')],
    wan: [inet('203.0.113.9', '203.0.113.9/24')],
    tun: [inet('10.8.0.6', '10.8.0.6/30')],
    v6: [{ ...inet('fe80::1', 'fe80::1/64'), family: 'IPv6', scopeid: 1 }],
  });
  expect(around).toHaveLength(253 + 1);
  expect(around).toContain('192.168.4.254');
  expect(around).toContain('10.8.0.5');
  expect(around).not.toContain('192.168.4.17');
  expect(around.filter((host) => !host.startsWith('192.168.4.') && !host.startsWith('10.8.0.'))).toEqual([]);
});

test('label printers report what they are; nothing prints, and office printers are not asked', async () => {
  const [rawPort, officePort] = [await freePort(), await freePort()];
  const coarse = await zebraAt('127.0.0.11', rawPort);
  const fine = await zebraAt('127.0.0.12', rawPort, 300);
  const office = await listener('127.0.0.13', rawPort);
  await listener('127.0.0.13', officePort);
  const silent = await listener('127.0.0.14', rawPort);
  const hosts = ['127.0.0.14', '127.0.0.13', '127.0.0.12', '127.0.0.11', '127.0.0.15'];
  const found = await searching({ hosts: () => hosts, rawPort, officePort }).search(new AbortController().signal);
  expect(found).toEqual([
    {
      address: `tcp://127.0.0.11:${rawPort}`,
      name: 'ZD421-203dpi',
      status: { kind: 'ready' },
      about: { model: 'ZD421-203dpi', firmware: 'V93.21.26Z', dpi: 203, widthMm: 102, heightMm: 152 },
    },
    {
      address: `tcp://127.0.0.12:${rawPort}`,
      name: 'ZD421-300dpi',
      status: { kind: 'ready' },
      about: { model: 'ZD421-300dpi', firmware: 'V93.21.26Z', dpi: 300, widthMm: 102, heightMm: 150 },
    },
    { address: `tcp://127.0.0.13:${rawPort}`, name: '127.0.0.13', status: { kind: 'none' } },
    { address: `tcp://127.0.0.14:${rawPort}`, name: '127.0.0.14', status: { kind: 'cannot-say' } },
  ]);
  expect(office.bytes()).toBe('');
  expect(silent.bytes()).toBe('~HI\r\n');
  expect([...coarse.sheets(), ...fine.sheets()]).toEqual([]);
});

/** A printer that answers each question as told. */
async function reporting(host: string, port: number, { width, length }: { readonly width: string; readonly length: string }) {
  const answerTo = (question: string): string => {
    if (question.includes('~HI')) return '\x02ZD421-203dpi,V93.21.26Z,8,8192KB\x03\r\n';
    if (question.includes('~HS'))
      return '\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';
    if (question.includes('ezpl.print_width')) return `"${width}"`;
    return question.includes('zpl.label_length') ? `"${length}"` : '"?"';
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (question) => socket.write(answerTo(question.toString('latin1'))));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  closeLater(() => new Promise((resolve) => server.close(resolve)));
}

test.each([
  ['a counter instead of a size', { width: '4711', length: '4711' }, null, null],
  ['a length of more than a metre', { width: '812', length: '32000' }, null, null],
  ['a width of a few dots', { width: '8', length: '1218' }, null, null],
  ['no length', { width: '812', length: '?' }, 102, null],
  ['a wide and long label', { width: '1728', length: '7920' }, 216, 990],
])('a printer that reports %s has the label size %j', async (_report, dots, widthMm, heightMm) => {
  const [rawPort, officePort] = [await freePort(), await freePort()];
  await reporting('127.0.0.41', rawPort, dots);
  const [found] = await searching({ hosts: () => ['127.0.0.41'], rawPort, officePort }).search(new AbortController().signal);
  expect(found?.about).toEqual({ model: 'ZD421-203dpi', firmware: 'V93.21.26Z', dpi: 203, widthMm, heightMm });
});

test('few hosts are tried at once, and stopping the search keeps what was found so far', async () => {
  const [rawPort, officePort] = [await freePort(), await freePort()];
  await zebraAt('127.0.0.21', rawPort);
  const late = await listener('127.0.0.23', rawPort);
  const stop = new AbortController();
  const hosts = function* () {
    yield '127.0.0.21';
    yield '127.0.0.22';
    yield '127.0.0.23';
  };
  const stopping = await listener('127.0.0.22', rawPort);
  const printers = searching({ hosts: () => [...hosts()], rawPort, officePort, mostAtOnce: 1 });
  const search = printers.search(stop.signal);
  await expect.poll(stopping.bytes).toBe('~HI\r\n');
  stop.abort();
  expect((await search).map(({ name }) => name)).toEqual(['ZD421-203dpi', '127.0.0.22']);
  expect(late.connections()).toBe(0);
});

test('a printer that has never answered is not asked what it is', async () => {
  const port = await freePort();
  const mute = await listener('127.0.0.31', port);
  expect(await searching({}).about(`tcp://127.0.0.31:${port}`)).toBeUndefined();
  expect(mute.connections()).toBe(0);
});
