import { expect, test } from 'vitest';
import { queryFlaw } from '../../shared/sql-query.ts';
import { withoutRemarks } from '../../shared/t-sql.ts';

const ask = 'SELECT no FROM orders WHERE no = {number}';
const flawOf = (query: string) => queryFlaw(query, 'sqlserver');

test.each([
  ask,
  `${ask};`,
  `${ask} ORDER BY kg OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY`,
  'WITH newest AS (SELECT TOP (1) * FROM orders WHERE no = {number} ORDER BY made DESC) SELECT CASE WHEN kg > 1 THEN 1 ELSE 0 END FROM newest',
  `SELECT [delete], "drop", 'exec' AS a, updated_at, is_set, #n.into_box, @insert FROM #n WITH (NOLOCK) WHERE no = {number}`,
  `SELECT ']' AS a, 'it''s; DELETE' AS b, [x]]; DROP] AS c FROM orders WHERE no = {number}`,
  `${ask} -- DELETE FROM orders\n/* ; DROP TABLE orders */`,
  String.raw`SELECT 'C:\' AS folder FROM orders WHERE no = {number}`,
])('%j only reads', (query) => {
  expect(flawOf(query)).toBeUndefined();
});

test.each([
  `${ask} DELETE FROM orders`,
  `${ask}\ndelete orders`,
  `${ask} COMMIT`,
  `${ask} EXEC xp_cmdshell 'dir'`,
  `SELECT 1DELETE FROM orders WHERE no = {number}`,
  `SELECT 1eDELETE FROM orders WHERE no = {number}`,
  `SELECT 0xAdelete FROM orders WHERE no = {number}`,
  `SELECT $1DELETE FROM orders WHERE no = {number}`,
  `SELECT'a'DELETE FROM orders WHERE no = {number}`,
  `SELECT[a]DELETE FROM orders WHERE no = {number}`,
  `SELECT (1)DELETE/**/FROM orders WHERE no = {number}`,
  String.raw`SELECT 'C:\' DELETE FROM orders WHERE no = {number} --'`,
  'SELECT "a\'" DELETE FROM orders WHERE no = {number} --\'',
  'WITH gone AS (SELECT no FROM orders WHERE no = {number}) UPDATE gone SET no = 1',
  'SELECT NEXT /* a */ VALUE\nFOR counted, no FROM orders WHERE no = {number}',
  "SELECT * FROM OPENQUERY(other, 'DELETE FROM orders') WHERE no = {number}",
  'SELECT no FROM orders MERGE JOIN b ON 1 = 1 WHERE no = {number}',
])('%j does more than read', (query) => {
  expect(flawOf(query)).toBe('not-only-reading');
});

test('every other flaw of a query is reported as for other databases', () => {
  expect(flawOf(`${ask}; ${ask}`)).toBe('several');
  expect(flawOf('SELECT no INTO copied FROM orders WHERE no = {number}')).toBe('writes');
  expect(flawOf(`SELECT no FROM orders WHERE no = '{number}'`)).toBe('number-in-quotes');
  expect(flawOf('SELECT no FROM orders WHERE [{number}] = {number}')).toBe('number-in-quotes');
  expect(flawOf('SELECT no FROM orders')).toBe('no-number');
});

test('the server receives no comment, because nested comments may hide what follows', () => {
  const hiding = `${ask} /* /* */ ' */ DELETE FROM orders --'`;
  expect(withoutRemarks(hiding).trim()).toBe(`${ask}   ' */ DELETE FROM orders --'`);
  expect(withoutRemarks(`SELECT 1 -- a\rDELETE`)).toBe('SELECT 1  \nDELETE');
});
