import type { RowReason } from '../../shared/order-file-reason.ts';

/** Values that a spreadsheet shows if a formula failed. */
const formulaError = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;
/** House numbers such as 3-1 that a spreadsheet converted to a date. */
const day = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const isOfPlace = /house|street|address|zip|post(?:al)?.?code|phone/;

/** Returns a check for a column: why a cell of it does not contain what its author meant. */
export function flawsOfColumn(column: string): (written: string) => RowReason | undefined {
  const saysPlace = isOfPlace.test(column);
  return (written) => {
    if (written.startsWith('#') && formulaError.test(written)) return { code: 'formula-failed', column, written };
    return saysPlace && day.test(written) ? { code: 'date-instead', column, written } : undefined;
  };
}

/** True for values like `4.93012E+11`: a spreadsheet saved a long number the way it displayed it. */
export function hasLostDigits(written: string): boolean {
  // This runs for every cell of a file, and few cells have a plus at these places.
  const { length } = written;
  if (written.charCodeAt(length - 3) !== plus && written.charCodeAt(length - 4) !== plus) return false;
  return /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(written);
}
const plus = 0x2b;

/** Returns an empty text if digits are lost: no number is better than a wrong one. */
export const withoutLostDigits = (written: string): string => (hasLostDigits(written) ? '' : written);
