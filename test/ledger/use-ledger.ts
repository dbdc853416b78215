import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Database, type PostgresServer, startPostgres } from './postgres.ts';
import { joinBenches, type SqlBench, type Tried } from './sql-bench.ts';

/** A PostgreSQL for the tests of one file, with nothing left in it after each. */
export function usePostgres(): () => PostgresServer {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => await server.clear());
  afterAll(async () => await server.stop());
  return () => server;
}

/** The same, and what most tests of the ledger begin with. */
export function useLedger() {
  const server = usePostgres();
  return {
    server,
    /** A fresh ledger and three benches that said hello. */
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

/** Until the server has noticed that the connection of a bench is closed. */
export async function untilNobodyHolds(database: Database, bench: SqlBench): Promise<void> {
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
