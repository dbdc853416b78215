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
  { part: 'shipment', field: 'preferredDate', stops: true, why: { code: 'preferred-date-malformed', written: '2026-02-30' } },
  { part: 'product', parcel: 0, index: 1, field: 'hsCode', stops: true, why: { code: 'product-fact-missing', fact: 'hsCode', product: 2 } },
];

export const respelt = order(
  'ORD-48226',
  { ...people.jurgen, company: 'Café שלום' },
  [{ ...parcel(1200), contents: 'Schüssel, Größe 3' }],
  { reference: 'Käufer Nº 12 ✓', deliveryInstructions: 'Bitte klingeln, 3. Stock, Tür links' },
);
export const guessProblems: ShipmentProblem[] = [
  {
    part: 'recipient',
    field: 'company',
    stops: true,
    why: { code: 'not-in-latin-letters', which: { fact: 'company', of: 'recipient' }, written: 'Café שלום', spelt: 'Cafe shlvm' },
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
  { part: 'sender', field: 'phone', stops: true, why: { code: 'address-fact-missing', fact: 'phone', of: 'sender' } },
  { part: 'sender', field: 'email', stops: true, why: { code: 'email-malformed', of: 'sender', written: 'verzending' } },
  { part: 'sender', field: 'province', stops: true, why: { code: 'province-missing', country: 'US' } },
  {
    part: 'sender',
    field: 'street2',
    stops: true,
    why: { code: 'not-in-latin-letters', which: { fact: 'street2', of: 'sender' }, written: 'שלום', spelt: 'shlvm' },
  },
];
