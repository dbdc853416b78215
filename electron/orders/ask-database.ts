import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { askedNumber, type SqlLookUp } from '../../shared/order-source.ts';
import type { Reason } from '../../shared/reason.ts';
import { queryFlaw } from '../../shared/sql-query.ts';
import { type DatabaseQuestion, NotTaken, type Rows } from './database-rows.ts';
import type { ShopRoute } from './shop-request.ts';

interface Asked {
  readonly code: string;
  readonly password: string;
  readonly authorities: readonly string[];
  readonly limits: DatabaseQuestion['limits'];
  readonly troubleOf: ShopRoute['troubleOf'];
  readonly until: AbortSignal;
}

type Answer =
  | { readonly is: 'answered'; readonly csv: Uint8Array<ArrayBuffer> | undefined }
  | { readonly is: 'silent'; readonly why: Reason };

/**
 * Runs one query on a database, in a read-only transaction on a connection of its own. The code is passed as a parameter, never as part of
 * the query. Answers with a table as CSV, or undefined if it has no rows. Never throws for a failure of the database.
 */
export async function askDatabase(lookUp: SqlLookUp, { code, password, authorities, limits, troubleOf, until }: Asked): Promise<Answer> {
  const { kind, host, port, database, user, query, mostSeconds } = lookUp;
  // Checked again: the settings may be older than this check.
  const flaw = queryFlaw(query, kind);
  if (flaw) return { is: 'silent', why: { code: 'query-wrong', flaw } };
  const totalMs = mostSeconds * 1000;
  const late = AbortSignal.timeout(totalMs);
  const ca = lookUp.authority.trim() ? [lookUp.authority] : [...authorities];
  const ssl = lookUp.isEncrypted && {
    rejectUnauthorized: true,
    ...(ca.length > 0 && { ca }),
    ...(isIP(host) === 0 && { servername: host }),
    // By default Node checks the certificate of an IP address against `localhost`.
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
  };
  // The MySQL driver compares a certificate with host names only.
  if (ssl && kind === 'mysql' && isIP(host) !== 0) return { is: 'silent', why: { code: 'database-needs-name' } };
  const stop = AbortSignal.any([late, until]);
  const question = { host, port, database, user, password, ssl, query, number: askedNumber(code), totalMs, limits, stop };
  try {
    const { columns, rows } = await (await drivers[kind]())(question);
    return { is: 'answered', csv: rows.length === 0 ? undefined : csvOf([columns, ...rows]) };
  } catch (error) {
    if (error instanceof NotTaken) return { is: 'silent', why: error.reason };
    if (late.aborted) return { is: 'silent', why: { code: 'database-too-slow', seconds: mostSeconds } };
    return { is: 'silent', why: reportedBy(error) ?? { code: 'database-unreachable', ...troubleOf(error) } };
  }
}

const drivers: Readonly<Record<SqlLookUp['kind'], () => Promise<(question: DatabaseQuestion) => Promise<Rows>>>> = {
  postgresql: async () => (await import('./ask-postgres.ts')).askPostgres,
  mysql: async () => (await import('./ask-mysql.ts')).askMysql,
  sqlserver: async () => (await import('./ask-sql-server.ts')).askSqlServer,
};

const mostWords = 200;

/** Returns the error that the server itself reported; undefined if no server answered. */
function reportedBy(error: unknown): Reason | undefined {
  if (!(error instanceof Error)) return undefined;
  const state = stateOf(error);
  const message = error.message.slice(0, mostWords);
  if (state === undefined)
    return /does not support SSL|did not negotiate encryption/i.test(message)
      ? { code: 'database-unreachable', trouble: 'not-secure', system: '' }
      : undefined;
  if (state.startsWith('28')) return { code: 'database-refuses-user', message };
  return { code: 'database-answered', state, message };
}

/** Returns the SQLSTATE, which each driver stores elsewhere; for SQL Server its own error number. */
function stateOf(error: Error): string | undefined {
  if ('severity' in error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'sqlState' in error && typeof error.sqlState === 'string' && error.sqlState !== '' ? error.sqlState : undefined;
}

/** Writes CSV with a byte order mark, so that the reader does not have to guess the encoding. */
const csvOf = (lines: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `\uFEFF${lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`,
  );
