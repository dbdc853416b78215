import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { maxOrderFileBytes } from '../../shared/order-file-reason.ts';

// Windows has no such flag, and no pipes in folders.
const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };

/**
 * Reads a file that a packer chose. Of a file that is too large it reads just enough to show that; of a pipe or device, which may never
 * end, nothing.
 */
export async function orderFileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) return new Uint8Array();
    const { size } = found;
    if (size <= maxOrderFileBytes) return alone(await file.readFile());
    const bytes = new Uint8Array(maxOrderFileBytes + 1);
    await file.read(bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    await file.close();
  }
}

/** Copies the bytes only if they share a buffer: copying a large file would block the main thread too long. */
const alone = (bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes);
