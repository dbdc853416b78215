import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createPaper } from '../../electron/paper/paper.ts';
import type { LabelFacts } from '../../electron/training/label-facts.ts';
import { labelsPdf } from '../../electron/training/label-pdf.ts';
import { labelZpl } from '../../electron/training/label-zpl.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import type { PaperFormat } from '../../shared/printer.ts';
import { workers } from '../fakes/workers.ts';
import { addressOf } from '../fixtures/address.ts';
import { parts } from '../words.ts';
import { haveRealLabels, realLabel } from './real-labels.ts';

const paper = createPaper({ ref: () => 'REF1', log: () => undefined, workers });
afterAll(() => paper.close());

const sender = addressOf('Kate Sender | Nordlicht GmbH | Hafenstrasse | 12 | 20457 | Hamburg | DE');

// Few surnames, streets and towns, so that many pairs share some of them; the sender's own town is one of the towns.
const firstNames = ['Ada', 'Jan', 'Mia', 'Tom', 'Zoe', 'Ola'];
const surnames = ['Bakker', 'Mueller', 'De Vries', "O'Brien"];
const streets = ['Hafenstrasse', 'Veemarktkade', 'Rue de la Gare', 'Long Lane'];
const towns = [
  ['20457', 'Hamburg'],
  ['10115', 'Berlin'],
  ['62-056', 'Poznan'],
  ['1234 AB', 'Utrecht'],
] as const;
const recipients: fc.Arbitrary<Address> = fc
  .record({
    first: fc.constantFrom(...firstNames),
    last: fc.constantFrom(...surnames),
    street: fc.constantFrom(...streets),
    houseNumber: fc.integer({ min: 1, max: 40 }),
    town: fc.constantFrom(...towns),
    company: fc.constantFrom('', '', 'Atelier Nord BV'),
  })
  .map(({ first, last, street, houseNumber, town: [postalCode, city], company }) => ({
    ...emptyAddress,
    name: `${first} ${last}`,
    company,
    street,
    houseNumber: String(houseNumber),
    postalCode,
    city,
    country: 'DE',
  }));

/** Pairs of orders that share the fact in their title, but are not for the same address. */
const kinds: Readonly<Record<string, fc.Arbitrary<readonly [own: Address, other: Address]>>> = {
  'the same postal code': fc
    .tuple(recipients, recipients)
    .map(([own, other]) => [own, { ...other, postalCode: own.postalCode, city: own.city }]),
  'the same surname': fc
    .tuple(recipients, recipients)
    .map(([own, other]) => [own, { ...other, name: `${other.name.split(' ')[0]} ${own.name.slice(own.name.indexOf(' ') + 1)}` }]),
  'the same customer at another address': fc.tuple(recipients, recipients).map(([own, other]) => [own, { ...other, name: own.name }]),
  "a recipient in the sender's postal code": fc
    .tuple(recipients, recipients)
    .map(([own, other]) => [own, { ...other, postalCode: sender.postalCode, city: sender.city }]),
  'the same house, another name': fc.tuple(recipients, recipients).map(([own, other]) => [own, { ...own, name: other.name }]),
  'any two orders': fc.tuple(recipients, recipients),
};

/** Names that contain one another, in the same town: `other` is the recipient of the order, at another address. */
const containedKinds: Readonly<Record<string, fc.Arbitrary<readonly [own: Address, other: Address]>>> = Object.fromEntries(
  Object.entries<(name: string) => readonly [own: string, other: string]>({
    'a name before ours': (name) => [`Anna ${name}`, name],
    'a name behind ours': (name) => [`${name} Jr`, name],
    'our two first names and a surname': (name) => [`Peter Jan ${name}`, 'Jan Peter'],
    'our name in the middle': (name) => [`Piet ${name} Smit`, name],
    'an initial of ours written out beside ours': (name) => [`Tom J ${name.split(' ').at(-1)}`, `J ${name.split(' ').at(-1)}`],
    'another initial': (name) => [name.replace(' ', ' Q '), name.replace(' ', ' P ')],
    'a company with more words than ours': (name) => [`Atelier ${name} West GmbH`, `Atelier ${name}`],
    'ours cut short': (name) => [`Maximilian Alexander`, `Maximilian Alexander ${name}`],
  }).map(([kind, names]) => [
    kind,
    fc.tuple(recipients, recipients).map(([own, other]) => {
      const [longer, ours] = names(own.name);
      return [
        { ...own, name: longer, company: '' },
        { ...other, name: ours, company: '', postalCode: own.postalCode, city: own.city },
      ];
    }),
  ]),
);

