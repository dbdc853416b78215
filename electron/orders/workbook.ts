import { csvRow } from '../../shared/csv-row.ts';
import type { FileReason } from '../../shared/order-file-reason.ts';
import { cellsOf } from './csv-rows.ts';
import { NotReadable } from './not-readable.ts';
import { type NumberFormat, numberFormat, shownNumber } from './number-format.ts';
import type { Table } from './table.ts';
import { type Attributes, walkXml } from './walk-xml.ts';
import { textOfPart, type ZipPart, type ZipParts } from './zip-parts.ts';

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Its rows, each a line with tabs between the cells. */
  readonly table: Table;
}

/** Largest unpacked size, in megabytes, of one sheet, and of each other part. */
const mostOfSheet = 256;
const mostBeside = 64;
/** Largest total length of all rows: cells that share one long text repeat it here. */
const mostCharacters = 128 * 2 ** 20;
/** A sheet has no more columns. */
const mostColumns = 16_384;

const broken = (): FileReason => ({ code: 'workbook-broken' });

interface Shared {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly epochMs: number;
}

/** True if a ZIP archive is an Excel workbook. */
export const isWorkbook = (parts: ZipParts): boolean =>
  parts.has('[Content_Types].xml') && [...parts.keys()].some((name) => name.startsWith('xl/'));

/** Returns the sheets of an Excel workbook in their order. Parts are unpacked on demand only. */
export function openWorkbook(parts: ZipParts): readonly Sheet[] {
  if ([...parts.values()].some(({ isEncrypted }) => isEncrypted)) throw new NotReadable({ code: 'workbook-encrypted' });
  if (parts.has('xl/vbaProject.bin')) throw new NotReadable({ code: 'workbook-with-macros' });
  const [main = 'xl/workbook.xml'] = targets(parts, '_rels/.rels', '').byType('officeDocument');
  if (main.endsWith('.bin')) throw new NotReadable({ code: 'file-of-other-kind', kind: 'xlsb' });
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const linked = targets(parts, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const sheets: Attributes[] = [];
  let epochMs = Date.UTC(1899, 11, 30);
  each(must(parts.get(main)), (name, attributes) => {
    if (name === 'sheet') sheets.push(attributes);
    if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) epochMs = Date.UTC(1904, 0, 1);
  });
  let kept: Shared | undefined;
  const shared = (): Shared => {
    kept ??= {
      texts: sharedTexts(parts.get(linked.byType('sharedStrings')[0] ?? '')),
      formats: formatsOf(parts.get(linked.byType('styles')[0] ?? '')),
      epochMs,
    };
    return kept;
  };
  return sheets.flatMap((attributes): Sheet[] => {
    const path = linked.byId(attributes['id'] ?? '');
    // A sheet that is only a chart has no rows.
    if (path === undefined || !path.includes('sheet')) return [];
    return [
      {
        name: attributes['name'] ?? '',
        isHidden: /hidden/i.test(attributes['state'] ?? ''),
        table: { isEven: true, rows: () => rowsOf(must(parts.get(path)), shared()), cellsOf: (text) => cellsOf(text, '\t') ?? [] },
      },
    ];
  });
}

function must(part: ZipPart | undefined): ZipPart {
  if (!part) throw new NotReadable(broken());
  return part;
}

function each(part: ZipPart, open: (name: string, attributes: Attributes) => void): void {
  for (const _ of walkXml(textOfPart(part, mostBeside), { open }, broken));
}

function targets(parts: ZipParts, path: string, folder: string) {
  const found: Attributes[] = [];
  const part = parts.get(path);
  if (part)
    each(part, (name, attributes) => {
      if (name === 'Relationship') found.push(attributes);
    });
  const whole = ({ Target: target = '' }: Attributes): string =>
    target.startsWith('/') ? target.slice(1) : `${folder}${target}`.replace(/(?:^|\/)[^/]+\/\.\.(?=\/)/g, '');
  return {
    byType: (type: string): readonly string[] => found.filter((each) => each['Type']?.endsWith(`/${type}`)).map(whole),
    byId: (id: string): string | undefined => found.filter((each) => each['Id'] === id).map(whole)[0],
  };
}

