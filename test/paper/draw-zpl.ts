import { ready } from 'zpl-renderer-js';

/** PNGs of a 4 x 6 inch label at 203 dpi, as Base64. */
export async function drawZpl(zpl: Uint8Array): Promise<readonly string[]> {
  const { api } = await ready;
  return api.zplToBase64MultipleAsync(Buffer.from(zpl).toString('utf8'), 101.6, 152.4, 8);
}
