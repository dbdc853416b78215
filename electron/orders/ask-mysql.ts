import { type Connection, createConnection, type FieldPacket } from 'mysql2';
import { withParameters } from '../../shared/sql-query.ts';
import { type DatabaseQuestion, gatherRows, graceMs, type Rows } from './database-rows.ts';

/** Like `askPostgres`, for MySQL and MariaDB. */
export async function askMysql({ host, port, database, user, password, ssl, ...asked }: DatabaseQuestion): Promise<Rows> {
  const { query, number, totalMs, limits, stop } = asked;
  stop.throwIfAborted();
  const connection = createConnection({
    host,
    port,
    database,
    user,
    password,
    ...(ssl && { ssl: { rejectUnauthorized: true, verifyIdentity: true, ...(ssl.ca && { ca: ssl.ca as string[] }) } }),
    connectTimeout: totalMs,
    // Every value as the server writes it, and no code generated from the names of columns.
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    disableEval: true,
  });
  const failed = Promise.withResolvers<never>();
  // `Promise.race` below handles this rejection; a later one has no handler and must not crash the process.
  failed.promise.catch(() => undefined);
  const end = (): void => {
    failed.reject(new Error('stopped'));
    connection.destroy();
  };
  connection.on('error', (error) => failed.reject(error));
  stop.addEventListener('abort', end);
  const serverMs = totalMs + graceMs;
  try {
    await Promise.race([connected(connection), failed.promise]);
    for (const sql of [
      // MySQL and MariaDB each run only their own part of this statement.
      `SET SESSION /*M! max_statement_time = ${serverMs / 1000} *//*!50708 max_execution_time = ${serverMs} */`,
      'SET SESSION TRANSACTION READ ONLY',
      'START TRANSACTION READ ONLY',
    ])
      await Promise.race([done(connection, sql), failed.promise]);
    const { text, count } = withParameters(query, '?');
    return await Promise.race([rowsOf(connection, text, Array<string>(count).fill(number), limits), failed.promise]);
  } finally {
    stop.removeEventListener('abort', end);
    connection.destroy();
  }
}

const connected = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));

const done = (connection: Connection, sql: string): Promise<void> =>
  new Promise((resolve, reject) => connection.query(sql, (error) => (error ? reject(error) : resolve())));

async function rowsOf(connection: Connection, sql: string, values: readonly string[], limits: DatabaseQuestion['limits']): Promise<Rows> {
  const { promise, resolve, reject } = Promise.withResolvers<Rows>();
  const gathered = gatherRows(limits);
  let columns: readonly string[] = [];
  const query = connection.execute({ sql, rowsAsArray: true }, [...values]);
  query.on('fields', (fields: readonly FieldPacket[]) => {
    columns = fields.map(({ name }) => name);
  });
  query.on('result', (row: unknown) => {
    try {
      gathered.add((row as readonly unknown[]).map(textOf));
    } catch (error) {
      reject(error);
      connection.destroy();
    }
  });
  query.on('error', reject);
  query.on('end', () => resolve({ columns, rows: gathered.rows }));
  return await promise;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean | bigint);
}
