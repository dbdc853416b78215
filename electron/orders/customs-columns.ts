import { type Address, emptyAddress } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { type CustomsCosts, hsDigits, isHsCode, type Product, type ThirdParty, thirdPartyTypes } from '../../shared/customs.ts';
import { isNoNumber, noNumberWord } from '../../shared/delivery-place.ts';
import { readGrams } from '../../shared/units.ts';
import { amountIn, type Cells, cell, isUnread, readStreet, type Unread, unread } from './layout.ts';

// Columns that only customs documents need: `product_…` describes one product of the parcel, `third_party_…` repeats the address columns
// for a party other than the recipient. Each reader returns what it found, or why the row cannot be read.

function anyOf(cells: Cells, prefix: string): boolean {
  for (const name of cells.keys()) if (name.startsWith(prefix) && cells.get(name) !== '') return true;
  return false;
}

/** Returns the product of a row, or null if it has none. Weight and value are per piece. */
export function readProduct(cells: Cells, currency: string): Product | null | Unread {
  if (!anyOf(cells, 'product_')) return null;
  const at = (name: string): string => cell(cells, `product_${name}`);
  const quantity = at('quantity') || '1';
  if (!/^[1-9]\d{0,5}$/.test(quantity)) return unread({ code: 'product-quantity-malformed', written: quantity });
  const weightGrams = readGrams(at('weight_kg'));
  if (at('weight_kg') !== '' && weightGrams === undefined) return unread({ code: 'product-weight-malformed', written: at('weight_kg') });
  const hsCode = readHsCode(at('hs_code'));
  if (hsCode === undefined) return unread({ code: 'row-hs-code-malformed', written: at('hs_code') });
  const value = amountIn(cells, 'product_value', currency);
  if (isUnread(value)) return value;
  return {
    quantity: Number(quantity),
    code: at('code'),
    originCountry: countryCode(at('origin')),
    weightGrams: weightGrams ?? null,
    description: at('description'),
    value,
    hsCode,
  };
}

/** Returns the third party of a row, or null if it has none. */
export function readThirdParty(cells: Cells): ThirdParty | null | Unread {
  if (!anyOf(cells, 'third_party_')) return null;
  const at = (name: string): string => cell(cells, `third_party_${name}`);
  const type = thirdPartyTypes.find((each) => each.toLowerCase() === at('type').toLowerCase());
  if (!type) return unread({ code: 'third-party-not-known', written: at('type') });
  return { type, address: readAddress(at) };
}

/** Returns the costs and the declaration that the customs invoice shows besides the goods, in the currency of the goods. */
export function readCustomsCosts(cells: Cells, currency: string): CustomsCosts | Unread {
  const transport = amountIn(cells, 'transport_costs', currency);
  if (isUnread(transport)) return transport;
  const insurance = amountIn(cells, 'insurance_costs', currency);
  if (isUnread(insurance)) return insurance;
  const other = amountIn(cells, 'other_costs', currency);
  if (isUnread(other)) return other;
  return { transport, insurance, other, exportDeclaration: cell(cells, 'export_declaration') };
}

/** Returns the digits without dots and spaces; undefined if they are not an HS code. */
export function readHsCode(text: string): string | undefined {
  const digits = hsDigits(text);
  return digits === '' || isHsCode(digits) ? digits : undefined;
}

/** Reads an address from columns; `at` adds the prefix to their names. */
export function readAddress(at: (name: string) => string): Address {
  const country = countryCode(at('country'));
  const street = at('street');
  const houseNumber = at('house_number');
  const street2 = at('street_2');
  return {
    ...emptyAddress,
    name: at('name') || at('company'),
    company: at('company'),
    ...(houseNumber ? { ...withWrittenNumber(street, houseNumber, country), street2 } : readStreet(street, street2, country)),
    street3: at('street_3'),
    postalCode: at('postal_code'),
    city: at('city'),
    province: at('province'),
    country,
    phone: at('phone'),
    email: at('email'),
    eori: at('eori'),
  };
}

/** A dash in the house number column means that there is no number. */
const withWrittenNumber = (street: string, written: string, country: string): Pick<Address, 'street' | 'houseNumber'> => ({
  street,
  houseNumber: isNoNumber(written) ? noNumberWord(country) : written,
});
