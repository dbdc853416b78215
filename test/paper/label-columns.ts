import { judgeLabel } from '../../electron/paper/compare-label.ts';
import type { PositionedText, ReadableSheet } from '../../electron/paper/positioned-text.ts';
import type { Address } from '../../shared/address.ts';
import { emptyAddress } from '../../shared/address.ts';

/** Lines of one size below each other: x, y, size, the lines and the line spacing. */
export type Column = readonly [x: number, y: number, size: number, lines: readonly string[], leading?: number];

export const address = (part: Partial<Address>): Address => ({ ...emptyAddress, country: 'DE', ...part });

/** The lines of an address in the usual order: name, company, street and number, town. */
export const linesOf = ({ name, company, street, houseNumber, street2, postalCode, city }: Address): string[] =>
  [name, company, `${street} ${houseNumber}`.trim(), street2, `${postalCode} ${city}`].filter((line) => line !== '');

export const sheetOf = (columns: readonly Column[], codes: readonly string[] = ['JD4510055079717111']): ReadableSheet => ({
  texts: columns.flatMap(([x, y, height, lines, leading = height * 1.35]) =>
    lines.map((text, row): PositionedText => ({ text, x, y: y + row * leading, height, turn: 'N' })),
  ),
  barcodeData: codes,
  picture: false,
});

/** Result for the sheets of one parcel: the verdict, or the reason why the packer is asked. */
export function outcomeOf(
  sheets: readonly ReadableSheet[],
  recipient: Address,
  sender: Address,
  expected = { parcels: 1, returnAsked: false },
): string {
  const { verdict } = judgeLabel(sheets, recipient, sender, expected);
  return verdict.kind === 'cannot-compare' && typeof verdict.why === 'object' ? verdict.why.code : verdict.kind;
}
