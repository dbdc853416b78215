/** Texts, names in quotes or brackets, and remarks, by the rules of SQL Server: a backslash escapes nothing there. */
const quotedOrRemark = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Without its remarks, which lie within each other there: so the server reads what was read here. */
export const withoutRemarks = (query: string): string =>
  query.replace(/\r\n?/g, '\n').replace(quotedOrRemark, (part) => (/^(?:--|\/\*)/.test(part) ? ' ' : part));

/** With nothing in it that is quoted. */
export const bareOfTSql = (query: string): string => withoutRemarks(query).replace(quotedOrRemark, ' ');

/**
 * Reserved words that begin another statement than one that reads, or that reach another server. None is a name unless it is quoted. No
 * semicolon has to stand before them.
 */
const others =
  'alter|backup|begin|break|bulk|checkpoint|close|commit|continue|create|dbcc|deallocate|declare|delete|deny|drop|exec|execute|goto|grant|if|insert|into|kill|merge|open|opendatasource|openquery|openrowset|print|raiserror|readtext|receive|reconfigure|restore|return|revert|revoke|rollback|save|set|setuser|shutdown|truncate|update|updatetext|waitfor|while|writetext';
/** A word may follow a number at once: `1DELETE` are two there. */
const begins = new RegExp(String.raw`^(?:[\d$].*)?(?:${others})$`, 'iu');

/** Whether anything else than one query that reads stands in this. SQL Server has no transaction that may only read. */
export function isMoreThanReading(bare: string): boolean {
  if (/\bnext\s+value\s+for\b/i.test(bare)) return true;
  return bare.match(/[\p{L}\p{N}_@#$]+/gu)?.some((word) => begins.test(word)) ?? false;
}
