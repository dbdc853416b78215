/**
 * Queries that write the file `out` on the server, or try to. They deceive a check that reads comments and quotes in another way than the
 * server.
 */
export function writingQueries(out: string): readonly string[] {
  const where = 'FROM orders WHERE no = {number}';
  const into = `INTO OUTFILE '${out}'`;
  return [
    `SELECT no ${into} ${where}`,
    `SELECT no ${where} ${into}`,
    `SELECT no ${where}\n INTO/**/OUTFILE '${out}'`,
    `SELECT no ${where} INTO DUMPFILE '${out}'`,
    `SELECT no ${where} UNION SELECT 1 ${into}`,
    `WITH a AS (SELECT 1) SELECT * ${into} FROM a WHERE 1 = {number}`,
    `SELECT no ${where} /*!${into} */`,
    `SELECT no ${where} /*!50000 ${into} */`,
    `SELECT no ${where} /*M!${into} */`,
    `SELECT no ${where} /*M!100000 ${into} */`,
    `SELECT no /*!INTO*/ OUTFILE '${out}' ${where}`,
    `SELECT no ${where} /*!*/${into}`,
    `SELECT no ${where} /*+ x */ ${into}`,
    `SELECT 5--1 ${into} ${where}`,
    `SELECT no ${where} --'\n${into} --'`,
    `SELECT no ${where} --\u0001'\n${into} -- '`,
    `SELECT no ${where} --\t'\n${into} -- '`,
    `SELECT no ${where} --\n${into}`,
    `SELECT no # '\n ${into} # '\n ${where}`,
    `SELECT no # "\n ${into} # "\n ${where}`,
    `SELECT no # \`\n ${into} # \`\n ${where}`,
    `SELECT no # /*\n ${into} # */\n ${where}`,
    `SELECT no -- /*\n ${into} -- */\n ${where}`,
    `SELECT 1e0${into} ${where}`,
    `SELECT 1.0${into} ${where}`,
    `SELECT 1.${into} ${where}`,
    `SELECT .1${into} ${where}`,
    `SELECT 0x41${into} ${where}`,
    `SELECT x'41'${into} ${where}`,
    `SELECT \\N${into} ${where}`,
    `SELECT @a.${into} ${where}`,
    `SELECT 'a\\' ${into} ${where} -- '`,
    `SELECT 'a\\'' ${into} ${where} -- '`,
    `SELECT "a\\" ${into} ${where} -- "`,
    `SELECT "a\\"" ${into} ${where} -- "`,
    `SELECT \`no\\\` ${into} ${where} -- \``,
    `SELECT no ${where} /* /* */ ${into} -- */`,
    `SELECT no ${where} /*/ ${into} -- */`,
    `SELECT no ${where} # a\r${into}`,
    `SELECT no ${where} ; SELECT 1 ${into}`,
    `(SELECT no ${where}) ${into}`,
  ];
}
