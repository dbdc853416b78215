/** Words of rows that count, sum up or sign the orders of a report, in the languages of shops. */
const closing = [
  /^(?:(?:grand |sub)?totals?|summe|gesamt(?:summe|betrag)?|total g[eé]n[eé]ral|totaux?|totaal|eindtotaal|total general|totale(?: generale)?|somma|suma|razem|ogółem|łącznie|i alt|summa)(?: (?:of )?(?:orders?|bestellungen|aufträge|commandes?|bestellingen|pedidos|ordini|zamówień))?\s*[:=]?(?:\s*[\d.,]+)?$/i,
  /^\d*\s*(?:records?|rows?|orders?|results?)(?:\(s\))? (?:downloaded|exported|found|in total|listed)\b/i,
  /^(?:records?|rows?|orders?)(?:\(s\))? (?:downloaded|exported)\b/i,
  /^(?:number|count|no\.?) of (?:records?|rows?|orders?)\b/i,
  /^(?:anzahl|nombre de|aantal|número de|numero di|liczba) (?:der )?(?:datensätze|zeilen|bestellungen|aufträge|commandes|lignes|bestellingen|regels|pedidos|filas|ordini|righe|zamówień|wierszy)\b/iu,
  /^seller id\s*:/i,
  /^(?:report |file )?(?:generated|exported|created|printed) (?:on|at|by|:)/i,
  /^(?:exportiert|erstellt) am\b|^export[ée] le\b|^généré le\b|^gemaakt op\b|^generado el\b|^generato il\b|^wygenerowano\b/iu,
  /^[-*=#\s]*(?:end of (?:report|file|list|data)|ende|dateiende|fin(?: du fichier| del informe)?|eof|einde(?: bestand)?|fine|koniec(?: pliku)?)[-*=#\s]*$/i,
];
/** True for an amount or a count beside a sum. */
const isFigure = (text: string): boolean => /^[-+]?\p{Sc}?\s*(?:[A-Z]{3}\s*)?\d[\d.,' ]*\s*(?:\p{Sc}|[A-Z]{3}|[a-z]{1,3})?$/u.test(text);

/** True for a row that closes a report: it begins with such words, and has only figures beside them. No order has so little. */
export function closesReport(cells: readonly string[]): boolean {
  const [first, ...others] = cells.map((each) => each.trim()).filter(Boolean);
  if (first === undefined) return false;
  // eBay writes its count and its words in separate cells.
  const words = /^\d+$/.test(first) && others.length === 1 ? `${first} ${others[0]}` : first;
  return closing.some((each) => each.test(words)) && (words !== first || others.every(isFigure));
}

/** True for a row that repeats the column names, as in a file made of several. */
export const repeatsHeader = (cells: readonly string[], columns: readonly string[]): boolean =>
  columns.length > 1 && columns.every((column, at) => (cells[at] ?? '').trim().replace(/\s+/g, ' ').toLowerCase() === column);
