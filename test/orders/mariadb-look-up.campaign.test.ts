import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryFlaw } from '../../shared/sql-query.ts';
import { newFolder } from '../later.ts';
import { databaseCases, encryptedCases, plainCases, tables } from './database-cases.ts';
import { startMariadb, whyNoMariadb } from './mariadb.ts';
import { writingQueries } from './my-sql-queries.ts';

const whyNot = whyNoMariadb();

describe.skipIf(whyNot)(`an order is looked up in MariaDB${whyNot ? `: ${whyNot}` : ''}`, () => {
  let server: Awaited<ReturnType<typeof startMariadb>>;
  beforeAll(async () => {
    server = await startMariadb();
    for (const sql of tables) await server.run(sql);
    await server.run(
      'CREATE FUNCTION cancelled(which varchar(40)) RETURNS int DETERMINISTIC BEGIN DELETE FROM orders WHERE no = which; RETURN 1; END',
    );
  });
  afterAll(async () => await server.stop());

  databaseCases(
    () => server,
    (seconds) => `sleep(${seconds})`,
  );
  plainCases(() => server);

  test.each(['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES', 'ORACLE'])(
    'refuses a query that writes a file of the server, with the settings "%s"',
    async (mode) => {
      const folder = newFolder('mariadb-out');
      chmodSync(folder, 0o777);
      const out = join(folder, 'file');
      const wrote: string[] = [];
      for (const query of writingQueries(out)) {
        await server.run(`SET GLOBAL sql_mode = '${mode}'`);
        await server.execute(query.replaceAll('{number}', '?'), query.split('{number}').length - 1).catch(() => undefined);
        if (existsSync(out)) wrote.push(query);
        rmSync(out, { force: true });
      }
      rmSync(folder, { recursive: true });
      await server.run('SET GLOBAL sql_mode = DEFAULT');
      expect(wrote.length).toBeGreaterThan(20);
      expect(wrote.filter((query) => queryFlaw(query, 'mysql') === undefined)).toEqual([]);
    },
  );

  describe('with a certificate', () => {
    beforeAll(async () => {
      const folder = new URL('../fixtures/tls/', import.meta.url).pathname;
      await server.halt();
      await server.start(`--ssl-cert=${join(folder, 'localhost-cert.pem')}`, `--ssl-key=${join(folder, 'localhost-key.pem')}`);
    });
    encryptedCases(() => server);
  });
});
