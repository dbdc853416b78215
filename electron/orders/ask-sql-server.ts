import { type EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Connection, Request, TYPES } from 'tedious';
import { withParameters } from '../../shared/sql-query.ts';
import { withoutRemarks } from '../../shared/t-sql.ts';
import { type DatabaseQuestion, gatherRows, graceMs, NotTaken, type Rows } from './database-rows.ts';
import { type Column, cellText } from './t-sql-cell.ts';

/**
 * Like `askPostgres`, for SQL Server. It has no read-only transactions: `askDatabase` has checked the query, which then runs in a
 * transaction that is never committed.
 */
export async function askSqlServer({ query, number, totalMs, limits, stop, ...server }: DatabaseQuestion): Promise<Rows> {
  stop.throwIfAborted();
  const failed = Promise.withResolvers<never>();
  // `Promise.race` below handles this rejection; a later one has no handler and must not crash the process.
  failed.promise.catch(() => undefined);
  const listen = (socket: Socket): void => {
    let received = 0;
    socket.on('data', (chunk: Uint8Array) => {
      received += chunk.length;
      // Two bytes per character. Counted before a row is complete: one cell may be larger than the memory of this computer.
      if (received > limits.maxBytes * 4) failed.reject(new NotTaken({ code: 'answer-too-large', bytes: limits.maxBytes }));
    });
  };
  const connection = connectionTo(server, { totalMs, stop, listen });
  let reported: ServerWord | undefined;
  connection.on('errorMessage', (word: ServerWord) => {
    reported ??= word;
  });
  connection.on('error', (error) => failed.reject(error));
  // SECURITY: the password is for this server alone
  (connection as EventEmitter).on('rerouting', () => failed.reject(new NotTaken({ code: 'database-sends-elsewhere' })));
  const end = (): void => {
    failed.reject(new Error('stopped'));
    // Otherwise the query would keep running without a reader.
    connection.cancel();
  };
  stop.addEventListener('abort', end);
  const asking = ask(withParameters(withoutRemarks(query), '@number').text, number, limits);
  try {
    await Promise.race([connected(connection), failed.promise]);
    connection.execSql(asking.request);
    return await Promise.race([asking.rows, failed.promise]);
  } catch (error) {
    throw error instanceof NotTaken || !reported ? causeOf(error) : asError(reported);
  } finally {
    stop.removeEventListener('abort', end);
    // Otherwise the request keeps reading the data that has arrived, and throws an error that nothing catches.
    asking.request.pause();
    connection.close();
  }
}

interface Way {
  readonly totalMs: number;
  readonly stop: AbortSignal;
  listen(socket: Socket): void;
}

type Server = Pick<DatabaseQuestion, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;

function connectionTo({ host, port, database, user, password, ssl }: Server, { totalMs, stop, listen }: Way): Connection {
  return new Connection({
    server: host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      port,
      database,
      appName: 'Packbench',
      encrypt: ssl !== false,
      // SECURITY: set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the default
      trustServerCertificate: false,
      cryptoCredentialsDetails: ssl && ssl.ca ? { ca: ssl.ca } : {},
      // A read-only replica rejects connections without this option.
      readOnlyIntent: true,
      maxRetriesOnTransientErrors: 0,
      connectTimeout: totalMs + graceMs,
      // `stop` ends the request.
      requestTimeout: 0,
      useUTC: true,
      // The query starts a transaction, which is never committed.
      enableImplicitTransactions: true,
      connector: async () => {
        const socket = connect({ host, port });
        listen(socket);
        try {
          await once(socket, 'connect', { signal: stop });
        } catch (error) {
          socket.destroy();
          throw error;
        }
        return socket;
      },
    },
  });
}

const connected = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));

function ask(sql: string, number: string, limits: DatabaseQuestion['limits']): { readonly request: Request; readonly rows: Promise<Rows> } {
  const { promise, resolve, reject } = Promise.withResolvers<Rows>();
  // If the request is never sent, nothing awaits this promise.
  promise.catch(() => undefined);
  const gathered = gatherRows(limits);
  let columns: readonly string[] = [];
  const request = new Request(sql, (error) => (error ? reject(error) : resolve({ columns, rows: gathered.rows })));
  request.addParameter('number', TYPES.NVarChar, number);
  request.on('columnMetadata', (found) => {
    columns = (found as Column[]).map(({ colName }) => colName);
  });
  request.on('row', (row: readonly Cell[]) => {
    try {
      gathered.add(row.map(({ value, metadata }) => cellText(value, metadata)));
    } catch (error) {
      request.pause();
      reject(error);
    }
  });
  return { request, rows: promise };
}

interface Cell {
  readonly value: unknown;
  readonly metadata: Column;
}

/** An error as the server reported it. */
interface ServerWord {
  readonly number: number;
  readonly message: string;
}

/** True for login errors: an unknown user, a wrong password, a locked or an expired account. */
const isOfLogin = (number: number): boolean => number >= 18_400 && number < 18_500;

const asError = ({ number, message }: ServerWord): Error =>
  Object.assign(new Error(message), { sqlState: isOfLogin(number) ? '28000' : String(number) });

/** Returns the error of the operating system, which the driver wraps. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (/requires encryption/.test(error.message)) return Object.assign(new Error(error.message), { sqlState: 'EENCRYPT' });
  return error.cause instanceof Error ? error.cause : error;
}
