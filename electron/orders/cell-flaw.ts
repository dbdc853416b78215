import type { RowReason } from '../../shared/order-file-reason.ts';

/** What a spreadsheet shows where a formula failed. */
const formulaError = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;
/** House numbers such as 3-1 that a spreadsheet took for a day. */
const day = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const isOfPlace = /house|street|address|zip|post(?:al)?.?code|phone/;

/** Why a cell of this column says something else than whoever wrote it meant. */
export function flawsOfColumn(column: string): (written: string) => RowReason | undefined {
  const saysPlace = isOfPlace.test(column);
  return (written) => {
    if (written.startsWith('#') && formulaError.test(written)) return { code: 'formula-failed', column, written };
    return saysPlace && day.test(written) ? { code: 'date-instead', column, written } : undefined;
  };
}

/** `4.93012E+11`: what a spreadsheet leaves of a long number that it saved as it showed it. */
export function hasLostDigits(written: string): boolean {
  // Every cell of a file is asked, and hardly one has its plus there.
  const { length } = written;
  if (written.charCodeAt(length - 3) !== plus && written.charCodeAt(length - 4) !== plus) return false;
  return /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(written);
}
const plus = 0x2b;

/** Nothing is read of it rather than a number nobody has. */
export const withoutLostDigits = (written: string): string => (hasLostDigits(written) ? '' : written);
