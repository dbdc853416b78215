import type { DocumentFormat } from '../../shared/printer.ts';
import { textOfBytes } from '../files/text.ts';
import { makePdf } from './make-pdf.ts';

const margin = 48;
const mostLines = 5000;

/** A picture or a text as the PDF of its pages. Throws on a picture that is none. */
export function pagesOfDocument(format: Extract<DocumentFormat, 'PNG' | 'JPEG' | 'HTML' | 'TEXT'>, bytes: Uint8Array): Promise<Uint8Array> {
  if (format === 'PNG' || format === 'JPEG')
    return makePdf((pdf) => {
      pdf.addPage({ size: 'A4', margin });
      const { width, height } = pdf.page;
      pdf.image(Buffer.from(bytes), margin, margin, { fit: [width - 2 * margin, height - 2 * margin] });
    });
  const text = textOfBytes(bytes);
  return makePdf((pdf) => {
    pdf.addPage({ size: 'A4', margin });
    pdf.font('Courier').fontSize(10);
    for (const line of (format === 'HTML' ? wordsOfPage(text) : text).split(/\r\n?|\n|\f/).slice(0, mostLines))
      pdf.text(plain(line) || ' ');
  });
}

/** What a reader of a web page sees of it. */
function wordsOfPage(html: string): string {
  return html
    .replace(/<(script|style|head)\b[^]*?<\/\1\s*>/gi, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/tr|\/h\d|\/li|\/table)\b[^>]*>/gi, '\n')
    .replace(/<\/t[dh]\s*>/gi, '   ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_sign, name: keyof typeof signs) => signs[name])
    .trim();
}
const signs = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' } as const;

/** The letters the font has: others are shown as missing, never as something else. */
const plain = (line: string): string => line.replace(/\t/g, '    ').replace(/[^\x20-\x7e\xa0-\xff\u20ac]/g, '?');
