import { ready } from 'zpl-renderer-js';

/** Draws each label of a ZPL text as a PNG of the given size. A preview: its fonts only resemble the printer's. */
export async function drawZpl(
  zpl: Buffer,
  size: { readonly widthMm: number; readonly heightMm: number; readonly dpmm: number },
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { api } = await ready;
  const pictures = await api.zplToBase64MultipleAsync(zpl.toString('utf8'), size.widthMm, size.heightMm, size.dpmm);
  return pictures.map((picture) => Uint8Array.from(Buffer.from(picture, 'base64')));
}
