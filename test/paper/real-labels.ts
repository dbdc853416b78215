import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Address, emptyAddress } from '../../shared/address.ts';
import type { PaperFormat } from '../../shared/printer.ts';
import { addressOf } from '../fixtures/address.ts';
import { words } from '../words.ts';

const folder = fileURLToPath(new URL('../../../shared/labels', import.meta.url));
const fieldFolder = fileURLToPath(new URL('../../../shared/field', import.meta.url));

export const haveRealLabels = existsSync(folder) && existsSync(fieldFolder);
if (!haveRealLabels) console.log('Real courier labels (../shared/labels, ../shared/field) are not here: their tests are skipped.');

export interface RealLabel {
  readonly name: string;
  readonly bytes: Uint8Array;
}
export const realLabels: readonly RealLabel[] = !haveRealLabels
  ? []
  : readdirSync(folder)
      .filter((name) => name.endsWith('.zpl'))
      .sort()
      .map((name) => ({ name, bytes: new Uint8Array(readFileSync(`${folder}/${name}`)) }));

export function realLabel(name: string): Uint8Array {
  const label = realLabels.find((one) => one.name === `${name}.zpl`);
  if (!label) throw new Error(`no label ${name}`);
  return label.bytes;
}

/** The shop that sends the orders of the first sixteen. */
export const sender = addressOf('Merchant AB | | Test Street | 1 | 13000 | Osterhaninge | SE');
/** Their recipients: name, street, number, postal code and country; two labels show their addresses as pictures. */
export const recipients: readonly (readonly [string, string, string, string, string, string])[] = [
  ['zebrash-ups', 'Test Receiver', 'Test Street', '2', '5000', 'AT'],
  ['binarykits-example10-102x152', 'Some Persone', 'Street', '17 E', '09999', 'DE'],
  ['binarykits-example12-102x152', 'Ship To Attn Name', 'Queen St', '34', '21093', 'US'],
  ['friendly-international-paperless-1', 'Jane Doe', 'Schoenhauser Allee', '6/7', '10119', 'DE'],
  ['friendly-reference-number-success-1', 'Jane Doe', 'Lovely Street', '11', '10050-1234', 'US'],
  ['zebrash-amazon', 'Test Receiver', 'Sample Road', '1', '29000', 'US'],
  ['zebrash-dbs', 'Ingrid Tester', 'Stargatan', '1', '532 38', 'SE'],
  ['zebrash-dhlecommercetr', 'Test Customer', 'Karadeniz Mahallesi 1144 Sokak No', '25', '34000', 'TR'],
  ['zebrash-dpdpl', 'DPD PL Receiver', 'Daniszewska', '14', '03-230', 'PL'],
  ['zebrash-fedex', 'Test Receiver', 'S 160th St', '5000', '11111', 'US'],
  ['zebrash-glscz', 'Szerencse Sziget Lottozo', 'Fo ut', '4/a', '2351', 'HU'],
  ['zebrash-pocztex', 'Pocztex Automat', 'Wyzwolenia', '106', '85-790', 'PL'],
  ['zebrash-posten', 'Test Receiver', 'Vestliveien', '1', '4326', 'NO'],
  ['zebrash-swisspost', 'Test Receiver', 'Test Street', '2', '0001', 'CH'],
];
const pictures = ['zebrash-bstc', 'zebrash-dhlpaket'] as const;

export interface RealCase {
  readonly file: string;
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
  readonly to: Address;
  readonly from: Address;
  readonly parcels: number;
}

interface CaseRow {
  readonly file: string;
  readonly parcels?: number;
  readonly to: Partial<Address>;
  readonly from: Partial<Address>;
}

/** Every label that is available here, with the order it was made for. */
export function realCases(): readonly RealCase[] {
  if (!haveRealLabels) return [];
  const first = [
    ...recipients.map(([file, name, street, houseNumber, postalCode, country]) => ({
      file,
      to: { name, street, houseNumber, postalCode, country },
    })),
    ...pictures.map((file) => ({
      file,
      to: { name: 'Test Customer', street: 'Teststr.', houseNumber: '1', postalCode: '10115', country: 'DE' },
    })),
  ].map(
    ({ file, to }): RealCase => ({ file, format: 'ZPL', bytes: realLabel(file), to: { ...emptyAddress, ...to }, from: sender, parcels: 1 }),
  );
  return [...first, ...casesIn(`${folder}/second`), ...casesIn(fieldFolder).filter(({ file }) => !file.endsWith('.epl'))];
}

function casesIn(from: string): readonly RealCase[] {
  const rows = JSON.parse(readFileSync(`${from}/cases.json`, 'utf8')) as readonly CaseRow[];
  return rows.map(
    ({ file, parcels = 1, to, from: sender }): RealCase => ({
      file,
      format: file.endsWith('.pdf') ? 'PDF' : 'ZPL',
      bytes: new Uint8Array(readFileSync(`${from}/${file}`)),
      to: { ...emptyAddress, ...to },
      from: { ...emptyAddress, ...sender },
      parcels,
    }),
  );
}

export function realCase(file: string): RealCase {
  const found = realCases().find((one) => one.file === file);
  if (!found) throw new Error(`no label ${file}`);
  return found;
}

/** Fifteen of every courier and every kind of code, for slow tests. */
export const printedLabels = {
  ZPL: [
    ...words('binarykits-example10-102x152 binarykits-example12-102x152 zebrash-amazon zebrash-bstc zebrash-dhlpaket'),
    ...words('zebrash-fedex zebrash-glscz zebrash-swisspost amazon-shipping-it.zpl auspost.zpl dhl-parcel-uk.zpl gls-de.zpl'),
    ...words('usps-evs.zpl'),
  ],
  PDF: ['postnl-a6-landscape.pdf', 'dhl-express-2-pieces-doc.pdf'],
} as const;
