import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { maxOrderFileBytes } from '../../shared/order-file-reason.ts';

// Windows has no such flag, and no pipe in a folder.
const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };

/** Of a file that a person named no more than shows that it is too large; nothing of a pipe or a device, which might never end. */
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

/** Copied only where they share a buffer with others: of a large file that takes the main thread too long. */
const alone = (bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes);
