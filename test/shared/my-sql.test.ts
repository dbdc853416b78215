import { expect, test } from 'vitest';
import { queryFlaw } from '../../shared/sql-query.ts';
import { writingQueries } from '../orders/my-sql-queries.ts';

const ask = 'SELECT no FROM orders WHERE no = {number}';

test.each([
  ask,
  `${ask};  `,
  `${ask} -- INTO OUTFILE 'x'`,
  `${ask} # INTO OUTFILE 'x'`,
  `${ask} /* INTO OUTFILE 'x' */`,
  `SELECT 'INTO OUTFILE' AS a, "into" AS b, \`into\` AS c, into_box, x_into, intoo FROM orders WHERE no = {number}`,
  `SELECT 'it''s' AS a, 'C:\\\\' AS b, 'a\\''b' AS c FROM orders WHERE no = {number}`,
  `SELECT no AS \`order\` FROM orders WHERE no LIKE CONCAT({number}, '\\_%')`,
  'WITH newest AS (SELECT * FROM orders) SELECT 5 - -1 FROM newest WHERE no = {number}',
])('%j only reads', (query) => {
  expect(queryFlaw(query, 'mysql')).toBeUndefined();
});

test('no query that writes a file of the server is let through', () => {
  const through = writingQueries('/tmp/x').filter((query) => queryFlaw(query, 'mysql') === undefined);
  // In these, the server reads the writing part as a text or a comment.
  expect(through.map((query) => query.replace('SELECT no FROM orders WHERE no = {number} ', ''))).toEqual([
    "--'\nINTO OUTFILE '/tmp/x' --'",
    "/*/ INTO OUTFILE '/tmp/x' -- */",
    "# a\rINTO OUTFILE '/tmp/x'",
  ]);
});

test('names a comment that MySQL executes', () => {
  for (const begun of ['/*!', '/*M!', '/*m!', '/*!50708 ']) expect(queryFlaw(`${ask} ${begun}a */`, 'mysql')).toBe('executed-remark');
  expect(queryFlaw(`${ask} /*! a */`, 'postgresql')).toBeUndefined();
});

test('a long query of blanks is read at once', () => {
  expect(queryFlaw(`SELECT${' ;'.repeat(4_900)} {number}`, 'mysql')).toBe('several');
});
