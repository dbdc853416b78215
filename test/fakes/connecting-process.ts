import { request } from 'undici';
import { createTrust, post } from '../../electron/courier/client.ts';
import { routeTo, troubleOf } from '../../electron/courier/route.ts';
import { createConnection } from '../../electron/ledger/connection.ts';
import { readDatabaseAddress } from '../../electron/ledger/database-address.ts';
import { askDatabase } from '../../electron/orders/ask-database.ts';
import { askShop } from '../../electron/orders/shop-request.ts';
import { createAuthorities } from '../../electron/station/authorities.ts';
import type { SqlLookUp } from '../../shared/order-source.ts';

// A process that connects once in each way the program does, and writes the results. Tests set its environment.

export const ways = ['service', 'shop', 'postgresql', 'mysql', 'sqlserver', 'ledger', 'none'] as const;
export type Way = (typeof ways)[number];

const ports = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<Way, number>>;
const authorities = createAuthorities();
const trust = createTrust(authorities);
const resolveProxy = async (): Promise<string> => 'DIRECT';
const limits = { headersMs: 60_000, totalMs: 60_000, maxBytes: 1000 };

async function askFor(kind: SqlLookUp['kind']): Promise<unknown> {
  const server = { host: 'localhost', port: ports[kind], database: 'shop', user: 'bench', isEncrypted: true, authority: '' };
  const query = 'SELECT name FROM orders WHERE number = {number}';
  const lookUp: SqlLookUp = { kind, id: 'd', name: 'Stock', isOn: true, mostSeconds: 20, mapping: '', ...server, query };
  const until = new AbortController().signal;
  return askDatabase(lookUp, {
    code: 'X-1',
    password: 'secret',
    authorities: authorities(),
    limits: { maxBytes: 1000, mostRows: 10 },
    troubleOf,
    until,
  });
}

const connects: Readonly<Record<Way, () => Promise<unknown>>> = {
  service: () =>
    post(
      new TextEncoder().encode('{}'),
      {
        baseUrl: `https://localhost:${ports.service}`,
        credentials: () => ({ key: 'k', secret: 's' }),
        resolveProxy,
        trust,
        connectMs: 60_000,
      },
      limits,
    ),
  shop: () =>
    askShop(
      { routeTo: (url, connectMs) => routeTo(url, { resolveProxy, trust, connectMs }), troubleOf },
      { method: 'GET', url: `https://localhost:${ports.shop}/orders/X-1`, headers: {}, totalMs: 60_000, maxBytes: 1000 },
    ),
  postgresql: () => askFor('postgresql'),
  mysql: () => askFor('mysql'),
  sqlserver: () => askFor('sqlserver'),
  async ledger() {
    // Within this computer it would not be encrypted: it is addressed by another name and reached here.
    const address = readDatabaseAddress(`postgres://bench:secret@ledger.example.com:${ports.ledger}/ledger`, authorities());
    if (!address || !address.ssl) throw new Error('no address');
    const at = { ...address, host: '127.0.0.1', ssl: { ...address.ssl, servername: 'localhost' } };
    const connection = createConnection(() => at, { connectMs: 60_000, answerMs: 60_000 });
    const opened = await connection.open();
    await connection.close();
    return opened;
  },

  /** A connection without a list of authorities. */
  none: () =>
    request(`https://localhost:${ports.none}/`).then(
      ({ statusCode }) => statusCode,
      (error: unknown) => troubleOf(error),
    ),
};

const came = await Promise.all(ways.map(async (way) => [way, JSON.stringify(await connects[way]())] as const));
process.stdout.write(JSON.stringify({ trusted: authorities().length, came: Object.fromEntries(came) }));
