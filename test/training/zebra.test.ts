import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { startVirtualZebra, type VirtualZebra, type VirtualZebraOptions } from '../../electron/training/zebra.ts';
import { newFolder } from '../later.ts';

let zebra: VirtualZebra;
afterEach(async () => await zebra.stop());

const label = '^XA^FO20,20^A0N,30,30^FDHello^FS^XZ';

async function start(options: VirtualZebraOptions = {}): Promise<void> {
  zebra = await startVirtualZebra({ msPerLabel: 5, ...options });
}

async function open(): Promise<Socket> {
  const socket = connect({ port: zebra.port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Sends pieces one after the other and closes, as a print job does. */
async function send(...pieces: readonly string[]): Promise<void> {
  const socket = await open();
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(Buffer.from(piece, 'latin1'), resolve));
    await delay(2);
  }
  socket.end();
  await new Promise((resolve) => socket.once('close', resolve).resume());
}

/** Returns the printer's answer to a command, read until it is silent for a moment. */
async function ask(command: string, quietMs = 40): Promise<string> {
  const socket = await open();
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.write(command);
  let before = -1;
  while (before !== received.length) {
    before = received.length;
    await delay(quietMs);
  }
  socket.destroy();
  return received;
}

/** The fields of the three frames of ~HS. */
async function status(): Promise<string[][]> {
  const received = await ask('~HS');
  return received
    .split('\x03\r\n')
    .slice(0, -1)
    .map((frame) => frame.replace('\x02', '').split(','));
}

async function printed(count: number): Promise<void> {
  while (zebra.sheets().length < count) await delay(2);
}

test('A label sent in pieces is printed once, without a changed byte', async () => {
  await start();
  await send('^X', 'A^FO20,20^A0N,30,', '30^FDHello^FS^', 'XZ');
  await printed(1);
  expect(zebra.sheets().map((sheet) => [sheet.index, sheet.zpl.toString()])).toEqual([[1, label]]);
  expect(zebra.bytesReceived()).toBe(label.length);
  expect(zebra.connections()).toBe(1);
  expect(zebra.firstByteAt).toBeGreaterThan(0);
});

test('Only formats that draw print labels, and ^PQ sets their number', async () => {
  await start();
  await send(
    '^XA^MCY^XZ',
    '^XA^FXonly a remark^XZ',
    '^XA^FO1,1^GB9,9,9^FS^PQ3^XZ',
    '^XA^DFR:T.ZPL^FS^FDstored^FS^XZ',
    '^XA^IDR:T.ZPL^FS^XZ',
    label,
  );
  await printed(4);
  await delay(20);
  expect(zebra.sheets().map((sheet) => sheet.zpl.includes('^PQ3'))).toEqual([true, true, true, false]);
});

test('Bytes of a binary picture are neither commands nor the end of a label', async () => {
  await start();
  const picture = `^XA^FO1,1^GFB,10,10,1,^XZ~HS\x00\xff\x80x^FS^XZ`;
  await send(picture.slice(0, 26), picture.slice(26));
  await printed(1);
  expect(zebra.sheets()[0]?.zpl.toString('latin1')).toBe(picture);
});

test('Host status has three frames of 12, 11 and 2 fields', async () => {
  await start();
  const frames = await status();
  expect(frames.map((fields) => fields.length)).toEqual([12, 11, 2]);
  zebra.set({ paperOut: true, headOpen: true, ribbonOut: true, paused: true });
  const [first, second] = await status();
  expect([first?.[1], first?.[2], second?.[2], second?.[3]]).toEqual(['1', '1', '1', '1']);
});

test('Identity, errors and counters are answered, even several in one packet', async () => {
  await start({ dpi: 300 });
  expect(await ask('~HI')).toBe('\x02ZD421-300dpi,V93.21.26Z,12,8192KB\x03\r\n');
  zebra.set({ headOpen: true });
  expect(await ask('~HQES')).toMatch(/ERRORS:\s+1 00000000 00000004/);
  expect(await ask('! U1 getvar "odometer.total_label_count"\r\n! U1 getvar "no.such.thing"\r\n')).toBe('"0""?"');
});

test('Status is answered on a second connection while a batch prints', async () => {
  await start({ msPerLabel: 60 });
  const job = await open();
  job.write(`^XA^FO1,1^FDbatch^FS^PQ4^XZ${label}`);
  await delay(20);
  const [first, second] = await status();
  expect(first?.[4]).toBe('001');
  expect(Number(second?.[8])).toBeGreaterThan(0);
  job.destroy();
  await printed(5);
  const [idle, rest] = await status();
  expect([idle?.[4], rest?.[8]]).toEqual(['000', '00000000']);
});

test('Out of paper holds the labels and gives them when there is paper', async () => {
  await start();
  zebra.set({ paperOut: true });
  await send(label);
  await delay(30);
  expect(zebra.sheets()).toHaveLength(0);
  expect((await status())[1]?.[8]).toBe('00000001');
  zebra.set({ paperOut: false });
  await printed(1);
});

test('In an error a silent printer does not answer ~HS, but answers ~HQES', async () => {
  await start();
  zebra.set({ paperOut: true, silentOnError: true });
  expect(await ask('~HS')).toBe('');
  expect(await ask('~HQES')).toMatch(/ERRORS:\s+1 00000000 00000001/);
});

test('Pause, resume and cancel take effect at once', async () => {
  await start();
  await ask('~PP');
  await send(label, label);
  expect((await status())[0]?.[2]).toBe('1');
  await send('~JA');
  await ask('~PS');
  await send('^XA^FO1,1^FDafter^FS^XZ');
  await printed(1);
  await delay(20);
  expect(zebra.sheets().map((sheet) => sheet.zpl.includes('after'))).toEqual([true]);
});

test('A job cut off inside a label spoils the next label unless it is cancelled', async () => {
  await start();
  await send('^XA^FO1,1^FDhalf^FS');
  expect((await status())[0]?.[7]).toBe('1');
  await send(label);
  await printed(1);
  expect(zebra.sheets()[0]?.zpl.toString()).toBe(`^XA^FO1,1^FDhalf^FS${label}`);
  await send('^XA^FO1,1^FDhalf^FS');
  await send(`~JA${label.slice(0, 9)}`, label.slice(9));
  await printed(2);
  expect(zebra.sheets()[1]?.zpl.toString()).toBe(label);
  await send('^XA^FO1,1^FDhalf^FS~JA');
  expect((await status())[0]?.[7]).toBe('0');
});

test('It can reset the connection after a set number of bytes', async () => {
  await start();
  zebra.set({ resetAfterBytes: 10 });
  const socket = await open();
  const code = new Promise((resolve) => socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)));
  socket.write(label);
  expect(await code).toBe('ECONNRESET');
  expect(zebra.bytesReceived()).toBe(10);
  expect(zebra.sheets()).toHaveLength(0);
});

test('It can stop reading, and go on later', async () => {
  await start();
  zebra.set({ noRead: true });
  const socket = await open();
  socket.write(label);
  await delay(30);
  expect(zebra.bytesReceived()).toBe(0);
  zebra.set({ noRead: false });
  await printed(1);
  socket.destroy();
});

test('It can drop every connection', async () => {
  await start();
  zebra.set({ dropConnection: true });
  const socket = connect({ port: zebra.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve).resume());
  expect(zebra.connections()).toBe(1);
});

test('Printed labels are kept and counted on after a restart', async () => {
  const dir = newFolder('zebra');
  await start({ dir });
  await send(label);
  await printed(1);
  await zebra.stop();
  const received: number[] = [];
  await start({ dir, onSheet: (sheet) => received.push(sheet.index) });
  expect(await ask('! U1 getvar "odometer.total_label_count"\r\n')).toBe('"1"');
  await send(label);
  await printed(2);
  expect(received).toEqual([2]);
  expect(readFileSync(join(dir, 'sheet-0002.zpl'), 'utf8')).toBe(label);
});
