import { emptyAddress } from '../../shared/address.ts';
import type { Paper } from '../bench/ports/paper.ts';

const person = { ...emptyAddress, name: 'Ada Bakker', street: 'Hafenstrasse', houseNumber: '12', postalCode: '20457', city: 'Hamburg' };
const shop = {
  ...emptyAddress,
  name: 'Kate Sender',
  company: 'Nordlicht GmbH',
  street: 'Veemarktkade',
  houseNumber: '8',
  postalCode: '3521 AB',
  city: 'Utrecht',
};
const fromLines = ['FROM', 'Nordlicht GmbH', 'Veemarktkade 8', '3521 AB UTRECHT', 'NETHERLANDS'];
const toLines = ['TO', 'Ada Bakker', 'Hafenstrasse 12', '20457 HAMBURG', 'GERMANY', 'TEL +49 40 5550 1234'];

/** A framed label with a second number beside that of its bar code, so that the search for a second label runs too. */
const practiceLabel = (number: number): Uint8Array => {
  const tracking = `PB${1_000_000_000 + number}`;
  const at = (x: number, y: number, text: string): string => `^FO${x},${y}^A0N,36,36^FB400,1,0,L,0^FD${text}^FS`;
  return Buffer.from(
    [
      '^XA^CI28^PW812^LL1218^LH0,0^FO24,24^GB764,124,124^FS^FO24,226^GB764,3,3^FS^FO420,226^GB3,200,3^FS^FO24,430^GB764,760,4^FS',
      ...fromLines.map((line, index) => at(28, 240 + index * 36, line)),
      ...[`REF ${4711 + number}`, 'WEIGHT 1.2 kg', 'DATE 2031-01-06', 'PIECE 1/1'].map((line, index) => at(440, 240 + index * 40, line)),
      ...toLines.map((line, index) => at(48, 450 + index * 48, line)),
      `^FO48,900^BY3,3,150^BCN,150,N,N,N,A^FD${tracking}^FS`,
      at(48, 1060, tracking),
      at(48, 1120, `ORDER ${770_000 + number}`),
      '^XZ',
    ].join('\n'),
  );
};

/** Returns questions about a hundred labels that belong to no order. */
export const practised = (): readonly Parameters<Paper['compare']>[] =>
  Array.from({ length: 100 }, (_, number) => [
    { format: 'ZPL', bytes: practiceLabel(number) },
    person,
    shop,
    { parcels: 1, returnAsked: false },
  ]);
