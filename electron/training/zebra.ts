import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Encryption } from './store.ts';
import { createZebraStream, draws, sheetsOf, type ZebraInput, type ZebraStream } from './zebra-stream.ts';

export interface VirtualZebraOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Absent: 127.0.0.1. */
  readonly host?: string;
  readonly msPerLabel?: number;
  /** Keeps every sheet as `sheet-0001.zpl` and continues the numbering after a restart. */
  readonly dir?: string;
  /** Encrypts the kept sheets, which then end in `.encrypted`. */
  readonly encryption?: Encryption;
  readonly dpi?: 203 | 300;
  /** Serial number. */
  readonly serial?: string;
  readonly clock?: () => Date;
  readonly onSheet?: (sheet: Sheet) => void;
}

export interface Sheet {
  /** From 1, never given twice in one `dir`. */
  readonly index: number;
  readonly zpl: Buffer;
  readonly at: Date;
}

export interface ZebraFlags {
  readonly paperOut: boolean;
  readonly headOpen: boolean;
  readonly ribbonOut: boolean;
  readonly paused: boolean;
  /** The printer's memory is full. */
  readonly bufferFull: boolean;
  /** Does not answer ~HS while paper, ribbon or head have a fault, as Zebra documents it. */
  readonly silentOnError: boolean;
  /** Accepts connections but reads nothing from them. */
  readonly noRead: boolean;
  /** Resets a connection after this many bytes were read from it. */
  readonly resetAfterBytes: number | undefined;
  /** Closes every connection, and each new one at once. */
  readonly dropConnection: boolean;
}

export interface VirtualZebra {
  readonly port: number;
  /** `tcp://<host>:<port>`; the host is 127.0.0.1 unless another one is set. */
  readonly url: string;
  /** Arrival of the first byte of the latest format, in milliseconds since the epoch, with fractions; undefined before any. */
  readonly firstByteAt: number | undefined;
  /** The printed sheets, oldest first, including those of earlier runs with the same `dir`. */
  sheets(): readonly Sheet[];
  /** Number of connections accepted so far. */
  connections(): number;
  bytesReceived(): number;
  set(flags: Partial<ZebraFlags>): void;
  stop(): Promise<void>;
}

/** The flags of a printer without any fault. */
const noFlags: ZebraFlags = {
  paperOut: false,
  headOpen: false,
  ribbonOut: false,
  paused: false,
  bufferFull: false,
  silentOnError: false,
  noRead: false,
  resetAfterBytes: undefined,
  dropConnection: false,
};

