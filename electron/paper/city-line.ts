import anyAscii from 'any-ascii';

/** A line with a postal code and a city is shorter. */
const longestCityLine = 200;

const cityLines = [
  /(?:^|[^A-Z0-9])(?:[A-Z]{1,3}[- ]{1,2})?\d{4,6}(?:-\d{3,4})?(?: ?[A-Z]{2})?\s+[A-Z]{3,}/,
  /(?:^|[^A-Z0-9])\d{2,3}[- ]\d{2,3}\s+[A-Z]{3,}/,
  /[A-Z]{3,}[ ,]+[A-Z]{2},?\s+\d{5}(?!\d)/,
  /[A-Z]{3,}.*\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b/,
  /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/,
];

/** Whether a line looks like "postal code, city", as some country writes it. */
export const isCityLine = ({ text }: { readonly text: string }): boolean =>
  text.length <= longestCityLine && cityLines.some((pattern) => pattern.test(anyAscii(text).toUpperCase()));
