import { execFile } from 'node:child_process';
import { constants, fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import type { CutOff } from '../../shared/print-reason.ts';
import type { PrinterLine, PrinterWay } from './printer-line.ts';
import type { PrinterTiming } from './printer-timing.ts';
import type { Delivery } from './tcp-transport.ts';

const chunkBytes = 16_384;
const pollMs = 5;
const mostAnswerCharacters = 65_536;
const run = promisify(execFile);

/**
 * A printer at a device file: USB (`/dev/usb/lp0`) or a serial line (`/dev/ttyS0`, `\\.\COM3`). Never creates a file and never blocks on
 * one.
 */
export function deviceWay(path: string, timing: Pick<PrinterTiming, 'stallMs'>): PrinterWay {
  return {
    at: path,
    async open() {
      const device = await openDevice(path, timing);
      return 'seen' in device ? undefined : lineOn(device, timing);
    },
    async deliver(bytes) {
      const device = await openDevice(path, timing);
      return 'seen' in device ? { is: 'not-sent', why: { ...device, taken: 0, bytes: bytes.length } } : deliverOn(device, bytes, timing);
    },
  };
}

/** Opens the device. Returns the reason if it cannot be opened. */
async function openDevice(path: string, timing: Pick<PrinterTiming, 'stallMs'>): Promise<FileHandle | Cut> {
  // Without O_CREAT, opening an unplugged printer fails instead of creating a file. O_NONBLOCK keeps a hanging printer from blocking a
  // thread.
  const { O_RDWR, O_NONBLOCK, O_NOCTTY } = constants;
  let device: FileHandle | undefined;
  try {
    device = await open(path, O_RDWR | O_NONBLOCK | O_NOCTTY);
    if (!fstatSync(device.fd).isCharacterDevice()) {
      await device.close();
      return { seen: 'no-device', error: '' };
    }
    // By default a serial line changes line ends and echoes the data it receives.
    if (isatty(device.fd))
      await run('stty', [process.platform === 'darwin' ? '-f' : '-F', path, 'raw', '-echo'], {
        timeout: timing.stallMs,
        killSignal: 'SIGKILL',
      });
    return device;
  } catch (error) {
    await device?.close();
    return failedBy(error);
  }
}

const codeOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : message;
};

type Cut = Pick<CutOff, 'seen' | 'error'>;
const stalled: Cut = { seen: 'stalled', error: '' };
const failedBy = (error: unknown): Cut => ({ seen: 'error', error: codeOf(error) });

/** Number of bytes written or read; 0 if the device is not ready (EAGAIN). */
const now = (moved: Promise<number>): Promise<number> =>
  moved.catch((error: unknown) => {
    if (codeOf(error) === 'EAGAIN') return 0;
    throw error;
  });

/** Writes all bytes. Waits up to `stallMs` for a device that takes no more. Returns the reason if writing stopped early. */
async function writeAll(device: FileHandle, bytes: Uint8Array, stallMs: number, took: (bytes: number) => void): Promise<Cut | undefined> {
  let movedAt = performance.now();
  for (let taken = 0; taken < bytes.length; ) {
    const more = await now(
      device.write(bytes, taken, Math.min(chunkBytes, bytes.length - taken), null).then(({ bytesWritten }) => bytesWritten),
    ).catch(failedBy);
    if (typeof more !== 'number') return more;
    taken += more;
    took(more);
    if (more > 0) movedAt = performance.now();
    else if (performance.now() - movedAt > stallMs) return stalled;
    else await wait(pollMs);
  }
  return undefined;
}

/** Closing a USB printer drops the bytes it has not received yet. An empty write fails with EAGAIN until the last bytes are out. */
async function drain(device: FileHandle, stallMs: number): Promise<Cut | undefined> {
  const over = AbortSignal.timeout(stallMs);
  for (;;) {
    const isOut = await device.write(Buffer.alloc(0), 0, 0, null).then(
      () => true,
      (error: unknown) => (codeOf(error) === 'EAGAIN' ? false : failedBy(error)),
    );
    if (isOut === true) return undefined;
    if (isOut !== false) return isOut;
    if (over.aborted) return stalled;
    await wait(pollMs);
  }
}

/** Sends the bytes and closes the device. Delivered does not mean printed: the system buffers bytes for a printer that reads nothing. */
async function deliverOn(device: FileHandle, bytes: Uint8Array, { stallMs }: Pick<PrinterTiming, 'stallMs'>): Promise<Delivery> {
  let taken = 0;
  try {
    const cut = (await writeAll(device, bytes, stallMs, (more) => (taken += more))) ?? (await drain(device, stallMs));
    if (!cut) return { is: 'delivered', acknowledged: false };
    return { is: taken === 0 ? 'not-sent' : 'broken', why: { ...cut, taken, bytes: bytes.length } };
  } finally {
    await device.close();
  }
}

function lineOn(device: FileHandle, timing: Pick<PrinterTiming, 'stallMs'>): PrinterLine {
  let isOpen = true;
  let wasHungUp = false;
  const buffer = Buffer.alloc(4096);
  const read = (): Promise<number> => now(device.read(buffer, 0, buffer.length, null).then(({ bytesRead }) => bytesRead));
  async function end(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await device.close();
  }
  async function hungUp(): Promise<void> {
    wasHungUp = true;
    await end();
  }

  return {
    isOpen: () => isOpen,
    wasHungUp: () => wasHungUp,
    async ask(first, second, answerMs) {
      const over = AbortSignal.timeout(answerMs);
      let text = '';
      try {
        // Data that arrived earlier belongs to no question.
        for (let left = mostAnswerCharacters; left > 0; ) {
          const stale = await read();
          if (stale === 0) break;
          left -= stale;
        }
        const why = await writeAll(device, Buffer.from(first.asks + (second?.asks ?? '')), answerMs, () => undefined);
        if (why !== undefined) {
          await hungUp();
          return [undefined, undefined];
        }
        while (!over.aborted) {
          const more = await read();
          text = (text + buffer.toString('latin1', 0, more)).slice(-mostAnswerCharacters);
          const [one, other] = [first.reads(text), second?.reads(text)];
          if (one !== undefined && (second === undefined || other !== undefined)) return [one, other];
          if (more === 0) await wait(pollMs);
        }
        await end();
      } catch {
        // The printer was unplugged and sends nothing more.
        await hungUp();
      }
      return [first.reads(text), second?.reads(text)];
    },
    deliver(bytes) {
      isOpen = false;
      return deliverOn(device, bytes, timing);
    },
    close: end,
  };
}