/** Prints labels one after the other at a real pace, unless a fault or a pause holds them up. */
function createMechanism({ msPerLabel = 400, dir, encryption, clock = () => new Date(), onSheet }: VirtualZebraOptions) {
  const printed: Sheet[] = dir === undefined ? [] : earlierSheets(dir, encryption);
  const queue: { readonly zpl: Buffer; remaining: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flags = noFlags;

  const inError = (): boolean => flags.paperOut || flags.headOpen || flags.ribbonOut;

  function printNext(): void {
    if (timer !== undefined || queue.length === 0 || inError() || flags.paused) return;
    timer = setTimeout(() => {
      timer = undefined;
      const job = queue[0];
      // An interrupted label comes out after the fault is fixed.
      if (!job || inError() || flags.paused) return;
      job.remaining -= 1;
      if (job.remaining === 0) queue.shift();
      const sheet = { index: (printed.at(-1)?.index ?? 0) + 1, zpl: job.zpl, at: clock() };
      if (dir !== undefined) keepSheet(dir, sheet, encryption);
      printed.push(sheet);
      onSheet?.(sheet);
      printNext();
    }, msPerLabel);
  }

  return {
    printed,
    queue,
    flags: () => flags,
    inError,
    add(zpl: Buffer): void {
      if (draws(zpl)) queue.push({ zpl, remaining: sheetsOf(zpl) });
      printNext();
    },
    set(changed: Partial<ZebraFlags>): void {
      flags = { ...flags, ...changed };
      printNext();
    },
    cancelAll(): void {
      queue.length = 0;
      clearTimeout(timer);
      timer = undefined;
    },
    stop: () => clearTimeout(timer),
  };
}
type Mechanism = ReturnType<typeof createMechanism>;

/** The answers of a printer. `isPartial`: a format arrived in part. */
function createAnswers(
  { flags: flagsNow, queue, printed }: Mechanism,
  { dpi = 203, serial = '50J204102301' }: VirtualZebraOptions,
  isPartial: () => boolean,
) {
  function hostStatus(): string {
    const flags = flagsNow();
    const bit = (value: boolean): string => (value ? '1' : '0');
    const waiting = String(Math.max(0, queue.length - 1)).padStart(3, '0');
    const remaining = String(queue[0]?.remaining ?? 0).padStart(8, '0');
    const length = dpi === 203 ? '1218' : '1800';
    return [
      `030,${bit(flags.paperOut)},${bit(flags.paused)},${length},${waiting},${bit(flags.bufferFull)},0,${bit(isPartial())},000,0,0,0`,
      `001,0,${bit(flags.headOpen)},${bit(flags.ribbonOut)},0,2,4,0,${remaining},1,000`,
      '1234,0',
    ]
      .map((frame) => `\x02${frame}\x03\r\n`)
      .join('');
  }

  function errorsAndWarnings(): string {
    const flags = flagsNow();
    const bits = (flags.paperOut ? 0x1 : 0) | (flags.ribbonOut ? 0x2 : 0) | (flags.headOpen ? 0x4 : 0) | (flags.paused ? 0x10000 : 0);
    const errors = `${bits === 0 ? 0 : 1} 00000000 ${bits.toString(16).toUpperCase().padStart(8, '0')}`;
    const lines = ['', '', '  PRINTER STATUS', `   ERRORS:         ${errors}`, '   WARNINGS:       0 00000000 00000000'];
    return `\x02${lines.map((line) => (line === '' ? '' : line.padEnd(44))).join('\r\n')}\r\n\x03`;
  }

  function variable(name: string): string {
    const known: Readonly<Record<string, () => string>> = {
      'odometer.total_label_count': () => String(printed.at(-1)?.index ?? 0),
      'head.latch': () => (flagsNow().headOpen ? 'open' : 'ok'),
      'head.resolution.in_dpi': () => String(dpi),
      'ezpl.print_width': () => (dpi === 203 ? '812' : '1218'),
      'zpl.label_length': () => (dpi === 203 ? '1218' : '1800'),
      'media.status': () => (flagsNow().paperOut ? 'out' : 'ok'),
      'device.host_status': () => hostStatus().replaceAll('\x02', '').replaceAll('\x03', ''),
      'device.unique_id': () => serial,
      'device.friendly_name': () => 'training-zebra',
      'device.languages': () => 'zpl',
      'appl.name': () => 'V93.21.26Z',
    };
    return `"${known[name]?.() ?? '?'}"`;
  }

  const identity = `\x02${dpi === 203 ? 'ZD421-203dpi,V93.21.26Z,8' : 'ZD421-300dpi,V93.21.26Z,12'},8192KB\x03\r\n`;
  return { hostStatus, errorsAndWarnings, variable, identity };
}

/**
 * Starts a simulated Zebra label printer on loopback: it takes ZPL, prints at a real pace, reports its state, and keeps the printed sheets.
 */
export async function startVirtualZebra(options: VirtualZebraOptions = {}): Promise<VirtualZebra> {
  const { host = '127.0.0.1' } = options;
  const mechanism = createMechanism(options);
  const open = new Map<Socket, ZebraStream>();
  // The rest of a format whose connection ended in the middle: the next format is printed into it.
  let orphan: Buffer | undefined;
  const isPartial = (): boolean => orphan !== undefined || [...open.values()].some((stream) => stream.inFormat());
  const answers = createAnswers(mechanism, options, isPartial);
  let connections = 0;
  let bytesReceived = 0;
  let firstByteAt: number | undefined;

  function cancelAll(by: Socket): void {
    mechanism.cancelAll();
    orphan = undefined;
    // The stream with the command has dropped its own unfinished format, and may already be in the next one.
    for (const [socket, stream] of open) if (socket !== by) stream.abandon();
  }

  function obey(input: ZebraInput, socket: Socket): void {
    if (input.kind === 'format') return mechanism.add(input.zpl);
    if (input.kind === 'getvar') return void socket.write(answers.variable(input.name));
    switch (input.name) {
      case 'HS':
        if (!(mechanism.flags().silentOnError && mechanism.inError())) answerInPieces(socket, answers.hostStatus());
        return;
      case 'HI':
        return void socket.write(answers.identity);
      case 'HQES':
        return void socket.write(answers.errorsAndWarnings());
      case 'JA':
        return cancelAll(socket);
      case 'PP':
        return setFlags({ paused: true });
      case 'PS':
        return setFlags({ paused: false });
    }
  }

  function setFlags(changed: Partial<ZebraFlags>): void {
    mechanism.set(changed);
    if (changed.dropConnection === true) for (const socket of open.keys()) socket.destroy();
    if (changed.noRead === true) for (const socket of open.keys()) socket.pause();
    if (changed.noRead === false) for (const socket of open.keys()) socket.resume();
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    connections += 1;
    if (mechanism.flags().dropConnection) return void socket.destroy();
    const stream = createZebraStream();
    let received = 0;
    open.set(socket, stream);
    socket.on('data', (chunk: Buffer) => {
      const limit = mechanism.flags().resetAfterBytes;
      const bytes = limit === undefined ? chunk : chunk.subarray(0, Math.max(0, limit - received));
      received += bytes.length;
      bytesReceived += bytes.length;
      const wasInFormat = stream.inFormat();
      const inputs = stream.take(withOrphan(bytes, wasInFormat));
      if (!wasInFormat && (stream.inFormat() || inputs.some((input) => input.kind === 'format'))) {
        firstByteAt = performance.timeOrigin + performance.now();
      }
      for (const input of inputs) obey(input, socket);
      if (limit !== undefined && received >= limit) socket.resetAndDestroy();
    });
    socket.on('end', () => socket.end());
    // A reset by the client is normal; 'close' follows and does the work.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (stream.inFormat()) orphan = stream.abandon();
      open.delete(socket);
    });
    if (mechanism.flags().noRead) socket.pause();
  });

  function withOrphan(chunk: Buffer, inFormat: boolean): Buffer {
    if (orphan === undefined || inFormat || !/\^XA/i.test(chunk.toString('latin1'))) return chunk;
    const joined = Buffer.concat([orphan, chunk]);
    orphan = undefined;
    return joined;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `tcp://${host}:${port}`,
    get firstByteAt() {
      return firstByteAt;
    },
    sheets: () => [...mechanism.printed],
    connections: () => connections,
    bytesReceived: () => bytesReceived,
    set: setFlags,
    async stop() {
      mechanism.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open.keys()) socket.destroy();
      await closed;
    },
  };
}

