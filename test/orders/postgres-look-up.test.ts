import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LookUp, type SqlLookUp } from '../../shared/order-source.ts';
import { closeAll } from '../later.ts';
import { type PostgresServer, startPostgres, whyNoPostgres } from '../ledger/postgres.ts';
import { counted, startPlainStation } from '../path/plain-station.ts';
import { databaseCases, encryptedCases, plainCases, type RealDatabase, tables } from './database-cases.ts';

const whyNot = whyNoPostgres();

describe.skipIf(whyNot)(`an order is looked up in PostgreSQL${whyNot ? `: ${whyNot}` : ''}`, () => {
  let server: PostgresServer;
  let database: RealDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    const { name, owner } = await server.emptyDatabase();
    for (const sql of tables) await owner.query(sql);
    database = {
      at: { kind: 'postgresql', host: '127.0.0.1', port: server.port, database: name, user: 'postgres' },
      password: 'any',
      run: async (sql) => String(Object.values((await owner.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0]),
    };
  });
  afterEach(closeAll);
  afterAll(async () => await server.stop());

  databaseCases(
    () => database,
    (seconds) => `pg_sleep(${seconds})`,
  );
  plainCases(() => database);

  const lookUp = (): SqlLookUp => ({
    id: '',
    name: 'Stock',
    isOn: true,
    mostSeconds: 10,
    mapping: '',
    isEncrypted: false,
    authority: '',
    ...database.at,
    query: `SELECT no AS "order", who AS name, street, zip AS postal_code, town AS city, land AS country, kg AS weight_kg,
      '20' AS length_cm, '20' AS width_cm, '10' AS height_cm, 'Vase' AS contents, '64' AS value, 'EUR' AS currency, '+49 30 5557210' AS phone
      FROM orders WHERE no = {number}`,
  });

  test('a scan buys an order that only the database has; its password is encrypted and goes to no other user', async () => {
    const bench = await startPlainStation({ orders: 'order,name,street,city,country\nX-1,Bo,Weg 9,Berlin,DE\n' });
    await bench.call('saveLookUps', { lookUps: [{ ...lookUp(), token: 'open sesame' }] });
    const { serviceId, order } = await bench.toTiles('W-77');
    expect([order.source, order.recipient.city]).toEqual(['Stock', 'Dresden']);
    await bench.take(serviceId, 'done');
    expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
    const kept = async (): Promise<LookUp | undefined> => (await bench.call('setup', {})).settings.lookUps[0];
    const encrypted = join(bench.dir, 'credentials');
    for (const file of [join(bench.dir, 'settings.json'), ...readdirSync(encrypted).map((name) => join(encrypted, name))])
      expect(readFileSync(file, 'latin1')).not.toContain('sesame');
    expect(await bench.call('setup', {})).toMatchObject({ lookUps: [{ hasToken: true, trouble: null }] });
    // The database refuses a query that changes data, and the top bar shows it.
    const [own] = [await kept()].filter((each) => each?.kind === 'postgresql') as SqlLookUp[];
    const query = `WITH gone AS (DELETE FROM orders WHERE no = {number} RETURNING no) SELECT no AS "order", 'a' AS name, 'b' AS street FROM gone`;
    await bench.call('saveLookUps', { lookUps: [{ ...lookUp(), id: own?.id ?? '', query, token: null }] });
    expect((await bench.scan('W-78', 'stopped')).failure).toMatchObject({
      code: 'look-up-failed',
      reasons: [{ code: 'database-answered', state: '25006' }],
    });
    expect(bench.station.snapshot().frame).toMatchObject({ shop: 'not-answering', silentLookUp: 'Stock' });
  });

  test.each([
    ['', 'none'],
    ['DELETE FROM orders WHERE no = {number}', 'no-select'],
    ['SELECT 1; SELECT {number}', 'several'],
    ['SELECT no INTO copied FROM orders WHERE no = {number}', 'writes'],
    ['SELECT no FROM orders', 'no-number'],
    [`SELECT no FROM orders WHERE no = '{number}'`, 'number-in-quotes'],
    [`SELECT no FROM orders WHERE no = {number} -- or {number}`, 'number-in-quotes'],
  ] as const)('the query %j is not saved', async (query, flaw) => {
    const bench = await startPlainStation();
    expect(await bench.station.handlers.saveLookUps({ lookUps: [{ ...lookUp(), query, token: null }] })).toMatchObject({
      failure: { code: 'setting-invalid', reasons: [{ code: 'query-wrong', flaw }] },
    });
  });

  describe('with a certificate', () => {
    beforeAll(async () => {
      const folder = new URL('../fixtures/tls/', import.meta.url).pathname;
      await server.keep(join(folder, 'localhost-cert.pem'), 'server.crt');
      await server.keep(join(folder, 'localhost-key.pem'), 'server.key');
      await database.run('ALTER SYSTEM SET ssl = on');
      await database.run('SELECT pg_reload_conf()');
    });
    encryptedCases(() => database);
  });
});
