/** Texts, names in quotes or brackets, and comments, by the rules of SQL Server: a backslash escapes nothing there. */
const quotedOrRemark = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Without its comments, which can be nested in SQL Server, so that the server runs exactly what was checked here. */
export const withoutRemarks = (query: string): string =>
  query.replace(/\r\n?/g, '\n').replace(quotedOrRemark, (part) => (/^(?:--|\/\*)/.test(part) ? ' ' : part));

/** Without quoted parts. */
export const bareOfTSql = (query: string): string => withoutRemarks(query).replace(quotedOrRemark, ' ');

/**
 * Reserved words that begin a statement other than a read, or that reach another server. As a name, each must be quoted. They need no
 * semicolon before them.
 */
const others =
  'alter|backup|begin|break|bulk|checkpoint|close|commit|continue|create|dbcc|deallocate|declare|delete|deny|drop|exec|execute|goto|grant|if|insert|into|kill|merge|open|opendatasource|openquery|openrowset|print|raiserror|readtext|receive|reconfigure|restore|return|revert|revoke|rollback|save|set|setuser|shutdown|truncate|update|updatetext|waitfor|while|writetext';
/** A word may directly follow a number: `1DELETE` is two tokens there. */
const begins = new RegExp(String.raw`^(?:[\d$].*)?(?:${others})$`, 'iu');

/** True if this is more than one reading query. SQL Server has no read-only transactions. */
export function isMoreThanReading(bare: string): boolean {
  if (/\bnext\s+value\s+for\b/i.test(bare)) return true;
  return bare.match(/[\p{L}\p{N}_@#$]+/gu)?.some((word) => begins.test(word)) ?? false;
}
