import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { troubleOf } from '../../electron/courier/route.ts';
import { createOrderSource } from '../../electron/orders/look-up.ts';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import type { SqlLookUp } from '../../shared/order-source.ts';
import { failed, ok } from '../../shared/result.ts';

/** A real server with the tables below. */
export interface RealDatabase {
  readonly at: Pick<SqlLookUp, 'kind' | 'host' | 'port' | 'database' | 'user'>;
  readonly password: string;
  /** Runs SQL as the owner; returns the first value of the first row as text. */
  run(sql: string): Promise<string>;
}

/** SQL that all servers understand. `state` is a state, `no` an order number. */
export const tables = [
  'CREATE SEQUENCE counted',
  'CREATE TABLE orders (no varchar(40), who varchar(80), street varchar(80), zip varchar(10), town varchar(40), land char(2), kg numeric(8,3), due date, note text)',
  `INSERT INTO orders VALUES ('W-77', 'Anna "Änne" Lehmann', 'Kastanienallee 84', '01067', 'Dresden', 'DE', 1.250, '2026-11-30', NULL)`,
  `INSERT INTO orders VALUES ('W-78', 'Bo', 'Weg 9', '10435', 'Berlin', 'DE', 1.000, NULL, 'two\nlines, and ; more')`,
  `INSERT INTO orders VALUES ('W-78', 'Bo', 'Weg 9', '10435', 'Berlin', 'DE', 2.500, NULL, NULL)`,
  `INSERT INTO orders VALUES ('O''Neill', 'Cy', 'Weg 1', '10435', 'Berlin', 'DE', 1, NULL, NULL)`,
];
const columns = `no AS "order", who AS name, street, zip AS postal_code, town AS city, land AS country, kg AS weight_kg, due AS ship_by, note`;
const query = `SELECT ${columns} FROM orders WHERE no = {number} -- the number comes beside it\nORDER BY kg;`;

/** Looks up a code. Returns the answer as the bytes of an order file. `change`: differences from the usual look-up. */
export async function askOf({ at, password }: RealDatabase, change: Partial<SqlLookUp>, code: string) {
  const source = createOrderSource({
    token: () => password,
    route: { routeTo: async () => ({ code: 'proxy-not-supported' }), troubleOf },
    authorities: () => [],
    fail: (fault, why) => failed({ code: fault, ref: '', detail: '', reasons: [why] }),
  });
  const usual = { id: 'd', name: 'Stock', isOn: true, mostSeconds: 10, mapping: '', isEncrypted: false, authority: '', query };
  return await source.ask({ ...usual, ...at, ...change }, code, new AbortController().signal);
}

/** The reason why the look-up gives no order. */
export async function whyOf(database: RealDatabase, change: Partial<SqlLookUp>) {
  const asked = await askOf(database, change, 'W-77');
  return asked.ok ? 'answered' : asked.failure.reasons?.[0];
}

