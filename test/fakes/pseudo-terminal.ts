import { closeSync, readSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import koffi from 'koffi';

/** Why there is no pseudo-terminal here; `undefined` if there is one. */
export const whyNoTerminal = (): string | undefined => (process.platform === 'linux' ? undefined : 'it is made for Linux');

/** A serial line: a program opens the device at `path`, the printer sits at the other end. */
export interface PseudoTerminal {
  readonly path: string;
  /** All bytes that came out at the printer's end so far. */
  received(): Buffer;
  /** The printer sends bytes. */
  say(bytes: Uint8Array): void;
  /** The printer stops reading, or resumes. */
  stopReading(): void;
  /** Pulls the plug. */
  unplug(): void;
}

const master = { readWrite: 2, nonBlocking: 0o4000, noControllingTerminal: 0o400 };
const lookMs = 2;

/** `onBytes` receives all bytes that come out at the printer's end. */
export function openTerminal(onBytes: (bytes: Buffer) => void = () => undefined): PseudoTerminal {
  const libc = koffi.load('libc.so.6');
  const fd: number = libc.func('int posix_openpt(int)')(master.readWrite | master.nonBlocking | master.noControllingTerminal);
  libc.func('int grantpt(int)')(fd);
  libc.func('int unlockpt(int)')(fd);
  const name = Buffer.alloc(128);
  libc.func('int ptsname_r(int, _Out_ uint8_t *, size_t)')(fd, name, name.length);
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(65_536);
  let isPlugged = true;
  const look = (): void => {
    try {
      for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) {
        const chunk = Buffer.from(buffer.subarray(0, read));
        chunks.push(chunk);
        onBytes(chunk);
      }
    } catch (error) {
      // Nothing has arrived, or no program has the device open.
      if (!['EAGAIN', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
  const looking = setInterval(look, lookMs);
  return {
    path: name.toString('latin1', 0, name.indexOf(0)),
    received: () => Buffer.concat(chunks),
    say: (bytes) => void writeSync(fd, bytes),
    stopReading: () => clearInterval(looking),
    unplug() {
      clearInterval(looking);
      if (isPlugged) closeSync(fd);
      isPlugged = false;
    },
  };
}

/** Connects the printer on a TCP port to the end of a serial line. */
export function terminalOf(port: number): PseudoTerminal {
  const printer = connect({ host: '127.0.0.1', port, noDelay: true });
  const terminal = openTerminal((bytes) => void printer.write(bytes));
  printer.on('data', (bytes: Buffer) => terminal.say(bytes));
  return {
    ...terminal,
    unplug() {
      printer.destroy();
      terminal.unplug();
    },
  };
}
