import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  /** False only for a server on this computer. Nothing in the URL changes that. */
  readonly ssl: ConnectionOptions | false;
}

/**
 * Parses `postgres://user:password@host:port/database`; undefined if the text is anything else. Unless the server is on this computer, the
 * connection is encrypted and the certificate is checked against these authorities or those of Node.
 */
export function readDatabaseAddress(text: string, authorities: readonly string[] = []): DatabaseAddress | undefined {
  const url = URL.parse(text);
  const [database = '', ...more] = (url?.pathname ?? '').replace(/^\//, '').split('/').map(decoded);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '' || url.username === '' || database === '' || more.length > 0)
    return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: Number(url.port || 5432),
    database,
    user: decoded(url.username),
    password: url.password === '' ? undefined : decoded(url.password),
    ssl: isWithin(host)
      ? false
      : {
          rejectUnauthorized: true,
          ...(authorities.length > 0 && { ca: [...authorities] }),
          ...(isIP(host) === 0 && { servername: host }),
        },
  };
}

const isWithin = (host: string): boolean => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
