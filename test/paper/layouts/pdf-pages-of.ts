import bwipJs from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { Dice } from '../../crash/dice.ts';
import { type Form, type Piece, turned } from './form.ts';
import { inPlainLetters } from './people.ts';

/** A courier program's way to write PDFs. */
export interface PdfHand {
  readonly page: 'label' | 'A4' | 'Letter';
  readonly font: 'Helvetica' | 'Times-Roman' | 'Courier';
  readonly isWordByWord: boolean;
}

export function drawPdfHand(dice: Dice): PdfHand {
  return {
    page: dice.pick(['label', 'label', 'A4', 'Letter'] as const),
    font: dice.pick(['Helvetica', 'Helvetica', 'Times-Roman', 'Courier'] as const),
    isWordByWord: dice.chance(0.2),
  };
}

/** A sheet that is not drawn from a form. */
export type Plain = { readonly texts: readonly string[]; readonly picture: boolean };
export type PdfSheet = { readonly form: Form; readonly piece: Piece } | Plain;

const point = 72 / 203;
/** Without these margins, a wrapping field would begin a new page at the apparent end of the turned paper. */
const endless = { top: 0, left: 0, right: 0, bottom: -10_000 };
const angles = { N: 0, R: 90, I: 180, B: 270 } as const;
/** Replaces characters that the standard PDF fonts lack. */
const drawable = (text: string): string => text.replace(/[^\0-\x7f\xa0-\xff]/g, (letter) => inPlainLetters(letter, '') || '?');

export async function pdfPagesOf(hand: PdfHand, sheets: readonly PdfSheet[]): Promise<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0, compress: false });
  const chunks: Buffer[] = [];
  const done = new Promise((resolve) => pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve));
  for (const sheet of sheets) {
    const form = 'form' in sheet ? sheet.form : undefined;
    const isTurned = form?.turn === 'R' || form?.turn === 'B';
    const [width, height] = form ? (isTurned ? [form.height, form.width] : [form.width, form.height]) : [812, 1218];
    const isOwnSize = hand.page === 'label' || form?.isPage === true;
    pdf.addPage({ size: isOwnSize ? [width * point, height * point] : hand.page === 'A4' ? 'A4' : 'LETTER', margins: endless });
    pdf.font(hand.font);
    if (!('form' in sheet)) {
      sheet.texts.forEach((text, at) => pdf.fontSize(11).text(drawable(text), 30, 40 + at * 15, { lineBreak: false }));
      if (sheet.picture) pdf.image(await symbolPicture('qrcode', `${sheets.length}-${height}`), 30, 200, { width: 160 });
      continue;
    }
    for (const mark of sheet.form.marks(sheet.piece).map((each) => turned(sheet.form, each))) {
      const [x, y] = [mark.x * point, mark.y * point];
      if (mark.kind === 'text') {
        pdf.save();
        pdf.rotate(angles[mark.turn], { origin: [x, y] });
        pdf.fillColor('#000').fontSize(mark.size * point);
        if (mark.block) {
          const align = ({ L: 'left', C: 'center', R: 'right' } as const)[mark.block.align];
          pdf.text(drawable(mark.block.lines.join('\n')), x, y, { width: mark.block.width * point, align });
        } else if (hand.isWordByWord) {
          let right = x;
          for (const word of drawable(mark.text).split(' ')) {
            pdf.text(word, right, y, { lineBreak: false });
            right += pdf.widthOfString(`${word} `);
          }
        } else pdf.text(drawable(mark.text), x, y, { lineBreak: false });
        pdf.restore();
      } else if (mark.kind === 'code') {
        pdf.save();
        pdf.rotate(angles[mark.turn ?? 'N'], { origin: [x, y] });
        if (mark.symbol === 'drawn bars') {
          let at = x;
          for (const letter of mark.data) {
            pdf.rect(at, y, 1 + (letter.charCodeAt(0) % 3), mark.height * point).fill('#000');
            at += 3 + (letter.charCodeAt(0) % 2);
          }
        } else pdf.image(await symbolPicture(symbolNames[mark.symbol], mark.data), x, y, { height: mark.height * point });
        pdf.restore();
      } else if (mark.kind === 'box') pdf.rect(x, y, mark.width * point, mark.height * point).stroke('#000');
      else pdf.rect(x, y, mark.width * point, mark.height * point).fill('#222');
    }
  }
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

const symbolNames = {
  'code 128': 'code128',
  'code 39': 'code39',
  '2 of 5': 'interleaved2of5',
  'data matrix': 'datamatrix',
  qr: 'qrcode',
  pdf417: 'pdf417',
} as const;

/**
 * Drawing a code takes longer than the rest of a page. Its content does not matter here, only the text beside it, so pictures are reused.
 */
const drawnSymbols = new Map<string, Promise<Buffer>>();
function symbolPicture(bcid: string, data: string): Promise<Buffer> {
  const known = drawnSymbols.get(bcid);
  if (known) return known;
  const drawn = bwipJs.toBuffer({
    bcid,
    text: bcid === 'interleaved2of5' ? '123456789012' : data.replace(/[^\x20-\x7e]/g, '?').toUpperCase() || 'A',
  });
  drawnSymbols.set(bcid, drawn);
  return drawn;
}
