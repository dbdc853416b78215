import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import type { CallReply } from '../../shared/ipc.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { columnName, workbookParts } from '../orders/workbook.ts';
import { type HostileBench, type HostileInput, read } from './hostile-bench.ts';

const text = (body: string): Uint8Array => Buffer.from(body);
const filled = (piece: string, most = 980_000): string => piece.repeat(Math.floor(most / piece.length));
const numbered = (count: number, piece: (at: number) => string): string => Array.from({ length: count }, (_, at) => piece(at)).join('');

const header = 'order,name,street,house_number,postal_code,city,country';
const row = (order: string): string => `${order},Anna,Allee,8,10115,Berlin,DE`;

/** The text that the user reads about the file; empty if the next file is not imported. */
async function given(bench: HostileBench, name: string, bytes: Uint8Array): Promise<string> {
  const became = await bench.call('importOrders', { name, bytes: new Uint8Array(bytes) });
  const next = await bench.call('importOrders', { name: 'next.csv', bytes: new Uint8Array(text(`${header}\n${row('NEXT-1')}\n`)) });
  if (!next.ok || next.value.taken !== 1) return '';
  return became.ok ? counted(became.value) : read(became.failure);
}

const counted = ({ rows, taken, problems, skipped, remarks }: CallReply<'importOrders'>): string =>
  `${rows} rows: ${taken} taken, ${problems.length} problems, ${skipped.length} skipped, ${remarks.length} notes`;

const file = (kind: 'csv' | 'json' | 'xml' | 'xlsx', name: string, make: () => Uint8Array): HostileInput => ({
  name: `${kind}: ${name}`,
  kind: 'file',
  make,
  meet: (bench, bytes) => given(bench, `orders.${kind}`, bytes),
});