/** The order's postal code stands on the label of a namesake in another town, as some other number. */
const strays = ['Ref 10115', 'D10115', 'Order No. 10115', 'Kundennr 10115', '10115', 'Depot 10115', 'Batch 10115 A'];

const doorOf = ({ street, houseNumber }: Address): string => `${street} ${houseNumber}`;
/** True if name and postal code, or name and street, make these two the same recipient. */
const isSameRecipient = (a: Address, b: Address): boolean =>
  a.name === b.name && (a.postalCode === b.postalCode || doorOf(a) === doorOf(b));

const linesOf = (address: Address): readonly string[] =>
  [address.name, address.company, doorOf(address), `${address.postalCode} ${address.city}`, 'GERMANY'].filter((line) => line !== '');

interface Piece {
  readonly to: Address;
  readonly from: Address;
  readonly no: number;
  readonly isReturn?: boolean;
  readonly servicePoint?: readonly string[];
  /** A separate line close to the address. */
  readonly remark?: string;
}
type Form = (pieces: readonly Piece[]) => Promise<{ readonly format: PaperFormat; readonly bytes: Uint8Array }>;

const factsOf = ({ to, from, no, isReturn = false, servicePoint, remark = '' }: Piece): LabelFacts => ({
  courier: 'Hare',
  service: 'Next day',
  isReturn,
  from: linesOf(from),
  to: servicePoint ? [to.name, ...servicePoint] : linesOf(to),
  toPhone: '+49 30 5557 2101',
  toServicePoint: servicePoint !== undefined,
  weight: '1.20 kg',
  reference: remark,
  orderNo: 'CSP-26-000017',
  date: '2026-11-20',
  piece: '1/1',
  trackingNo: `PB01234567${no}`,
  routing: 'DE 104 715',
});
const zplOf = (text: string) => ({ format: 'ZPL' as const, bytes: Buffer.from(text, 'latin1') });
const textAt = (x: number, y: number, size: number, lines: readonly string[], field: (text: string) => string): string =>
  lines.map((line, index) => `^FO${x},${y + index * (size + 6)}^A0N,${size},${size}${field(line)}^FS`).join('');
const remarkAt = (x: number, y: number, { remark }: Piece, field: (text: string) => string): string =>
  remark === undefined ? '' : textAt(x, y, 20, [remark], field);
const arrows = ({ servicePoint, to }: Piece): readonly string[] => (servicePoint ? [to.name, ...servicePoint] : linesOf(to));

