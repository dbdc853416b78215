import type { LabelSize } from '../../shared/printer.ts';
import type { PdfPage } from './pdf-pages.ts';
import { zplMap } from './zpl-map.ts';
import { readZpl } from './zpl-text.ts';
import { zplTokens } from './zpl-tokens.ts';
import { tokensInDots } from './zpl-units.ts';

const mmPerInch = 25.4;
const pointsPerInch = 72;

export const pageSize = (page: Pick<PdfPage, 'widthPoints' | 'heightPoints'> | undefined): LabelSize | null =>
  page ? { widthMm: (page.widthPoints / pointsPerInch) * mmPerInch, heightMm: (page.heightPoints / pointsPerInch) * mmPerInch } : null;

/** Returns the width and length that a sheet of ZPL declares; null if it leaves one of them to the printer. */
export function zplSize(sheet: Uint8Array | undefined, dpi: number): LabelSize | null {
  const read = sheet && zplTokens(sheet);
  if (read?.is !== 'tokens') return null;
  const tokens = tokensInDots(read.tokens, dpi / mmPerInch);
  const mm = (command: string): number => {
    const token = tokens.findLast((token) => token.command === command);
    return (Number.parseInt(token?.parameters ?? '', 10) / dpi) * mmPerInch;
  };
  const size = { widthMm: mm('^PW'), heightMm: mm('^LL') };
  return size.widthMm > 0 && size.heightMm > 0 ? size : null;
}

/** Size of most labels, and the largest size that is shown. */
const usualSize = { widthMm: 102, heightMm: 152 };
const mostShownMm = 400;
/** At 203 dots per inch. */
const dotsPerMm = 8;

/** Returns the paper size for showing a sheet of ZPL, if it does not fit on the usual label; otherwise undefined. */
export function shownSize(sheet: Uint8Array): LabelSize | undefined {
  const { width, height, perDot } = zplMap(readZpl(sheet));
  const [widthMm, heightMm] = [width, height].map((dots) => Math.min(mostShownMm, Math.ceil((dots * perDot) / dotsPerMm))) as [
    number,
    number,
  ];
  if (widthMm <= usualSize.widthMm && heightMm <= usualSize.heightMm) return undefined;
  return { widthMm: Math.max(widthMm, usualSize.widthMm), heightMm: Math.max(heightMm, usualSize.heightMm) };
}
