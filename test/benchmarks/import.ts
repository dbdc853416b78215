import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { createDice } from '../crash/dice.ts';
import { bundled } from './bundled.ts';
import type { Imported } from './importing-process.ts';

/**
 * A file of 100,000 orders (or `--rows N`) taken by a station in a process of its own, against csv-parse alone on the same bytes in the
 * same run, before and after it. A pause is how long the main thread of the station answered nobody. The station is built as for a
 * package, and V8 keeps 16 MB for what is young; left alone it takes 64 on a machine with much memory, and gives it back late.
 */
export async function run(): Promise<void> {
  const at = process.argv.indexOf('--rows');
  const rows = at < 0 ? 100_000 : Number(process.argv[at + 1]);
  if (!Number.isInteger(rows) || rows < 1) throw new Error('--rows wants a whole number from 1');
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  const file = join(dir, 'orders.csv');
  const bytes = Buffer.from(orderFile(rows));
  writeFileSync(file, bytes);
  try {
    const before = parseMs(bytes, rows);
    const imported = await inProcess(dir, file);
    const floorMs = (before + parseMs(bytes, rows)) / 2;
    const ratio = imported.ms / floorMs;
    const { taken, pauses, rssMb } = imported;
    const longest = Math.max(...pauses);
    if (taken !== rows) throw new Error(`${taken} orders were taken of ${rows}`);
    process.stdout.write(
      `import file=${(bytes.length / 2 ** 20).toFixed(1)}MB csv-parse=${floorMs.toFixed(0)}ms taken=${imported.ms.toFixed(0)}ms again=${imported.againMs.toFixed(0)}ms rss_mb_before=${imported.rssMbBefore.toFixed(0)} rss_mb_again=${imported.againRssMb.toFixed(0)}\n`,
    );
    const over = [10, 20, 50].map((ms) => `over ${ms} ms: ${pauses.filter((each) => each > ms).length}`);
    process.stdout.write(`import pauses ${over.join(', ')}
`);
    process.stdout.write(
      `import rows=${rows} ratio=${ratio.toFixed(1)} longest_pause_ms=${longest.toFixed(0)} rss_mb=${rssMb.toFixed(0)}\n`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function parseMs(bytes: Buffer, rows: number): number {
  const started = performance.now();
  const { length } = parse(bytes);
  if (length !== rows + 1) throw new Error(`csv-parse found ${length} rows`);
  return performance.now() - started;
}

async function inProcess(dir: string, file: string): Promise<Imported> {
  const program = await bundled('import', {
    station: 'test/benchmarks/importing-process.ts',
    worker: 'electron/station/order-file-worker.ts',
  });
  const child = fork(program('station'), [join(dir, 'station'), file, program('worker')], {
    execArgv: ['--max-semi-space-size=16'],
  });
  const [imported] = await once(child, 'message');
  child.disconnect();
  await once(child, 'exit');
  return imported as Imported;
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

/** One row per order, every column that a parcel within Europe has filled. */
function orderFile(rows: number): string {
  const dice = createDice('import');
  const name = (): string => `${dice.pick(beginnings)}${dice.pick(endings)}`;
  const digits = (count: number): string => String(dice.whole(10 ** count)).padStart(count, '0');
  const lines = [
    'order,name,company,street,house_number,postal_code,city,country,phone,email,weight_kg,length_cm,width_cm,height_cm,contents,value,currency,reference,note',
  ];
  for (let row = 0; row < rows; row += 1) {
    const [first, last] = [dice.pick(given), name()];
    lines.push(
      [
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
      ]
        .map(quoted)
        .join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}
