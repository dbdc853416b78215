import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { addBench } from '../../ledger/install.ts';
import { type Database, type PostgresServer, startPostgres } from '../ledger/postgres.ts';
import { closeAll, joinSite, type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

/** Nothing is left to ask of a sample order's parcel. */
export const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
export const ledgerOf = ({ station }: PlainStation) => station.snapshot().frame.ledger;
const firstRows = sampleOrdersCsv.split('\n').filter((row) => row.includes('ORD-1001'));
/** The sample orders, and two more to where the first of them goes: the same services are offered for them. */
export const twoAlike = [
  sampleOrdersCsv.trimEnd(),
  ...['ORD-9001', 'ORD-9002'].flatMap((key) => firstRows.map((row) => row.replace('ORD-1001', key))),
].join('\n');

/** The ledger grants what this bench asks for, and has heard all that happened at it. */
export const isTold = (on: PlainStation) => expect.poll(() => ledgerOf(on)).toMatchObject({ shut: null, unreported: 0 });

/** A bench that was alone joins by a code that this one shows. */
export async function joinTo(on: PlainStation, other: PlainStation): Promise<PlainStation> {
  const { code } = await on.call('invite', { pin: '' });
  await joinSite(other, { code });
  await isTold(other);
  return other;
}

/** A real PostgreSQL for the tests of one file, and benches that share a ledger in it. Everything is closed and emptied after each test. */
export function useSite() {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await closeAll();
    await server.clear();
  });
  afterAll(async () => await server.stop());
  const alone = (more: PlainOptions = {}) => startPlainStation({ settings: whole, world: 'sandbox', ...more });

  return {
    server: () => server,
    alone,
    /** By address and token. */
    async first(more: PlainOptions = {}): Promise<{ readonly database: Database; readonly first: PlainStation }> {
      const database = await server.ledger();
      const { token } = await addBench(database.owner);
      const first = await alone(more);
      await joinSite(first, { url: database.benchUrl, token });
      await isTold(first);
      return { database, first };
    },
    /** By a code that this one shows, and with the same service. */
    joinedTo: async (on: PlainStation, more: PlainOptions = {}): Promise<PlainStation> =>
      await joinTo(on, await alone({ service: on.service, ...more })),
  };
}