/** Splits an answer: a real printer's answer rarely arrives in one packet. */
function answerInPieces(socket: Socket, answer: string): void {
  const middle = Math.floor(answer.length / 3);
  socket.write(answer.slice(0, middle), () => {
    if (socket.writable) socket.write(answer.slice(middle));
  });
}

function keepSheet(dir: string, sheet: Sheet, encryption: Encryption | undefined): void {
  const path = join(dir, `sheet-${String(sheet.index).padStart(4, '0')}.zpl`);
  if (encryption) writeFileSync(`${path}.encrypted`, encryption.encrypt(sheet.zpl));
  else writeFileSync(path, sheet.zpl);
}

function earlierSheets(dir: string, encryption: Encryption | undefined): Sheet[] {
  mkdirSync(dir, { recursive: true });
  return readdirSync(dir)
    .flatMap((name) => {
      const [, index, encrypted] = /^sheet-(\d+)\.zpl(\.encrypted)?$/.exec(name) ?? [];
      if (index === undefined || (encrypted !== undefined && !encryption)) return [];
      const path = join(dir, name);
      const bytes = readFileSync(path);
      const zpl = encrypted !== undefined && encryption ? Buffer.from(encryption.decrypt(bytes)) : bytes;
      return { index: Number(index), zpl, at: statSync(path).mtime };
    })
    .sort((a, b) => a.index - b.index);
}
