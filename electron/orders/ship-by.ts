const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads `Nov-24-26`, eBay's format, or `24-Nov-26` outside of America; undefined for anything else. */
export function dayByName(written: string): string | undefined {
  const [, first = '', second = '', year = ''] = /^([a-z]{3}|\d{1,2})[- ]([a-z]{3}|\d{1,2})[- ](\d{2}|\d{4})$/i.exec(written.trim()) ?? [];
  const [name, day] = /\d/.test(first) ? [second, first] : [first, second];
  const month = months.indexOf(name.toLowerCase()) + 1;
  const number = Number(day);
  if (month === 0 || !(number >= 1 && number <= 31)) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Returns the day that ends with this instant at the seller's place, as Amazon writes it: twelve hours earlier it is that day in every time
 * zone. Undefined for anything else.
 */
export function dayThatEnds(written: string): string | undefined {
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant - 12 * 60 * 60_000).toISOString().slice(0, 10);
}
