export type Delimiter = ',' | ';' | '\t';

/** One CSV row in the form of RFC 4180. */
export const csvRow = (cells: readonly string[], delimiter: Delimiter): string =>
  cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
