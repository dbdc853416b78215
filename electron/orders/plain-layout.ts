import { type Address, emptyAddress } from '../../shared/address.ts';
import { emptyParcel, type Parcel, readGrams } from '../../shared/order.ts';
import { countryCode } from './country.ts';
import { type Cells, cell, type Layout, readAmount, readKey, readStreet } from './layout.ts';

/**
 * Our own layout, for CSV and JSON. Only `order` must be filled; what else is missing is asked at the bench. One row is one parcel:
 * rows with the same `order` are parcels of one shipment, and the address of the first counts.
 *
 *   order, name, company, street, house_number, street_2, postal_code, city, province, country, phone, email,
 *   weight_kg, length_cm, width_cm, height_cm, contents, value, currency, reference, note, hs_code
 *
 * `street` may hold the house number when `house_number` is empty. `country` is a code or a name. `weight_kg` is the whole parcel.
 */
export const plainColumns: readonly string[] = (
  'order name company street house_number street_2 postal_code city province country phone email ' +
  'weight_kg length_cm width_cm height_cm contents value currency reference note hs_code'
).split(' ');

export const isPlain = (columns: ReadonlySet<string>): boolean =>
  columns.has('order') && ['name', 'street', 'city', 'country', 'postal_code'].filter((name) => columns.has(name)).length >= 2;

export const plainLayout: Layout = (cells, orders, source) => {
  const read = readKey(cell(cells, 'order'));
  if ('reason' in read) return read.reason;
  const { key } = read;
  const parcel = readParcel(cells);
  if (typeof parcel === 'string') return parcel;
  const recipient = readRecipient(cells);
  const known = orders.get(key);
  if (known && !sameOrUnsaid(known.recipient, recipient)) return `Order ${key} stands in this file with another recipient before`;
  orders.set(
    key,
    known
      ? { ...known, parcels: [...known.parcels, parcel] }
      : {
          key,
          source,
          reference: cell(cells, 'reference'),
          recipient,
          lines: [],
          parcels: [parcel],
          noteForPacker: cell(cells, 'note'),
          deliveryInstructions: '',
        },
  );
  return undefined;
};

function readRecipient(cells: Cells): Address {
  const country = countryCode(cell(cells, 'country'));
  const street = cell(cells, 'street');
  const houseNumber = cell(cells, 'house_number');
  const street2 = cell(cells, 'street_2');
  return {
    ...emptyAddress,
    name: cell(cells, 'name') || cell(cells, 'company'),
    company: cell(cells, 'company'),
    ...(houseNumber ? { street, houseNumber, street2 } : readStreet(street, street2, country)),
    postalCode: cell(cells, 'postal_code'),
    city: cell(cells, 'city'),
    province: cell(cells, 'province'),
    country,
    phone: cell(cells, 'phone'),
    email: cell(cells, 'email'),
  };
}

const sameOrUnsaid = (known: Address, again: Address): boolean =>
  (['name', 'street', 'houseNumber', 'postalCode', 'city', 'country'] as const).every(
    (field) => again[field] === '' || again[field] === known[field],
  );

/** A parcel, or why the row cannot be read. An empty cell is a fact nobody has given yet. */
function readParcel(cells: Cells): Parcel | string {
  const weight = cell(cells, 'weight_kg');
  const weightGrams = readGrams(weight);
  if (weight !== '' && weightGrams === undefined) return `The weight "${weight}" is not a number of kilograms`;
  const sizes: (number | null)[] = [];
  for (const name of ['length_cm', 'width_cm', 'height_cm']) {
    const size = cell(cells, name);
    if (size !== '' && !/^\d{1,4}(?:[.,]\d{1,2})?$/.test(size)) return `${name} "${size}" is not a number of centimetres`;
    sizes.push(Number(size.replace(',', '.')) || null);
  }
  const [lengthCm = null, widthCm = null, heightCm = null] = sizes;
  const value = cell(cells, 'value');
  const currency = cell(cells, 'currency');
  const amount = readAmount(value, currency);
  // A value without a currency is asked; one that is no number in its currency is a mistake in the file.
  if (value !== '' && (currency !== '' ? !amount : !readAmount(value, 'EUR'))) return `The value "${value} ${currency}" cannot be read`;
  const hsCode = cell(cells, 'hs_code').replace(/[\s.]/g, '');
  if (hsCode !== '' && !/^\d{6,10}$/.test(hsCode)) return `The HS code "${cell(cells, 'hs_code')}" does not have 6 to 10 digits`;
  return {
    ...emptyParcel,
    weightGrams: weightGrams ?? null,
    lengthCm,
    widthCm,
    heightCm,
    contents: cell(cells, 'contents'),
    value: amount ?? null,
    hsCode,
  };
}
