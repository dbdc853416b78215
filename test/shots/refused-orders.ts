import { emptyProduct, noCustomsCosts } from '../../shared/customs.ts';
import type { Respelling, ShipmentProblem } from '../../shared/shipment-check.ts';
import { eur, order, parcel, people, sender } from './people.ts';

export const toSwitzerland = order(
  'ORD-48233',
  { ...people.jurgen, country: 'CH', postalCode: '8001', city: 'Zürich', eori: 'CHE-116.281.710' },
  [
    {
      ...parcel(2350),
      hsCode: '691200',
      products: [
        {
          ...emptyProduct,
          quantity: 2,
          code: 'BOWL-24',
          description: 'Ceramic bowl',
          originCountry: 'PT',
          weightGrams: 900,
          value: eur(3245),
          hsCode: '691200',
        },
        { ...emptyProduct, code: 'LID-24', description: 'Lid', originCountry: 'PT', weightGrams: 200, value: eur(900) },
      ],
    },
  ],
  {
    incoterms: 'DDP',
    preferredDate: '2026-02-30',
    customsCosts: { ...noCustomsCosts, transport: eur(1250), exportDeclaration: 'The exporter of the products covered by this document' },
    thirdParties: [{ type: 'Broker', address: { ...people.lukasz, company: 'Zollbüro Basel AG' } }],
  },
);
export const customsProblems: ShipmentProblem[] = [
  { part: 'shipment', field: 'preferredDate', stops: true, sentence: 'The preferred date "2026-02-30" is no day like 2026-11-24' },
  {
    part: 'product',
    parcel: 0,
    index: 1,
    field: 'hsCode',
    stops: true,
    sentence: 'The HS code of product 2 is missing',
  },
];

export const respelt = order(
  'ORD-48226',
  { ...people.jurgen, company: 'Café שלום' },
  [{ ...parcel(1200), contents: 'Schüssel, Größe 3' }],
  {
    reference: 'Käufer Nº 12 ✓',
    deliveryInstructions: 'Bitte klingeln, 3. Stock, Tür links',
  },
);
export const guessProblems: ShipmentProblem[] = [
  {
    part: 'recipient',
    field: 'company',
    stops: true,
    sentence: 'The company of the recipient "Café שלום" is not in Latin letters: write it anew, perhaps "Cafe shlvm"',
    guess: { written: 'Café שלום', sent: 'Cafe shlvm' },
  },
];
export const respellings: Respelling[] = [
  { part: 'recipient', field: 'name', written: 'Jürgen Groß', sent: 'Juergen Gross' },
  { part: 'recipient', field: 'street', written: 'Straße des 17. Juni', sent: 'Strasse des 17. Juni' },
  { part: 'shipment', field: 'reference', written: 'Käufer Nº 12 ✓', sent: 'Kaufer No 12 v' },
  {
    part: 'shipment',
    field: 'deliveryInstructions',
    written: 'Bitte klingeln, 3. Stock, Tür links',
    sent: 'Bitte klingeln, 3. Stock, Tuer links',
  },
  { part: 'parcel', index: 0, field: 'contents', written: 'Schüssel, Größe 3', sent: 'Schussel, Grosse 3' },
];
export const wrongSender = {
  ...sender,
  phone: '',
  email: 'verzending',
  city: 'Ann Arbor',
  country: 'US',
  postalCode: '48104',
  street2: 'שלום',
};
export const senderProblems: ShipmentProblem[] = [
  { part: 'sender', field: 'phone', stops: true, sentence: 'The phone number of the sender is missing' },
  { part: 'sender', field: 'email', stops: true, sentence: '"verzending" is no e-mail address of the sender' },
  {
    part: 'sender',
    field: 'province',
    stops: true,
    sentence: 'US needs the official code of a state or province',
  },
  {
    part: 'sender',
    field: 'street2',
    stops: true,
    sentence: 'The second address line of the sender "שלום" is not in Latin letters: write it anew, perhaps "shlvm"',
  },
];
