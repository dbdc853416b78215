import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../bundled.ts';
import { createDice } from '../crash/dice.ts';
import { numberGiven } from '../number-given.ts';
import { sheetOf } from '../orders/workbook.ts';
import type { Imported } from './importing-process.ts';

const turns = numberGiven('--turns', 3);
/** A library alone takes less than a second, so other load on the machine would dominate a single parse. */
const parsesPerTurn = 3;

/** A kind of file, and the library it is compared with. */
interface Kind {
  readonly name: string;
  readonly label: string;
  readonly peer: string;
  readonly rows: number;
  readonly bytes: (table: Table) => Uint8Array;
}

type Table = readonly (readonly string[])[];

const kinds = (rows: number): readonly Kind[] => [
  { name: 'orders.xlsx', label: 'import xlsx', peer: 'fflate+saxes', rows: Math.ceil(rows / 2), bytes: (table) => sheetOf(...table) },
  { name: 'orders.xml', label: 'import xml', peer: 'saxes', rows: Math.ceil(rows / 2), bytes: xmlOf },
  { name: 'orders.csv', label: 'import', peer: 'csv-parse', rows, bytes: csvOf },
];

/**
 * Imports files of 100,000 orders (or `--rows N`; half as many in a workbook and in XML) into a station. Alternates with the library alone
 * on the same bytes, each time in a process of its own. A pause is the time during which the main thread of the station worked or waited
 * for the disk and handled no calls. The time during which another thread or program had its core is printed beside it. The station is
 * built as for a package. V8 keeps 16 MB for its young generation; by default it takes 64 MB on a machine with much memory, and frees it
 * late.
 */
export async function run(): Promise<void> {
  const rows = numberGiven('--rows', 100_000);
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  try {
    const program = await bundled('import', {
      station: 'test/benchmarks/importing-process.ts',
      worker: 'electron/station/order-file-process.ts',
      copy: 'electron/journal/copy-worker.ts',
      parse: 'test/benchmarks/parsing-process.ts',
    });
    for (const kind of kinds(rows)) await runKind(kind, dir, program);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function runKind({ name, label, peer, rows, bytes: bytesOf }: Kind, dir: string, program: (name: string) => string): Promise<void> {
  const file = join(dir, name);
  const bytes = bytesOf(orderTable(rows));
  writeFileSync(file, bytes);
  const parses: number[] = [];
  const imports: Imported[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    for (let each = 0; each < parsesPerTurn; each += 1) parses.push(await answered<number>(program('parse'), [file, String(rows)]));
    imports.push(
      await answered<Imported>(program('station'), [join(dir, `${name}-station-${turn}`), file, program('worker'), program('copy')]),
    );
  }
  const half = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
  const most = (of: (each: Imported) => number): number => Math.max(...imports.map(of));
  const [floorMs, takenMs] = [half(parses), half(imports.map(({ ms }) => ms))];
  const pauses = imports.flatMap((each) => each.pauses);
  for (const { taken } of imports) if (taken !== rows) throw new Error(`${taken} orders were taken of ${rows}`);
  process.stdout.write(
    `${label} file=${(bytes.length / 2 ** 20).toFixed(1)}MB ${peer}=${floorMs.toFixed(0)}ms taken=${takenMs.toFixed(0)}ms cpu=${half(imports.map(({ cpuMs }) => cpuMs)).toFixed(0)}ms again=${half(imports.map(({ againMs }) => againMs)).toFixed(0)}ms rss_mb_before=${most((each) => each.rssMbBefore).toFixed(0)} rss_mb_again=${most((each) => each.againRssMb).toFixed(0)}\n`,
  );
  const over = [10, 20, 50].map((ms) => `over ${ms} ms: ${pauses.filter((each) => each > ms).length}`);
  process.stdout.write(
    `${label} pauses ${over.join(', ')}, with others at the core longest ${most((each) => each.longestWithOthersMs).toFixed(0)} ms\n`,
  );
  process.stdout.write(
    `${label} rows=${rows} ratio=${(takenMs / floorMs).toFixed(1)} longest_pause_ms=${Math.max(...pauses).toFixed(0)} rss_mb=${most((each) => each.rssMb).toFixed(0)}\n`,
  );
}

/** Runs a program and returns the message it sends. */
async function answered<T>(program: string, args: readonly string[]): Promise<T> {
  const child = fork(program, args, { execArgv: ['--max-semi-space-size=16'] });
  const [answer] = await once(child, 'message');
  child.disconnect();
  await once(child, 'exit');
  return answer as T;
}

const words = (text: string): readonly [string, ...string[]] => text.split(' ') as [string, ...string[]];
const given = words('Anna Pieter Céline Jürgen Małgorzata Åsa Mathieu Jiří Theresa Íñigo Aoife Søren Harriet Lukas Beatriz Giulia');
const beginnings = words('Lind Berg Stein Groß Vester Nieuw Alt Kron Wald Brück Hohen Kalten Oster Roth Schön Winter');
const endings = words('mann hof huis bach feld dorp stad kamp baum qvist gaard ström bauer müller wijk haven');
const streets = words('Kastanienallee Prinsengracht Storgatan Vestergade Bahnhofstraße Dlouhá Schloßstraße Harleystraat');
const things: readonly [string, ...string[]] = [
  'Vase Dommel, tall, cobalt',
  'Mug "Morning", stoneware',
  'Bowl 16 cm',
  'Dinner plate 27 cm',
  'Teapot 1 l',
];
const countries = words('DE NL FR SE Denmark');
const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const columns =
  'order,name,company,street,house_number,postal_code,city,country,phone,email,weight_kg,length_cm,width_cm,height_cm,contents,value,currency,reference,note';

/** Builds one row per order, with every column filled that a parcel within Europe needs. */
function orderTable(rows: number): Table {
  const dice = createDice('import');
  const name = (): string => `${dice.pick(beginnings)}${dice.pick(endings)}`;
  const digits = (count: number): string => String(dice.whole(10 ** count)).padStart(count, '0');
  const lines = [columns.split(',')];
  for (let row = 0; row < rows; row += 1) {
    const [first, last] = [dice.pick(given), name()];
    lines.push([
      `ORD-${200_000 + row}`,
      `${first} ${last}`,
      dice.chance(0.2) ? `${name()} BV` : '',
      dice.pick(streets),
      String(1 + dice.whole(200)),
      digits(5),
      name(),
      dice.pick(countries),
      `+49 30 ${digits(7)}`,
      `${first}.${last}@example.com`.toLowerCase(),
      `${1 + dice.whole(9)}.${digits(2)}`,
      '40',
      '30',
      '20',
      dice.pick(things),
      `${digits(2)}.50`,
      'EUR',
      `R${digits(6)}`,
      dice.chance(0.1) ? 'Pack the tiles apart, please' : '',
    ]);
  }
  return lines;
}

const csvOf = (table: Table): Uint8Array => Buffer.from(`${table.map((row) => row.map(quoted).join(',')).join('\n')}\n`);

function xmlOf([names = [], ...rows]: Table): Uint8Array {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const orders = rows.map(
    (row) => `<order>${row.map((cell, at) => (cell === '' ? '' : `<${names[at]}>${escaped(cell)}</${names[at]}>`)).join('')}</order>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<orders>\n${orders.join('\n')}\n</orders>\n`);
}
