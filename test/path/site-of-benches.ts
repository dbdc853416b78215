import { expect } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { addBench } from '../../ledger/install.ts';
import { type Database } from '../ledger/postgres.ts';
import { usePostgres } from '../ledger/use-ledger.ts';
import { joinSite, type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

/** A sample order's parcel with these defaults leaves no question open. */
export const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
export const ledgerOf = ({ station }: PlainStation) => station.snapshot().frame.ledger;
const firstRows = sampleOrdersCsv.split('\n').filter((row) => row.includes('ORD-1001'));
/** The sample orders, and two more with the destination of the first: the same services are offered for them. */
export const twoAlike = [
  sampleOrdersCsv.trimEnd(),
  ...['ORD-9001', 'ORD-9002'].flatMap((key, at) =>
    firstRows.map((row) => row.replace('ORD-1001', key).replaceAll('Kastanienallee 84', `Kastanienallee ${86 + at}`)),
  ),
].join('\n');

/** Waits until the ledger grants the requests of this bench and has received all its reports. */
export const isReported = (on: PlainStation) => expect.poll(() => ledgerOf(on)).toMatchObject({ shut: null, unreported: 0 });

/** Joins a bench that was alone, by a code that `on` shows. */
export async function joinTo(on: PlainStation, other: PlainStation): Promise<PlainStation> {
  const { code } = await on.call('invite', { pin: '' });
  await joinSite(other, { code });
  await isReported(other);
  return other;
}

/** A real PostgreSQL for the tests of one file, and benches that share a ledger in it. Everything is closed and emptied after each test. */
export function useSite() {
  const server = usePostgres();
  const alone = (more: PlainOptions = {}) => startPlainStation({ settings: whole, world: 'sandbox', ...more });

  return {
    server,
    alone,
    /** Joins by address and token. */
    async first(more: PlainOptions = {}): Promise<{ readonly database: Database; readonly first: PlainStation }> {
      const database = await server().ledger();
      const { token } = await addBench(database.owner);
      const first = await alone(more);
      await joinSite(first, { url: database.benchUrl, token });
      await isReported(first);
      return { database, first };
    },
    /** Joins by a code that `on` shows, and uses the same service. */
    joinedTo: async (on: PlainStation, more: PlainOptions = {}): Promise<PlainStation> =>
      await joinTo(on, await alone({ service: on.service, ...more })),
  };
}
