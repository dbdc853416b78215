import { open } from 'node:fs/promises';
import { maxOrderFileBytes } from '../../shared/order-file-reason.ts';

/** No more of a file than shows that it is too large. */
export async function orderFileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= maxOrderFileBytes) return new Uint8Array(await file.readFile());
    const bytes = new Uint8Array(maxOrderFileBytes + 1);
    await file.read(bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    await file.close();
  }
}
