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
 * Asks a database one query, within a transaction that may only read, on a connection of its own. The code is handed over beside the
 * query, never within it. Answers a table as CSV, or nothing where it has no rows. Never throws for what a database does.
 */
export async function askDatabase(lookUp: SqlLookUp, { code, password, authorities, limits, troubleOf, until }: Asked): Promise<Answer> {
  const { kind, host, port, database, user, query, mostSeconds } = lookUp;
  // Once more: settings may be older than what is refused there.
  const flaw = queryFlaw(query, kind);
  if (flaw) return { is: 'silent', why: { code: 'query-wrong', flaw } };
  const totalMs = mostSeconds * 1000;
  const late = AbortSignal.timeout(totalMs);
  const ca = lookUp.authority.trim() ? [lookUp.authority] : [...authorities];
  const ssl = lookUp.isEncrypted && {
    rejectUnauthorized: true,
    ...(ca.length > 0 && { ca }),
    ...(isIP(host) === 0 && { servername: host }),
    // Left to itself it takes a number for `localhost`.
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
  };
  // Its driver compares a certificate with names alone.
  if (ssl && kind === 'mysql' && isIP(host) !== 0) return { is: 'silent', why: { code: 'database-needs-name' } };
  const stop = AbortSignal.any([late, until]);
  const question = { host, port, database, user, password, ssl, query, number: askedNumber(code), totalMs, limits, stop };
  try {
    const { columns, rows } = await (await drivers[kind]())(question);
    return { is: 'answered', csv: rows.length === 0 ? undefined : csvOf([columns, ...rows]) };
  } catch (error) {
    if (error instanceof NotTaken) return { is: 'silent', why: error.reason };
    if (late.aborted) return { is: 'silent', why: { code: 'database-too-slow', seconds: mostSeconds } };
    return { is: 'silent', why: saidBy(error) ?? { code: 'database-unreachable', ...troubleOf(error) } };
  }
}

const drivers: Readonly<Record<SqlLookUp['kind'], () => Promise<(question: DatabaseQuestion) => Promise<Rows>>>> = {
  postgresql: async () => (await import('./ask-postgres.ts')).askPostgres,
  mysql: async () => (await import('./ask-mysql.ts')).askMysql,
  sqlserver: async () => (await import('./ask-sql-server.ts')).askSqlServer,
};

const mostWords = 200;

/** What the server itself says; undefined where none spoke. */
function saidBy(error: unknown): Reason | undefined {
  if (!(error instanceof Error)) return undefined;
  const state = stateOf(error);
  const said = error.message.slice(0, mostWords);
  if (state === undefined)
    return /does not support SSL|did not negotiate encryption/i.test(said)
      ? { code: 'database-unreachable', trouble: 'not-secure', system: '' }
      : undefined;
  if (state.startsWith('28')) return { code: 'database-refuses-user', said };
  return { code: 'database-says', state, said };
}

/** The SQLSTATE, as each driver has it; of SQL Server its own number. */
function stateOf(error: Error): string | undefined {
  if ('severity' in error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'sqlState' in error && typeof error.sqlState === 'string' && error.sqlState !== '' ? error.sqlState : undefined;
}

/** With a mark at its beginning, so that its letters need no guess. */
const csvOf = (lines: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `\uFEFF${lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`,
  );
