import { Connection, Request } from 'tedious';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askOf, databaseCases, plainCases, type RealDatabase, tables } from './database-cases.ts';

/** `sqlserver://user:password@host:port/database`, on a server that allows this test to create and remove objects. */
const named = process.env['SQL_SERVER_URL'];

describe.skipIf(!named)(`an order is looked up in the SQL Server that is named${named ? '' : ': SQL_SERVER_URL names none'}`, () => {
  const url = new URL(named ?? 'sqlserver://a:b@c:1/d');
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent) as [
    string,
    string,
    string,
  ];
  const server: RealDatabase = {
    at: { kind: 'sqlserver', host: url.hostname, port: Number(url.port || 1433), database, user },
    password,
    run: async (sql) => await runAsOwner(server, sql),
  };
  const made: string[] = [];
  beforeAll(async () => {
    for (const sql of tables) {
      await server.run(sql);
      // Only objects that this test created are removed.
      if (sql.startsWith('CREATE')) made.push(sql.split(' ').slice(1, 3).join(' '));
    }
  });
  afterAll(async () => {
    for (const thing of made) await server.run(`DROP ${thing}`);
  });

  databaseCases(
    () => server,
    () => '(SELECT COUNT_BIG(*) FROM sys.all_objects a, sys.all_objects b, sys.all_objects c, sys.all_objects d)',
  );
  if (process.env['SQL_SERVER_HAS_NO_TLS']) plainCases(() => server);

  test('each kind of value is read exactly as stored', async () => {
    const kinds = [
      `CAST(1 AS bit), '1'`,
      `CAST(9007199254740993 AS bigint), '9007199254740993'`,
      `CAST(1.25 AS decimal(8,3)), '1.250'`,
      `CAST(-1234567890123.4 AS numeric(18,2)), '-1234567890123.40'`,
      `CAST(-12.5 AS money), '-12.5000'`,
      `CAST(1.2 AS real), '1.2'`,
      `CAST(0.1 AS float), '0.1'`,
      `CAST('2026-11-30' AS date), '2026-11-30'`,
      `CAST('2026-11-30 14:05:06' AS datetime), '2026-11-30 14:05:06'`,
      `CAST('1999-01-02 03:04:05.678' AS datetime2(3)), '1999-01-02 03:04:05.678'`,
      `CAST('14:05:06' AS time(0)), '14:05:06'`,
      `CAST('2026-11-30 14:05:06 +01:00' AS datetimeoffset(0)), '2026-11-30 13:05:06+00:00'`,
      `CAST('AZ' AS varbinary(10)), '0x415A'`,
      `CAST(N'Größe 🙂' AS nvarchar(max)), N'Größe 🙂'`,
      `CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier), '6F9619FF-8B86-D011-B42D-00C04FC964FF'`,
    ];
    for (const kind of kinds) {
      const asked = await askOf(server, { query: `SELECT no AS "order", ${kind} FROM orders WHERE no = {number}` }, 'W-77');
      if (!asked.ok) throw new Error(`${kind}: ${JSON.stringify(asked.failure.reasons)}`);
      const [, cells = ''] = new TextDecoder().decode(asked.value).trim().split('\r\n');
      const [, found, wanted] = cells.slice(1, -1).split('","');
      expect(found, kind).toBe(wanted);
    }
  });
});

async function runAsOwner({ at, password }: RealDatabase, sql: string): Promise<string> {
  const connection = new Connection({
    server: at.host,
    authentication: { type: 'default', options: { userName: at.user, password } },
    options: { port: at.port, database: at.database, encrypt: !process.env['SQL_SERVER_HAS_NO_TLS'], trustServerCertificate: true },
  });
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  try {
    return await new Promise((resolve, reject) => {
      let first = '';
      const request = new Request(sql, (error) => (error ? reject(error) : resolve(first)));
      request.on('row', (row: readonly { readonly value: unknown }[]) => {
        first ||= String(row[0]?.value as string | number);
      });
      connection.execSqlBatch(request);
    });
  } finally {
    connection.close();
  }
}
