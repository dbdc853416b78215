import { makePdf } from '../../electron/paper/make-pdf.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';

/** An address in Germany. */
export const person = (name: string, street: string, houseNumber: string, postalCode: string, city: string): Address => ({
  ...emptyAddress,
  name,
  street,
  houseNumber,
  postalCode,
  city,
  country: 'DE',
});
export const sender = person('Nordlicht GmbH', 'Hafenstrasse', '12', '20457', 'Hamburg');
export const anna = person('Anna Lehmann', 'Kastanienallee', '84', '10435', 'Berlin');
export const paul = person('Paul Weber', 'Lindenweg', '3', '80331', 'Muenchen');

export const mm = 72 / 25.4;
/** The upper left corner, in millimetres. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export type Pdf = Parameters<Parameters<typeof makePdf>[0]>[0];
/** A label of 90 x 120 mm: both addresses, bars and the number below them. */
export function label(pdf: Pdf, { x, y }: Spot, to: Address, number: string, from = sender): void {
  const lines = (address: Address, top: number, size: number): void =>
    [address.name, `${address.street} ${address.houseNumber}`, `${address.postalCode} ${address.city}`].forEach((line, row) =>
      pdf.fontSize(size).text(line, x * mm + 10, y * mm + top + row * size * 1.3, { lineBreak: false }),
    );
  lines(from, 10, 7);
  lines(to, 60, 14);
  for (let bar = 0; bar < 40; bar += 1) pdf.rect(x * mm + 15 + bar * 5, y * mm + 200, 1 + (bar % 3), 60).fill('#000');
  pdf.fontSize(11).text(number, x * mm + 40, y * mm + 268, { lineBreak: false });
}
export const words = (pdf: Pdf, { x, y }: Spot, lines: readonly string[]): void =>
  lines.forEach((line, row) => pdf.fontSize(9).text(line, x * mm, y * mm + row * 14, { lineBreak: false }));
export const advice = [
  'How to use this label',
  'Print this page in its full size on white paper.',
  'Cut along the line and stick the label on the parcel.',
];
export const receipt = ['RECEIPT', 'Anna Lehmann', 'Kastanienallee 84', '10435 Berlin', 'JD01 4600 0062 8100 11'];
export const page = (draw: (pdf: Pdf) => void, size: 'A4' | readonly [width: number, height: number] = 'A4'): Promise<Uint8Array> =>
  makePdf((pdf) => {
    pdf.addPage({ size: typeof size === 'string' ? size : [...size], margin: 0 });
    draw(pdf);
  });

/** Corners of four labels on A4. */
export const corners = [
  { x: 5, y: 5 },
  { x: 110, y: 5 },
  { x: 5, y: 153 },
  { x: 110, y: 153 },
] as const;
