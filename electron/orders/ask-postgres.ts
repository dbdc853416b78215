import { Client, Query, type QueryArrayConfig } from 'pg';
import { withParameters } from '../../shared/sql-query.ts';
import { type DatabaseQuestion, gatherRows, graceMs, type Rows } from './database-rows.ts';

/** Rejects with the error of the driver. */
export async function askPostgres({ host, port, database, user, password, ssl, ...asked }: DatabaseQuestion): Promise<Rows> {
  const { query, number, totalMs, limits, stop } = asked;
  const client = new Client({
    host,
    port,
    database,
    user,
    ssl,
    // A function, because the driver replaces an empty password with one from the environment.
    password: () => password,
    application_name: 'Packbench',
    connectionTimeoutMillis: totalMs,
    // Every value as the server writes it.
    types: { getTypeParser: () => String },
  });
  const { stream } = client.connection;
  const end = (): void => void stream.destroy();
  // The error also rejects the pending query.
  client.on('error', () => undefined);
  stop.addEventListener('abort', end);
  // Counted before a row is complete: one cell may be larger than the memory of this computer.
  let received = 0;
  const listen = (chunk: Uint8Array): void => {
    received += chunk.length;
    if (received > limits.maxBytes * 2) end();
  };
  try {
    stop.throwIfAborted();
    await client.connect();
    client.connection.stream.on('data', listen);
    await client.query(`BEGIN TRANSACTION READ ONLY; SET LOCAL statement_timeout = ${totalMs + graceMs}; SET LOCAL datestyle = 'ISO, YMD'`);
    return await rowsOf(client, withParameters(query, '$1').text, number, limits);
  } finally {
    stop.removeEventListener('abort', end);
    client.connection.stream.destroy();
  }
}

async function rowsOf(client: Client, text: string, number: string, limits: DatabaseQuestion['limits']): Promise<Rows> {
  const { promise, resolve, reject } = Promise.withResolvers<Rows>();
  const gathered = gatherRows(limits);
  const config: QueryArrayConfig = { text, values: [number], rowMode: 'array' };
  const query = new Query(config);
  query.on('row', (row: unknown) => {
    try {
      // `String` above converts every value but null.
      gathered.add((row as (string | null)[]).map((value) => value ?? ''));
    } catch (error) {
      reject(error);
      client.connection.stream.destroy();
    }
  });
  query.on('error', reject);
  query.on('end', ({ fields }) => resolve({ columns: fields.map(({ name }) => name), rows: gathered.rows }));
  client.query(query);
  return await promise;
}
