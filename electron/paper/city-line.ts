import anyAscii from 'any-ascii';
import { remembered } from './remembered.ts';

/** A line with a postal code and a city is shorter. */
const longestCityLine = 200;

/** "Utrecht", and names with a short prefix: "'s-Hertogenbosch", "'t Harde", "S Gravenhage", "L'Aquila", "St-Denis". */
const town = String.raw`(?:[A-Z]{3}|(?:'? ?[A-Z]{1,2}['-]|'[A-Z] )[A-Z]{2}|[ST] [A-Z]{4})`;

/** The end of a telephone number is not a postal code. */
const noPhone = String.raw`(?<!\d[-./])`;

const cityLines = [
  new RegExp(String.raw`(?:^|[^A-Z0-9])${noPhone}(?:[A-Z]{1,3}[- ]{1,2})?\d{4,6}(?:-\d{3,4})?(?: ?[A-Z]{2})?\s+${town}`),
  new RegExp(String.raw`(?:^|[^A-Z0-9])${noPhone}(?:\d{2,3}[- ]\d{2,3}|\d{3}-\d{4})\s+${town}`),
  /[A-Z]{3,}[ ,]+[A-Z]{2},?\s+\d{5}(?!\d)/,
  /[A-Z]{3,}.*\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b/,
  /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/,
];

const isCityText = remembered((text) => {
  const ascii = anyAscii(text).toUpperCase();
  return cityLines.some((pattern) => pattern.test(ascii));
});

/** True if a line looks like "postal code, city" in the format of any country. */
export const isCityLine = ({ text }: { readonly text: string }): boolean => text.length <= longestCityLine && isCityText(text);
