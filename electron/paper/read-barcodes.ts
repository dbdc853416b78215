import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes as read } from 'zxing-wasm/reader';
import type { GreyImage } from './fit-page.ts';

let engine: Promise<unknown> | undefined;
/** Loads the engine from the file beside the library: by default the library downloads it. */
const started = (): Promise<unknown> =>
  (engine ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  ));

/** No label has more bar codes. */
const mostSymbols = 40;

/**
 * Returns the data of all bar codes in a picture, as a scanner reads them, with group separators and in any direction. For a worker that
 * may be killed: it takes tens of milliseconds per sheet. Above 203 dots per inch the library looks for large codes and loses small
 * two-dimensional ones.
 */
export async function readBarcodes({ width, height, grey }: GreyImage): Promise<readonly string[]> {
  await started();
  // Sets red, green, blue and alpha of a dot at once.
  const dots = Uint32Array.from(grey, (shade) => shade * 0x01010101);
  const data = new Uint8ClampedArray(dots.buffer);
  const found = await read(
    { data, width, height, colorSpace: 'srgb' },
    { tryHarder: true, maxNumberOfSymbols: mostSymbols, textMode: 'Plain' },
  );
  return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))].sort();
}
