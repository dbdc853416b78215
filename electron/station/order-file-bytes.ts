import { open } from 'node:fs/promises';
import { maxOrderFileBytes } from '../../shared/order-file-reason.ts';

/** No more of a file than shows that it is too large. */
export async function orderFileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
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
