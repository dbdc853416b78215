import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { databaseCases, encryptedCases, plainCases, tables } from './database-cases.ts';
import { startMariadb, whyNoMariadb } from './mariadb.ts';

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

  describe('with a certificate', () => {
    beforeAll(async () => {
      const folder = new URL('../fixtures/tls/', import.meta.url).pathname;
      await server.halt();
      await server.start(`--ssl-cert=${join(folder, 'localhost-cert.pem')}`, `--ssl-key=${join(folder, 'localhost-key.pem')}`);
    });
    encryptedCases(() => server);
  });
});
