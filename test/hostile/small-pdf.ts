/** The body of an object, with the dictionary entries in front of its bytes. */
export interface Stream {
  readonly bytes: Uint8Array;
  readonly about: string;
}
export const stream = (bytes: Uint8Array, about = ''): Stream => ({ bytes, about });

interface Page {
  readonly size?: readonly [width: number, height: number];
  readonly content: Stream;
  /** Drawn as `/X0`. */
  readonly picture?: Stream;
  /** Number of forms, each of which draws the next one ten times; the first is `/X0`. */
  readonly forms?: number;
}

/** Builds a PDF by hand, with a valid end, so that readers accept it as complete. */
export function pdfOf(pages: readonly Page[], { isCircular = false } = {}): Uint8Array {
  const objects: Buffer[] = [];
  const add = (text: string, { bytes, about }: Partial<Stream> = {}): number => {
    const body = bytes
      ? Buffer.concat([Buffer.from(`<< ${about} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')])
      : Buffer.from(text);
    objects.push(body);
    return objects.length;
  };
  const catalog = add('');
  const tree = add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = pages.map(({ size = [288, 432], content, picture, forms = 0 }) => {
    const first = picture ? add('', picture) : objects.length + 1;
    for (let at = 0; at < forms; at += 1) {
      const next = at + 1 < forms ? `/Resources << /XObject << /X0 ${objects.length + 2} 0 R >> >>` : '';
      const draws = Buffer.from(next ? '/X0 Do '.repeat(10) : '0 0 9 9 re f');
      add('', { bytes: draws, about: `/Type /XObject /Subtype /Form /BBox [0 0 999 999] ${next}` });
    }
    const drawn = picture || forms > 0 ? `/XObject << /X0 ${first} 0 R >>` : '';
    const body = add('', content);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents ${body} 0 R /Resources << /Font << /F1 ${font} 0 R >> ${drawn} >> >>`,
    );
  });
  const named = kids.map((kid) => `${kid} 0 R`).join(' ');
  objects[catalog - 1] = Buffer.from(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects[tree - 1] = Buffer.from(
    `<< /Type /Pages /Count ${isCircular ? 99 : kids.length} /Kids [${isCircular ? `${tree} 0 R `.repeat(50) : ''}${named}] ${isCircular ? `/Parent ${tree} 0 R` : ''} >>`,
  );
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const write = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [index, body] of objects.entries()) {
    offsets.push(at);
    write(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
  }
  const table = at;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  write(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${table}\n%%EOF\n`));
  return Buffer.concat(parts);
}