/** An input that is a shop's answer to the look-up of a scanned number. */
const answered = (name: string, make: () => Uint8Array): HostileInput => ({
  name,
  kind: 'look-up',
  make,
  async meet(bench, bytes) {
    const server = createServer((_request, response) => void response.end(bytes));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{number}`;
    try {
      await bench.call('saveLookUps', { lookUps: [{ ...newLookUp, name: 'Shop', isOn: true, url, token: null }] });
      await bench.call('scan', { code: 'W-77' });
      const workflow = await bench.after('looking-up');
      return 'failure' in workflow && workflow.failure ? read(workflow.failure) : workflow.step;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
});

/** A workbook in which these parts replace the usual ones. */
const workbook = (parts: Readonly<Record<string, string>>, sheets = 1): Uint8Array => {
  const usual = workbookParts(Array.from({ length: sheets }, (_, at) => ({ name: `S${at}`, rows: [['nothing'], ['known']] })));
  return zipSync(Object.fromEntries(Object.entries({ ...usual, ...parts }).map(([name, body]) => [name, text(body)])), { level: 9 });
};
const sheetOf = (rows: string): Readonly<Record<string, string>> => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});
const columns = header.split(',');
const inline = (value: string, at: number, line: number): string =>
  `<c r="${columnName(at)}${line}" t="inlineStr"><is><t>${value}</t></is></c>`;
const headerRow = `<row r="1">${columns.map((name, at) => inline(name, at, 1)).join('')}</row>`;

export const files: readonly HostileInput[] = [
  file('xlsx', '3,000 sheets', () => workbook({}, 3000)),
  file('xlsx', '60,000 sheets that are the same', () =>
    workbook({
      'xl/workbook.xml': `<workbook><sheets>${filled('<sheet name="S" sheetId="1" r:id="rId1"/>', 2_400_000)}</sheets></workbook>`,
    }),
  ),
  file('xlsx', '250,000 links to sheets', () =>
    workbook({
      'xl/_rels/workbook.xml.rels': `<Relationships>${filled('<Relationship Id="rId1" Type="/worksheet" Target="x"/>', 60_000_000)}</Relationships>`,
    }),
  ),
  file('xlsx', 'a sheet of 250 MB of blanks', () => workbook(sheetOf(' '.repeat(250_000_000)))),
  file('xlsx', 'a sheet of five million empty rows', () => workbook(sheetOf(filled('<row r="1"></row>', 100_000_000)))),
  file('xlsx', '30,000 rows whose last cell is the last of a sheet', () =>
    workbook(sheetOf(headerRow + numbered(30_000, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`))),
  ),
  file('xlsx', 'one text of a megabyte in 100,000 cells', () =>
    workbook({
      ...sheetOf(headerRow + numbered(100_000, (at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>0</v></c></row>`)),
      'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(1_000_000)}</t></si></sst>`,
    }),
  ),
  file('xlsx', '200,000 hidden rows', () =>
    workbook(sheetOf(headerRow + numbered(200_000, (at) => `<row r="${at + 2}" hidden="1"><c r="A${at + 2}"><v>1</v></c></row>`))),
  ),
  file('xlsx', 'an archive of 10,000 empty parts', () =>
    workbook(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, '']))),
  ),
  file('csv', 'a megabyte of quotation marks', () => text(`${header}\n${'"'.repeat(970_000)}`)),
  file('csv', 'a quotation mark that opens in each line', () => text(`${header}\n${filled('"A\n', 970_000)}`)),
  file('csv', '300,000 columns', () => text(`${header},${numbered(120_000, (at) => `c${at},`)}\n${row('A-1')}`)),
  file('csv', '480,000 rows of one letter', () => text(`${header}\n${filled('a\n', 960_000)}`)),
  file('csv', '40,000 rows without an order number', () => text(`${header}\n${filled(`${row('')}\n`, 970_000)}`)),
  file('csv', '24,000 orders', () => text(`${header}\n${numbered(24_000, (at) => `${row(`A-${at}`)}\n`)}`)),
  file('csv', '40,000 orders that end early', () => text(`${header}\n${numbered(40_000, (at) => `A-${at},Anna,Allee\n`)}`)),
  file('csv', '30,000 rows of one order', () => text(`${header}\n${filled(`${row('A-1')}\n`, 970_000)}`)),
  file('csv', '60,000 rows whose cells lost digits', () =>
    text(`${header}\n${numbered(16_000, (at) => `A-${at},1E+12,1E+12,1E+12,1E+12,1E+12,DE\n`)}`),
  ),
  file('csv', 'a cell of a megabyte', () => text(`${header}\nA-1,${'a'.repeat(970_000)},Allee,8,10115,Berlin,DE\n`)),
  file('csv', 'a page of titles that never end', () => text(`<html>${filled('<title')}`)),
  file('csv', 'remarks before a page that never comes', () => text(`<!--x-->${filled('<!--')}`)),
  file('csv', 'a megabyte of blanks', () => text(' '.repeat(980_000))),
  file('csv', 'letters of no encoding', () =>
    Buffer.concat([text(`${header}\n`), Buffer.alloc(970_000, Buffer.from([0x41, 0xe4, 0x8d, 0x0a]))]),
  ),
  file('json', 'lists in lists, 490,000 deep', () => text('['.repeat(490_000) + ']'.repeat(490_000))),
  file('json', 'records in records, 900 deep, again and again', () =>
    text(`[${filled(`${'{"a":'.repeat(900)}1${'}'.repeat(900)},`, 960_000)}0]`),
  ),
  file('json', '320,000 empty records', () => text(`[${filled('{},', 960_000)}{}]`)),
  file('json', '8,000 orders with 8,000 names', () =>
    text(`[${numbered(8000, (at) => `{"order":"A-${at}","name":"A","street":"B","city":"C","x${at}":"1","y${at}":"2"},`)}{}]`),
  ),
  file('json', 'an order of 90,000 names', () =>
    text(`[{"order":"A-1","name":"A",${numbered(60_000, (at) => `"x${at}":"1",`)}"city":"C"}]`),
  ),
  file('xml', 'elements in elements that never end', () => text(filled('<a>'))),
  file('xml', 'an element of 90,000 attributes', () => text(`<orders><order ${numbered(80_000, (at) => `a${at}="" `)}/></orders>`)),
  file('xml', 'texts of its own that grow tenfold ten times', () =>
    text(`<!DOCTYPE a [<!ENTITY b "b">${numbered(9, (at) => `<!ENTITY c${at} "${'&b;'.repeat(10)}">`)}]><a>&c8;</a>`),
  ),
  file('xml', '150,000 empty elements of one name', () => text(`<a>${filled('<b c=""/>')}</a>`)),
  answered('a workbook of 30,000 rows whose last cell is the last of a sheet', () =>
    workbook(sheetOf(headerRow + numbered(30_000, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`))),
  ),
  answered('24,000 other orders', () => text(`${header}\n${numbered(24_000, (at) => `${row(`A-${at}`)}\n`)}`)),
  answered('40,000 rows without an order number', () => text(`${header}\n${filled(`${row('')}\n`, 970_000)}`)),
  answered('lists in lists, 490,000 deep', () => text('['.repeat(490_000) + ']'.repeat(490_000))),
  answered('an answer of titles that never end', () => text(`${'\n'.repeat(1200)}<html>${filled('<title', 970_000)}`)),
];
