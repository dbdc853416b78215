import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { closeAll } from '../later.ts';
import { type Database, type PostgresServer, startPostgres } from './postgres.ts';
import { joinBenches, type SqlBench, type Tried } from './sql-bench.ts';

/** Starts a PostgreSQL for the tests of one file and empties it after each test. */
export function usePostgres(): () => PostgresServer {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    // Stations end their connections.
    await closeAll();
    await server.clear();
  });
  afterAll(async () => await server.stop());
  return () => server;
}

/** Does the same, and adds the usual start of ledger tests. */
export function useLedger() {
  const server = usePostgres();
  return {
    server,
    /** Returns a new ledger and three benches that have greeted it. */
    async site(without?: Readonly<Record<string, string>>, how: 'apart' | 'together' = 'together') {
      const database = await server().ledger(without);
      const [a, b, c] = (await joinBenches(database, 3, how)) as [SqlBench, SqlBench, SqlBench];
      return { database, a, b, c };
    },
  };
}

export const lapse = (database: Database, { id }: Tried) =>
  database.owner.query('UPDATE packbench.attempt SET held_until = clock_timestamp() WHERE attempt = $1', [id]);
export const passTenMinutes = (database: Database, { id }: Tried) =>
  database.owner.query("UPDATE packbench.attempt SET sent_at = clock_timestamp() - interval '10 min' WHERE attempt = $1", [id]);

/** Waits until the server has noticed that the connection of a bench is closed. */
export async function untilReleased(database: Database, bench: SqlBench): Promise<void> {
  await expect
    .poll(async () => {
      const { rowCount } = await database.owner.query(
        'SELECT FROM pg_stat_activity WHERE pid = (SELECT backend FROM packbench.bench WHERE bench = $1)',
        [bench.number],
      );
      return rowCount;
    })
    .toBe(0);
}
