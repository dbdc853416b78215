import { strToU8, zipSync } from 'fflate';

/** A cell as Excel stores it: a text, a number in a format of its own, or the XML of the sheet. */
export type Kept = string | number | { readonly number: number | string; readonly format: string } | { readonly xml: string };

export interface KeptSheet {
  readonly name: string;
  readonly rows: readonly (readonly Kept[])[];
  readonly state?: 'hidden';
  /** Counted from 1. */
  readonly hiddenRows?: readonly number[];
  /** XML after the rows, such as merged cells. */
  readonly behind?: string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function columnName(at: number): string {
  return (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));
}

/** Parts of a workbook by their path, as Excel writes them. */
export function workbookParts(sheets: readonly KeptSheet[], more: { readonly is1904?: boolean } = {}): Record<string, string> {
  const texts = new Map<string, number>();
  const formats = new Map<string, number>([['General', 0]]);
  const indexIn = (map: Map<string, number>, text: string): number => {
    const at = map.get(text) ?? map.size;
    map.set(text, at);
    return at;
  };
  const cell = (kept: Kept, place: string): string => {
    if (kept === '') return '';
    if (typeof kept === 'string') return `<c r="${place}" t="s"><v>${indexIn(texts, kept)}</v></c>`;
    if (typeof kept === 'number') return `<c r="${place}"><v>${kept}</v></c>`;
    if ('xml' in kept) return kept.xml.replace('<c', `<c r="${place}"`);
    return `<c r="${place}" s="${indexIn(formats, kept.format)}"><v>${kept.number}</v></c>`;
  };
  const bodies = sheets.map(({ rows, hiddenRows = [], behind = '' }) => {
    const lines = rows.map((row, at) => {
      const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : '';
      return `<row r="${at + 1}"${hidden}>${row.map((kept, column) => cell(kept, `${columnName(column)}${at + 1}`)).join('')}</row>`;
    });
    return `${head}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData>${behind}</worksheet>`;
  });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (list: readonly string[]) =>
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
  const codes = [...formats.keys()];
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${
      more.is1904 ? ' date1904="1"' : ''
    }/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_sheet, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relation('rId98', 'sharedStrings', 'sharedStrings.xml'),
      relation('rId99', 'styles', 'styles.xml'),
    ]),
    ...Object.fromEntries(bodies.map((body, at) => [`xl/worksheets/sheet${at + 1}.xml`, body])),
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${[...texts.keys()]
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${codes
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes
      .map((_code, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs><cellStyles><cellStyle name="Normal" xfId="0"/></cellStyles></styleSheet>`,
  };
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const packed = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));

export const workbook = (...sheets: readonly KeptSheet[]): Uint8Array => packed(workbookParts(sheets));

/** Builds a workbook with one sheet. */
export const sheetOf = (...rows: readonly (readonly Kept[])[]): Uint8Array => workbook({ name: 'Orders', rows });
