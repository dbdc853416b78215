export type Delimiter = ',' | ';' | '\t';

/** One row as RFC 4180 writes it. */
export const csvRow = (cells: readonly string[], delimiter: Delimiter): string =>
  cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