/** Layouts of several couriers for the same facts. */
const forms: Readonly<Record<string, Form>> = {
  'ZPL of the training couriers': async (pieces) => zplOf(pieces.map((piece) => labelZpl(factsOf(piece), 203)).join('')),
  'ZPL in capitals and ^FV, the sender small above': async (pieces) =>
    zplOf(
      pieces
        .map((piece) => {
          const field = (text: string): string => `^FV${text.toUpperCase()}`;
          const from = textAt(15, 10, 18, linesOf(piece.from), field);
          const to = textAt(60, 220, 30, ['SHIP TO:', ...arrows(piece)], field);
          return `^XA^LH0,0${from}${to}${remarkAt(60, 480, piece, field)}^FO30,600^BY3^BCN,180,N,N,N,A^FV1Z9990123456${piece.no}^FS^XZ\n`;
        })
        .join(''),
    ),
  'ZPL with every letter as hexadecimal': async (pieces) =>
    zplOf(
      pieces
        .map((piece) => {
          const hex = (text: string): string =>
            `^FH^FD${text.replace(/./g, (char) => `_${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
          return `^XA^CI28${textAt(20, 40, 20, linesOf(piece.from), hex)}${textAt(20, 300, 36, arrows(piece), hex)}${remarkAt(20, 560, piece, hex)}^FO20,700^BCN,150^FDPB76543210${piece.no}^FS^XZ`;
        })
        .join(''),
    ),
  'PDF of the training couriers': async (pieces) => ({ format: 'PDF', bytes: await labelsPdf(pieces.map(factsOf), new Date(0)) }),
};
const isSlow = (form: string): boolean => form.startsWith('PDF');

const compared = (label: Awaited<ReturnType<Form>>, to: Address, expected = { parcels: 1, returnAsked: false }) =>
  paper.compare(label, to, sender, expected);

const seed = 20261120;
test.each(Object.keys(forms).flatMap((form) => Object.keys(kinds).map((kind) => [form, kind] as const)))(
  'finds a label that is swapped between orders: %s, %s',
  async (formName, kindName) => {
    const [form, kind] = [forms[formName], kinds[kindName]];
    if (!form || !kind) throw new Error('no such form or kind');
    let swaps = 0;
    for (const [own, other] of fc.sample(kind, { numRuns: isSlow(formName) ? 15 : 120, seed })) {
      const label = await form([{ to: own, from: sender, no: 1 }]);
      expect(await compared(label, own), JSON.stringify(own)).toEqual({ kind: 'match' });
      if (isSameRecipient(own, other)) continue;
      swaps += 1;
      expect((await compared(label, other)).kind, JSON.stringify([own, other])).toBe('other');
    }
    expect(swaps).toBeGreaterThan(isSlow(formName) ? 5 : 60);
  },
  60_000,
);

test.each(Object.keys(forms).flatMap((form) => Object.keys(containedKinds).map((kind) => [form, kind] as const)))(
  'the label of a recipient whose name contains ours never counts as ours: %s, %s',
  async (formName, kindName) => {
    const [form, kind] = [forms[formName], containedKinds[kindName]];
    if (!form || !kind) throw new Error('no such form or kind');
    let swaps = 0;
    for (const [own, other] of fc.sample(kind, { numRuns: isSlow(formName) ? 8 : 60, seed })) {
      const label = await form([{ to: own, from: sender, no: 1 }]);
      expect(await compared(label, own), JSON.stringify(own)).toEqual({ kind: 'match' });
      if (doorOf(own) === doorOf(other)) continue;
      swaps += 1;
      expect((await compared(label, other)).kind, JSON.stringify([own, other])).toBe('cannot-compare');
      // At the same address the two are indistinguishable.
      expect(await compared(label, { ...own, name: other.name }), JSON.stringify([own, other])).toEqual({ kind: 'match' });
    }
    expect(swaps).toBeGreaterThan(isSlow(formName) ? 4 : 40);
  },
  60_000,
);

test.each(Object.keys(forms).flatMap((form) => strays.map((stray) => [form, stray] as const)))(
  "our postal code as a number on a namesake's label in another town is not an address: %s, %s",
  async (formName, stray) => {
    const form = forms[formName];
    if (!form) throw new Error('no such form');
    let swaps = 0;
    for (const [own, other] of fc.sample(fc.tuple(recipients, recipients), { numRuns: isSlow(formName) ? 8 : 60, seed })) {
      const order = { ...other, name: own.name, postalCode: '10115', city: 'Berlin' };
      const label = await form([{ to: own, from: sender, no: 1, remark: stray }]);
      expect(await compared(label, own), JSON.stringify(own)).toEqual({ kind: 'match' });
      if (own.postalCode === order.postalCode || doorOf(own) === doorOf(order)) continue;
      swaps += 1;
      const { kind } = await compared(label, order);
      expect(kind, JSON.stringify([own, order])).not.toBe('match');
      if (/Ref|No|nr|Depot/.test(stray)) expect(kind, JSON.stringify([own, order])).toBe('other');
    }
    expect(swaps).toBeGreaterThan(isSlow(formName) ? 3 : 30);
  },
  60_000,
);

test.each([
  ...parts('10115 Berlin | D-10115 Berlin | DE-10115 | DE10115 Berlin | Berlin 10115 | BERLIN BE 10115 GERMANY'),
  ...parts('PLZ 10115 Berlin | 10115 Mitte'),
])('a postal code next to its town, or after its country, is the destination: %s', async (townLine) => {
  const order = addressOf('Jan Bakker | | Long Lane | 3 | 10115 | Berlin | DE');
  const label = zplOf(`^XA${textAt(20, 300, 36, ['Jan Bakker', townLine], (text) => `^FD${text}`)}^FO20,700^BCN,150^FDPB765432101^FS^XZ`);
  expect(await compared(label, order)).toEqual({ kind: 'match' });
});

test.each([
  ...parts('To: Jan Bakker | Herr Jan Bakker | c/o Jan Bakker | Attn. Jan Bakker Tel. 030 555 | BAKKER, JAN'),
  ...parts('Nordwind AB, Jan Bakker | Jan Bakker 3 Long Lane'),
])('other words next to a name do not make it another name: %s', async (nameLine) => {
  const order = addressOf('Jan Bakker | | Long Lane | 3 | 10115 | Berlin | DE');
  const label = zplOf(`^XA${textAt(20, 300, 36, [nameLine, '10115 Berlin'], (text) => `^FD${text}`)}^FO20,700^BCN,150^FDPB765432101^FS^XZ`);
  expect(await compared(label, order)).toEqual({ kind: 'match' });
});

test.each(Object.keys(forms))(
  'no false STOP over service points, returns and several parcels: %s',
  async (formName) => {
    const form = forms[formName];
    if (!form) throw new Error('no such form');
    for (const own of fc.sample(recipients, { numRuns: isSlow(formName) ? 12 : 100, seed })) {
      const point = ['Kiosk am Markt', 'Odenplan 3', '11322 STOCKHOLM', 'SWEDEN'];
      const atPoint = {
        ...own,
        company: 'Kiosk am Markt',
        street: 'Odenplan',
        houseNumber: '3',
        postalCode: '11322',
        city: 'Stockholm',
        country: 'SE',
      };
      const out = (no: number): Piece => ({ to: own, from: sender, no });
      const toPoint: Piece = { to: own, from: sender, no: 1, servicePoint: point };
      const back: Piece = { to: sender, from: own, no: 9, isReturn: true };
      const why = JSON.stringify(own);
      expect(await compared(await form([out(1), out(2), out(3)]), own, { parcels: 3, returnAsked: false }), why).toEqual({ kind: 'match' });
      expect(await compared(await form([out(1), back]), own, { parcels: 1, returnAsked: true }), why).toEqual({ kind: 'match' });
      expect(await compared(await form([toPoint]), atPoint), why).toEqual({ kind: 'match' });
      expect(await compared(await form([toPoint, back]), atPoint, { parcels: 1, returnAsked: true }), why).toEqual({ kind: 'match' });
      expect((await compared(await form([out(1), out(2)]), own)).kind, why).toBe('wrong-number');
    }
  },
  60_000,
);

const known: readonly (readonly [label: string, Partial<Address>])[] = [
  ['zebrash-ups', { name: 'Test Receiver', street: 'Test Street', houseNumber: '2', postalCode: '5000', city: 'Hallein', country: 'AT' }],
  ['binarykits-example10-102x152', { name: 'Some Persone', street: 'Street', houseNumber: '17 E', postalCode: '09999', country: 'DE' }],
  [
    'friendly-reference-number-success-1',
    { name: 'Jane Doe', street: 'Lovely Street', houseNumber: '11', postalCode: '10050-1234', country: 'US' },
  ],
  ['zebrash-amazon', { name: 'Test Receiver', street: 'Sample Road', houseNumber: '1', postalCode: '29000', country: 'US' }],
  ['zebrash-dbs', { name: 'Ingrid Tester', street: 'Stargatan', houseNumber: '1', postalCode: '532 38', country: 'SE' }],
  ['zebrash-dpdpl', { name: 'DPD PL Receiver', street: 'Daniszewska', houseNumber: '14', postalCode: '03-230', country: 'PL' }],
  ['zebrash-fedex', { name: 'Test Receiver', street: 'S 160th St', houseNumber: '5000', postalCode: '11111', country: 'US' }],
  ['zebrash-glscz', { name: 'Szerencse Sziget Lottozo', street: 'Fo ut', houseNumber: '4/a', postalCode: '2351', country: 'HU' }],
  ['zebrash-pocztex', { name: 'Pocztex Automat', street: 'Wyzwolenia', houseNumber: '106', postalCode: '85-790', country: 'PL' }],
  ['zebrash-posten', { name: 'Test Receiver', street: 'Vestliveien', houseNumber: '1', postalCode: '4326', country: 'NO' }],
  ['zebrash-swisspost', { name: 'Test Receiver', street: 'Test Street', houseNumber: '2', postalCode: '0001', country: 'CH' }],
];

test.skipIf(!haveRealLabels)('finds labels of real couriers swapped between recipients, four of them with one name', async () => {
  let swaps = 0;
  for (const [label] of known)
    for (const [of, recipient] of known) {
      const address = { ...emptyAddress, ...recipient };
      const isOwn = label === of;
      // Two of these anonymous labels share name and street, and a label can be compared by nothing else.
      const isAlike = [label, of].every((each) => each === 'zebrash-ups' || each === 'zebrash-swisspost');
      const verdict = await paper.compare(
        { format: 'ZPL', bytes: realLabel(label) },
        address,
        { ...emptyAddress, name: 'Merchant AB', street: 'Elsewhere', houseNumber: '7', postalCode: '13000', country: 'SE' },
        { parcels: 1, returnAsked: false },
      );
      if (isOwn) expect(verdict, label).toEqual({ kind: 'match' });
      else if (!isAlike) {
        swaps += 1;
        expect(verdict.kind, `${label} for ${of}`).toBe('other');
      }
    }
  expect(swaps).toBe(108);
});
