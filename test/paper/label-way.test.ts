import { expect, test } from 'vitest';
import { compareLabel } from '../../electron/paper/compare-label.ts';
import { type Address } from '../../shared/address.ts';
import { addressOf } from '../fixtures/address.ts';

/** Lines of one size below each other: x, y, size, the lines and the line spacing. */
type Column = readonly [x: number, y: number, size: number, lines: readonly string[], leading?: number];

const shop = addressOf(' | Tante Emma Moden GmbH | Goethestrasse | 37 | 50667 | Koeln | DE');
const zoe = addressOf('Zoe Meyer | | Corporate Woods Pkwy | 593 | 28052 | Gastonia | US');
const linesOf = ({ name, company, street, houseNumber, postalCode, city }: Address): string[] => [
  name || company,
  `${street} ${houseNumber}`,
  `${postalCode} ${city}`,
];

/** Verdict for a label with these columns, to Zoe from the shop. */
const verdictOf = (columns: readonly Column[]) =>
  compareLabel(
    [
      {
        texts: columns.flatMap(([x, y, height, lines, leading = height * 1.35]) =>
          lines.map((text, row) => ({ text, x, y: y + row * leading, height, turn: 'N' as const })),
        ),
        barcodeData: ['JD4510055079717111'],
        picture: false,
      },
    ],
    zoe,
    shop,
    { parcels: 1, returnAsked: false },
  ).kind;

test('a caption belongs to the address that begins below it, not to a column next to it', () => {
  const label = (left: Address, right: Address) =>
    verdictOf([
      [49, 151, 18, ['Destinatario:']],
      [49, 171, 18, linesOf(left)],
      [320, 151, 9, linesOf(right)],
    ]);
  expect(label(zoe, shop)).toBe('match');
  expect(label(shop, zoe)).not.toBe('match');
});

test('a caption in two languages is long, but not nearer to the column next to it', () => {
  const label = (left: Address, right: Address, title: string) =>
    verdictOf([
      [414, 25, 27, [title]],
      [27, 128, 18, ['Empfänger / Recipient:']],
      [27, 153, 18, linesOf(left)],
      [382, 133, 18, linesOf(right)],
    ]);
  expect(label(zoe, shop, 'Paket')).toBe('match');
  expect(label(shop, zoe, 'Paket')).not.toBe('match');
  expect(label(shop, zoe, 'Retoure')).not.toBe('match');
});

test('a caption on the left of an address belongs to it at any distance, if nothing begins below it', () => {
  const label = (above: Address, below: Address) =>
    verdictOf([
      [40, 100, 20, ['FROM:']],
      [220, 100, 20, linesOf(above)],
      [40, 240, 20, ['TO:']],
      [220, 240, 20, linesOf(below)],
    ]);
  expect(label(shop, zoe)).toBe('match');
  expect(label(zoe, shop)).not.toBe('match');
});

test('a label whose captions and title show different directions is asked about', () => {
  const label = (title: string) =>
    verdictOf([
      [414, 25, 27, [title]],
      [40, 100, 20, ['TO:']],
      [40, 130, 20, linesOf(zoe)],
      [40, 240, 20, ['FROM:']],
      [40, 270, 20, linesOf(shop)],
    ]);
  expect(label('Paket')).toBe('match');
  expect(label('Retoure')).not.toBe('match');
  const routed = (to: Address, size: number) =>
    verdictOf([
      [40, 100, 20, ['TO:']],
      [40, 130, 20, linesOf(zoe)],
      [40, 270, size, linesOf(shop)],
      [400, 450, 60, [`${to.country}-${to.postalCode}`]],
    ]);
  expect(routed(zoe, 20)).toBe('match');
  expect(routed(zoe, 40)).toBe('match');
  expect(routed(shop, 20)).toBe('match');
  expect(routed(shop, 40)).not.toBe('match');
});
