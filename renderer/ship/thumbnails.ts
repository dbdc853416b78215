import type { ItemPicture } from '../../shared/item-picture.ts';

/** Height of a small copy in dots: twice that of its place, for screens with small dots. */
const height = 112;
/** One small copy takes some 50 KB. */
const mostKept = 300;
const mostAtOnce = 4;
/** A picture that takes longer to unpack is not shown. */
const mostMs = 5000;

const kept = new Map<string, ImageBitmap>();
const waiting: (() => Promise<void>)[] = [];
let atWork = 0;
let unpacking: Promise<unknown> = Promise.resolve();

export const keptThumbnail = (address: string): ImageBitmap | undefined => kept.get(address);

/**
 * Returns a small copy of a picture, or undefined if there is none. Copies stay in memory, a limited number of them. Pictures are loaded a few
 * at a time, and one is unpacked at a time, outside the page. One that is no longer wanted when its turn comes is not loaded.
 */
export function thumbnailOf(
  address: string,
  load: () => Promise<ItemPicture | null>,
  until: AbortSignal,
): Promise<ImageBitmap | undefined> {
  return new Promise((resolve) => {
    waiting.push(async () => {
      if (until.aborted) return resolve(undefined);
      const known = kept.get(address);
      const picture = known ? null : await load();
      const made = known ?? (picture ? await unpackedInTurn(picture) : undefined);
      if (made) keep(address, made);
      resolve(made);
    });
    workOn();
  });
}

function workOn(): void {
  for (; atWork < mostAtOnce; atWork += 1) {
    const next = waiting.shift();
    if (!next) return;
    void next().finally(() => {
      atWork -= 1;
      workOn();
    });
  }
}

/** The longest kept goes first. */
function keep(address: string, made: ImageBitmap): void {
  kept.delete(address);
  kept.set(address, made);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) return;
    kept.delete(oldest);
  }
}

function unpackedInTurn(picture: ItemPicture): Promise<ImageBitmap | undefined> {
  const made = unpacking.then(() => unpacked(picture));
  unpacking = made;
  return made;
}

/** Undefined for a damaged picture. */
async function unpacked({ bytes, mediaType }: ItemPicture): Promise<ImageBitmap | undefined> {
  const tooLong = Promise.withResolvers<undefined>();
  const timer = setTimeout(tooLong.resolve, mostMs);
  const blob = new Blob([new Uint8Array(bytes)], { type: mediaType });
  try {
    return await Promise.race([createImageBitmap(blob, { resizeHeight: height, resizeQuality: 'medium' }), tooLong.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