/** The tests that any database for look-ups must pass. `sleep`: SQL that takes this many seconds. */
export function databaseCases(database: () => RealDatabase, sleep: (seconds: number) => string): void {
  const ask = async (code: string) => await askOf(database(), {}, code);
  const why = async (change: Partial<SqlLookUp>) => await whyOf(database(), change);
  const orders = async (code: string, change: Partial<SqlLookUp> = {}) => {
    const asked = await askOf(database(), change, code);
    if (!asked.ok || !asked.value) return asked;
    const read = readOrderFile({ name: 'Stock', bytes: asked.value });
    return read.ok ? read.value : read;
  };

  test('the rows of an order are read like those of a file: characters, amounts, dates and empty cells as in the database', async () => {
    expect(await orders('W-77')).toMatchObject({
      problems: [],
      orders: [{ key: 'W-77', source: 'Stock', shipBy: '2026-11-30', noteForPacker: '', parcels: [{ weightGrams: 1250 }] }],
    });
    expect(await orders('W-77')).toMatchObject({
      orders: [{ recipient: { name: 'Anna "Änne" Lehmann', postalCode: '01067', city: 'Dresden' } }],
    });
  });

  test('several rows of one order become its parcels', async () => {
    expect(await orders('W-78')).toMatchObject({
      orders: [{ key: 'W-78', noteForPacker: 'two\nlines, and ; more', parcels: [{ weightGrams: 1000 }, { weightGrams: 2500 }] }],
    });
  });

  test('an order that is not in the database is not found', async () => {
    expect(await ask('W-79')).toEqual(ok(undefined));
  });

  test.each([`O'Neill`, `#O'Neill`])('the code %s is handed over unchanged', async (code) => {
    expect(await orders(code)).toMatchObject({ orders: [{ key: `O'Neill` }] });
  });

  test.each([`x' OR '1'='1`, `x'; DROP TABLE orders; --`, 'x\\', `W-77' -- `, '{number}', '$1', '?', 'Ω'.repeat(100)])(
    'the code %s is one text, whatever it contains',
    async (code) => {
      expect(await ask(code)).toEqual(ok(undefined));
      expect(await database().run('SELECT count(*) FROM orders')).toBe('4');
    },
  );

  test('a query may contain the number at several places', async () => {
    const twice = `SELECT ${columns} FROM orders WHERE no = {number} OR who = {number}`;
    expect(await orders('W-77', { query: twice })).toMatchObject({ orders: [{ key: 'W-77' }] });
  });

  test('nothing is written, even if the user is allowed to', async () => {
    const before = await database().run('SELECT count(*) FROM orders');
    const { kind } = database().at;
    // Writes that SQL Server would execute in any transaction are refused by the program without sending them.
    const code = kind === 'sqlserver' ? 'query-wrong' : 'database-answered';
    for (const sql of writes[kind]) expect(await why({ query: sql })).toMatchObject({ code });
    expect(await database().run('SELECT count(*) FROM orders')).toBe(before);
  });

  test('refuses more rows than an order has, and rows that are too large', async () => {
    const [a, b] = [`(SELECT 1 AS n ${' UNION ALL SELECT 1'.repeat(30)}) a`, `(SELECT 1 AS n ${' UNION ALL SELECT 1'.repeat(30)}) b`];
    expect(await why({ query: `SELECT ${columns} FROM orders, ${a}, ${b} WHERE no = {number}` })).toEqual({
      code: 'too-many-rows',
      most: 500,
    });
    const x = database().at.kind === 'sqlserver' ? `REPLICATE(CAST('x' AS varchar(max)), 200000)` : `repeat('x', 200000)`;
    const large = `SELECT no AS "order", ${x} AS name FROM orders, ${a} WHERE no = {number}`;
    expect(await why({ query: large })).toMatchObject({ code: 'answer-too-large' });
  });

  test('a query that takes too long is cancelled', async () => {
    const started = performance.now();
    expect(await why({ query: `SELECT no AS "order", ${sleep(20)} FROM orders WHERE no = {number}`, mostSeconds: 1 })).toEqual({
      code: 'database-too-slow',
      seconds: 1,
    });
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('reports what the database reports about a query and a user, and an unreachable database', async () => {
    expect(await why({ query: 'SELECT nothing FROM nowhere WHERE no = {number}' })).toMatchObject({ code: 'database-answered' });
    expect(await why({ user: 'nobody_here' })).toMatchObject({ code: 'database-refuses-user' });
    expect(await why({ port: 9 })).toMatchObject({ code: 'database-unreachable', trouble: 'refused' });
    expect(await why({ host: 'no-such-host.invalid' })).toMatchObject({ code: 'database-unreachable' });
  });
}

const writes: Readonly<Record<SqlLookUp['kind'], readonly string[]>> = {
  postgresql: [
    `WITH gone AS (DELETE FROM orders WHERE no = {number} RETURNING no) SELECT no AS "order" FROM gone`,
    `SELECT set_config('transaction_read_only', 'off', false), {number}::text`,
    `SELECT nextval('counted'), {number}::text`,
  ],
  mysql: [
    'SELECT no FROM orders WHERE no = {number} AND nextval(counted) > 0',
    'SELECT no FROM orders WHERE no = {number} AND cancelled(no) > 0',
  ],
  sqlserver: [
    'SELECT no FROM orders WHERE no = {number} DELETE FROM orders',
    'SELECT no FROM orders WHERE no = {number} COMMIT DELETE FROM orders',
    'WITH gone AS (SELECT no FROM orders WHERE no = {number}) DELETE FROM gone',
    'SELECT no, NEXT VALUE FOR counted AS n FROM orders WHERE no = {number}',
  ],
};

/** For a server with the certificate of `localhost`. */
export function encryptedCases(database: () => RealDatabase): void {
  const certificate = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}-cert.pem`, import.meta.url), 'utf8');
  const ask = async (change: Partial<SqlLookUp>) =>
    await whyOf(database(), { isEncrypted: true, authority: certificate('localhost'), host: 'localhost', ...change });

  test('an encrypted connection is made only with the server that the certificate names', async () => {
    expect(await ask({})).toBe('answered');
    expect(await ask({ host: '127.0.0.1' })).toMatchObject(
      database().at.kind === 'mysql' ? { code: 'database-needs-name' } : { code: 'database-unreachable', trouble: 'not-secure' },
    );
    expect(await ask({ authority: certificate('other') })).toMatchObject({ code: 'database-unreachable', trouble: 'not-secure' });
    expect(await ask({ authority: '' })).toMatchObject({ code: 'database-unreachable', trouble: 'not-secure' });
  });
}

/** For a server without a certificate. */
export function plainCases(database: () => RealDatabase): void {
  test('sends no query if encryption is required and the server has none', async () => {
    expect(await whyOf(database(), { isEncrypted: true, host: 'localhost' })).toMatchObject({
      code: 'database-unreachable',
      trouble: 'not-secure',
    });
  });
}
