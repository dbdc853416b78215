import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askOf, databaseCases, encryptedCases, plainCases, tables, whyOf } from './database-cases.ts';
import { readByFreeTds, whyNoFreeTds } from './freetds.ts';
import { type SqlConnection, startSqlServer } from './sql-server.ts';

const certificate = (part: string): string => readFileSync(new URL(`../fixtures/tls/localhost-${part}.pem`, import.meta.url), 'utf8');
const secured = { cert: certificate('cert'), key: certificate('key') };
const noFreeTds = whyNoFreeTds();

/** A column for each kind of value whose notation differs between databases. */
const kinds = {
  bit: '1',
  tinyint: '255',
  int: '-7',
  bigint: '9007199254740993',
  'decimal(8,3)': '1.25',
  'numeric(18,2)': '-1234567890123.4',
  money: '-12.5',
  real: '1.2',
  float: '0.1',
  date: "'2026-11-30'",
  datetime: "'2026-11-30 14:05:06'",
  datetime2: "'1999-01-02 03:04:05.678'",
  varbinary: "'AZ'",
  nvarchar: "'Größe 🙂'",
};

describe('an order is looked up in a server that speaks the SQL Server protocol', () => {
  let server: Awaited<ReturnType<typeof startSqlServer>>;
  beforeAll(async () => {
    server = await startSqlServer();
    for (const sql of tables) if (!sql.startsWith('CREATE SEQUENCE')) await server.run(sql);
    await server.run(
      `CREATE TABLE kinds (no varchar(40), ${Object.keys(kinds)
        .map((kind, at) => `c${at} ${kind}`)
        .join()}, long decimal(20,0))`,
    );
    await server.run(`INSERT INTO kinds VALUES ('full', ${Object.values(kinds).join(', ')}, 1234567890123456)`);
    await server.run(`INSERT INTO kinds (no) VALUES ('empty')`);
  });
  afterAll(async () => await server.stop());
  const lastConnection = (): SqlConnection => {
    const last = server.connections.at(-1);
    if (!last) throw new Error('nobody came');
    return last;
  };
  const why = async (change: Parameters<typeof whyOf>[1]) => await whyOf(server, change);

  databaseCases(
    () => server,
    (seconds) => `sleep(${seconds})`,
  );
  plainCases(() => server);

  test('amounts, days, times and texts match the server to the last digit, and null is empty', async () => {
    const query = `SELECT no, ${Object.keys(kinds)
      .map((_kind, at) => `c${at}`)
      .join()} FROM kinds WHERE no = {number}`;
    const read = async (no: string) => {
      const asked = await askOf(server, { query }, no);
      if (!asked.ok) throw new Error(JSON.stringify(asked.failure));
      const [, cells = ''] = new TextDecoder().decode(asked.value).trim().split('\r\n');
      return cells.slice(1, -1).split('","').slice(1);
    };
    expect(await read('full')).toEqual([
      '1',
      '255',
      '-7',
      '9007199254740993',
      '1.250',
      '-1234567890123.40',
      '-12.5000',
      '1.2',
      '0.1',
      '2026-11-30',
      '2026-11-30 14:05:06',
      '1999-01-02 03:04:05.678',
      '0x415A',
      'Größe 🙂',
    ]);
    expect(await read('empty')).toEqual(Object.keys(kinds).map(() => ''));
  });

  test('a number that would lose its last digits is not taken, and its column is named', async () => {
    const query = `SELECT no AS "order", long AS value FROM kinds WHERE no <> {number} ORDER BY no DESC`;
    expect(await why({ query })).toEqual({ code: 'database-cell-unreadable', column: 'value' });
  });

  test('stops reading a cell that is larger than an order', async () => {
    const query = `SELECT no AS "order", REPLICATE(CAST('x' AS varchar(max)), 6000000) AS name FROM orders WHERE no = {number}`;
    expect(await why({ query })).toMatchObject({ code: 'answer-too-large' });
  });

  test('the client reads in a transaction that is never committed, with the number as a parameter, and declares it', async () => {
    expect(await why({})).toBe('answered');
    expect(lastConnection()).toMatchObject({ login: { app: 'Packbench', isReadOnly: true }, declared: ['@number nvarchar(4)'] });
    await expect.poll(() => lastConnection().undone).toBe(true);
  });

  test('a redirect to another server is not followed', async () => {
    let came = 0;
    const other = createServer(() => {
      came += 1;
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    server.sendOn(['127.0.0.1', (other.address() as AddressInfo).port]);
    const before = server.connections.length;
    expect(await why({})).toEqual({ code: 'database-sends-elsewhere' });
    server.sendOn(undefined);
    expect([came, server.connections.length - before]).toEqual([0, 1]);
    other.close();
  });

  test('reports a server that hangs up and a database that does not exist', async () => {
    const rude = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const { port } = rude.address() as AddressInfo;
    expect(await why({ port })).toMatchObject({ code: 'database-unreachable', trouble: 'cut' });
    rude.close();
    expect(await why({ database: 'nowhere' })).toMatchObject({ code: 'database-answered', state: '4060' });
  });

  test.skipIf(noFreeTds)(`an independent client reads the same from that server${noFreeTds ? `: ${noFreeTds}` : ''}`, async () => {
    const sql = `SELECT no, who, kg, note FROM orders WHERE no = 'W-77'`;
    expect(await readByFreeTds(server, { sql, isEncrypted: false })).toContain('W-77\tAnna "Änne" Lehmann\t1.250\tNULL');
  });

  describe('with a certificate', () => {
    beforeAll(() => server.encrypt('offered', secured));
    encryptedCases(() => server);
    const secure = { isEncrypted: true, authority: secured.cert, host: 'localhost' };

    test.skipIf(noFreeTds)(
      `an independent client reads the same over an encrypted connection${noFreeTds ? `: ${noFreeTds}` : ''}`,
      async () => {
        const sql = `SELECT who, kg FROM orders WHERE no = 'W-77'`;
        expect(await readByFreeTds(server, { sql, isEncrypted: true })).toContain('Anna "Änne" Lehmann\t1.250');
        expect(lastConnection().isEncrypted).toBe(true);
      },
    );

    test('a cancelled request is called off before its connection ends', async () => {
      expect(await why({ query: 'SELECT sleep(20) FROM orders WHERE no = {number}', mostSeconds: 1, ...secure })).toMatchObject({
        code: 'database-too-slow',
      });
      await expect.poll(() => lastConnection()).toMatchObject({ attentions: 1, undone: expect.any(Boolean) });
    });

    test('does not log in if the server requires encryption and Setup does not', async () => {
      server.encrypt('required', secured);
      expect(await why({})).toMatchObject({ code: 'database-answered', state: 'EENCRYPT' });
      expect(lastConnection().login).toBeUndefined();
      server.encrypt('offered', secured);
    });
  });
});
