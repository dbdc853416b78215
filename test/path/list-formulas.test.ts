import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvBytes } from '../../electron/bench/list-file.ts';
import { parts } from '../words.ts';

/** Splits a file into cells as a spreadsheet does with this separator. A quotation mark counts only at the beginning of a cell. */
function cellsBy(bytes: Uint8Array, separator: string): string[] {
  const cells: string[] = [];
  const text = new TextDecoder().decode(bytes);
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] === '"') at += 1;
        else if (text[at] === '"') break;
        cell += text[at];
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
      cell += text[at];
      at += 1;
    }
    at += 1;
    cells.push(cell);
  }
  return cells;
}

/** True if Excel, LibreOffice and Google Sheets read a formula: an operator before anything but a number begins one. */
const isFormula = (cell: string): boolean => {
  const begun = cell.trimStart();
  return /^[=@\uFF1D\uFF0B\uFF0D\uFF20]/.test(begun) || (/^[+-]/.test(begun) && !/^[+-]?[\d\s.,]*$/.test(begun));
};

const payloads = ['=1+1', '+cmd|A', '-2+3', '@SUM(1)', '=HYPERLINK("http://x")', '\uFF1D1+1', '+1-800-555-0199', '-x'];
const before = [
  '',
  ' ',
  'Ann;',
  'Ann; ',
  'Ann;;',
  'Ann\t',
  'Ann|',
  'Ann\n',
  'Ann\r\n',
  'Ann;"',
  'Ann;" ',
  '";',
  '"',
  '\t',
  '\n',
  'a,b;c;',
  'x";"',
];

test.each(payloads)('no separator makes a formula of %s at any position', (payload) => {
  const cells = before.flatMap((start) => ['', ';b', '"', '\n'].map((end) => `${start}${payload}${end}`));
  const bytes = csvBytes([['order', 'name', 'note'], ...cells.map((cell) => ['A-1', cell, 'end'])]);
  for (const separator of [',', ';', '\t', '|']) expect(cellsBy(bytes, separator).filter(isFormula)).toEqual([]);
});

test('plain texts, numbers and phone numbers are written unchanged', () => {
  const cells = [
    ...parts('A-1 | #1001 | -5 | +5.50 | -1,208.00 | +49 30 5557210'),
    "'s-Hertogenbosch",
    ...parts('Ann; Bo | one\ntwo | a=b | x@y.example | 10-12 | 3;-5'),
  ];
  const rows = cells.map((cell) => ['A', cell]);
  expect(parse(Buffer.from(csvBytes(rows)), { bom: true })).toEqual(rows);
});

test('only an apostrophe is added', () => {
  const cells = ['=1', 'Ann;=1+1;b', 'a\n- item\n- other', '\t=1'];
  const read = parse(Buffer.from(csvBytes(cells.map((cell) => [cell]))), { bom: true }) as string[][];
  expect(read.map(([cell]) => cell)).toEqual(["'=1", "Ann;'=1+1;b", "a\n'- item\n'- other", "'\t'=1"]);
});