function sharedTexts(part: ZipPart | undefined): readonly string[] {
  const texts: string[] = [];
  if (!part) return texts;
  const text = textsIn('si', (whole) => texts.push(whole));
  for (const _ of walkXml(textOfPart(part, mostBeside), text, broken));
  return texts;
}

/** Joins the texts within an element, without their phonetic readings. */
function textsIn(element: string, found: (whole: string) => void) {
  let whole = '';
  let isText = false;
  let isSpoken = false;
  return {
    open(name: string): void {
      if (name === element) whole = '';
      if (name === 'rPh') isSpoken = true;
      isText = name === 't' && !isSpoken;
    },
    text(text: string): void {
      if (isText) whole += text;
    },
    close(name: string): void {
      isText = false;
      if (name === 'rPh') isSpoken = false;
      if (name === element) found(unescaped(whole));
    },
  };
}

/** Decodes characters that XML cannot hold, such as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([\dA-F]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;

function formatsOf(part: ZipPart | undefined): readonly NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCell = false;
  if (part)
    each(part, (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'xf') {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (isCell) formats.push(numberFormat(id, codes.get(id)));
      } else isCell = name === 'cellXfs' || (isCell && !/^cellStyle|^dxfs/.test(name));
    });
  return formats;
}

function* rowsOf(part: ZipPart, shared: Shared): ReturnType<Table['rows']> {
  let found: ReturnType<typeof read>[] = [];
  const read = (line: number, cells: readonly string[], isHidden: boolean) =>
    [{ line, text: csvRow(cells, '\t') }, isHidden ? ({ code: 'row-hidden' } as const) : cells] as const;
  let line = 0;
  let isHidden = false;
  let cells: string[] = [];
  let at = -1;
  let cell: Attributes = {};
  let written = '';
  let isWritten = false;
  const inline = textsIn('is', (whole) => {
    written = whole;
  });
  const visitor = {
    open(name: string, attributes: Attributes): void {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        isHidden = /^(?:1|true)$/.test(attributes['hidden'] ?? '');
        cells = [];
        at = -1;
      } else if (name === 'c') {
        cell = attributes;
        at = columnOf(attributes['r']) ?? at + 1;
        written = '';
        if (at >= mostColumns || !Number.isInteger(line)) throw new NotReadable(broken());
      } else if (name === 'v') isWritten = true;
      else inline.open(name);
    },
    text(text: string): void {
      if (isWritten) written += text;
      else inline.text(text);
    },
    close(name: string): void {
      if (name === 'v') isWritten = false;
      else if (name === 'c') {
        if (written !== '') {
          while (cells.length < at) cells.push('');
          cells[at] = shown(cell, written, shared);
        }
      } else if (name === 'row') {
        if (cells.some((each) => each.trim() !== '')) found.push(read(line, cells, isHidden));
      } else inline.close(name);
    },
  };
  let characters = 0;
  for (const _ of walkXml(textOfPart(part, mostOfSheet), visitor, broken)) {
    for (const row of found) {
      characters += row[0].text.length;
      if (characters > mostCharacters) throw new NotReadable({ code: 'file-unpacks-too-large', megabytes: mostCharacters / 2 ** 20 });
      yield row;
    }
    found = [];
  }
  return undefined;
}

/** Returns the column of a cell reference, counted from 0: 27 for `AB12`. */
function columnOf(place: string | undefined): number | undefined {
  if (place === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? undefined : column - 1;
}

function shown({ t: type = 'n', s: style = '0' }: Attributes, written: string, { texts, formats, epochMs }: Shared): string {
  if (type === 's') {
    const text = texts[Number(written)];
    if (text === undefined) throw new NotReadable(broken());
    return text;
  }
  if (type === 'b') return written === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return written.replace('T00:00:00', '').replace('T', ' ');
  return type === 'n' ? shownNumber(written, formats[Number(style)] ?? { kind: 'general' }, epochMs) : unescaped(written);
}
