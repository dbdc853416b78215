import { isCountry, provinceCodes, usesPostalCodes } from './geography.ts';
import type { ConsignmentType, Party, Shipment, ShipmentItem, ShipmentProduct } from './shipment.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text field: trimmed, numbers written out, an empty text when absent. */
export function textOf(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return '';
}

/** A list, also when it came as an object with its entries as values or as one lone entry. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isFields(value)) {
    const entries = Object.values(value);
    return entries.length > 0 && entries.every(isFields) ? entries : [value];
  }
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** The path of every text that holds something else than ASCII. */
export function nonAsciiPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return /\P{ASCII}/u.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => nonAsciiPaths(inner, path === '' ? key : `${path}.${key}`));
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** A switch: 1 or 0, as number or text; absent is 0. */
export function switchOf(fields: Fields, name: string, problems: string[]): boolean {
  const value = fields[name];
  if (value === undefined || value === null || value === '' || value === 0 || value === '0' || value === false) return false;
  if (value === 1 || value === '1' || value === true) return true;
  problems.push(`${name} must be 1 or 0`);
  return false;
}

function decimal(fields: Fields, name: string, where: string, problems: string[], least: 'positive' | 'zero'): number {
  const text = textOf(fields, name);
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (text === '') problems.push(`${where}${name} is mandatory`);
  else if (Number.isNaN(value) || (least === 'positive' && value === 0)) {
    problems.push(`${where}${name} must be a ${least === 'positive' ? 'positive ' : ''}decimal number`);
  }
  return Number.isNaN(value) ? 0 : value;
}

/** Reads one address. `prefix` is `o_`, `d_` or, for a third party, empty. */
function readParty(fields: Fields, prefix: string, where: string, problems: string[]): Party {
  const at = (name: string): string => textOf(fields, prefix + name);
  const label = (name: string): string => `${where}${prefix}${name}`;
  for (const name of ['name', 'phone', 'street_1', 'street_no', 'city', 'country']) {
    if (at(name) === '') problems.push(`${label(name)} is mandatory`);
  }
  const country = at('country').toUpperCase();
  if (country !== '') {
    if (!isCountry(country)) problems.push(`${label('country')} "${country}" is not an ISO country code`);
    else if (usesPostalCodes(country) && at('postal') === '') problems.push(`${label('postal')} is mandatory for ${country}`);
    const provinces = provinceCodes(country);
    if (provinces && !provinces.has(at('province').toUpperCase())) {
      problems.push(`${label('province')} must be an official state or province code of ${country}`);
    }
  }
  const email = at('email');
  if (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email)) problems.push(`${label('email')} is not an e-mail address`);
  return {
    company: at('company'),
    name: at('name'),
    email,
    phone: at('phone'),
    street1: at('street_1'),
    street2: at('street_2'),
    street3: at('street_3'),
    streetNo: at('street_no'),
    postal: at('postal'),
    city: at('city'),
    province: at('province').toUpperCase(),
    country,
    eori: at('eori'),
  };
}

function currencyOf(fields: Fields, where: string, mandatory: boolean, problems: string[]): string {
  const currency = textOf(fields, 'value_currency').toUpperCase();
  if (currency === '' && mandatory) problems.push(`${where}value_currency is mandatory`);
  if (currency !== '' && !/^[A-Z]{3}$/.test(currency)) problems.push(`${where}value_currency "${currency}" is not a currency code`);
  return currency === '' ? 'EUR' : currency;
}

function readProduct(value: unknown, where: string, problems: string[]): ShipmentProduct | undefined {
  if (!isFields(value)) {
    problems.push(`${where.slice(0, -1)} must be an object`);
    return undefined;
  }
  for (const name of ['product_code', 'o_country', 'description', 'hs_code']) {
    if (textOf(value, name) === '') problems.push(`${where}${name} is mandatory`);
  }
  return {
    quantity: decimal(value, 'quantity', where, problems, 'positive'),
    productCode: textOf(value, 'product_code'),
    originCountry: textOf(value, 'o_country').toUpperCase(),
    weightKg: decimal(value, 'weight', where, problems, 'zero'),
    description: textOf(value, 'description'),
    value: decimal(value, 'value', where, problems, 'zero'),
    currency: currencyOf(value, where, true, problems),
    hsCode: textOf(value, 'hs_code'),
  };
}

function readItem(value: unknown, index: number, problems: string[]): ShipmentItem | undefined {
  const where = `items[${index}].`;
  if (!isFields(value)) {
    problems.push(`items[${index}] must be an object`);
    return undefined;
  }
  if (textOf(value, 'contents') === '') problems.push(`${where}contents is mandatory`);
  return {
    contents: textOf(value, 'contents'),
    value: decimal(value, 'value', where, problems, 'zero'),
    currency: currencyOf(value, where, false, problems),
    weightKg: decimal(value, 'weight', where, problems, 'positive'),
    lengthCm: decimal(value, 'length', where, problems, 'positive'),
    widthCm: decimal(value, 'width', where, problems, 'positive'),
    heightCm: decimal(value, 'height', where, problems, 'positive'),
    hsCode: textOf(value, 'hs_code'),
    products: listOf(value['products']).flatMap((product, at) => readProduct(product, `${where}products[${at}].`, problems) ?? []),
  };
}

const consignmentTypes: Readonly<Record<string, ConsignmentType>> = { parcel: 'Parcel', document: 'Document', pallet: 'Pallet' };

/** Reads and judges the shipment of a `quote`; the shipment may only be used when there are no problems. */
export function readShipment(fields: Fields, today: string): { readonly shipment: Shipment; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const sender = readParty(fields, 'o_', '', problems);
  const recipient = readParty(fields, 'd_', '', problems);
  const typeText = textOf(fields, 'type');
  const type = consignmentTypes[typeText.toLowerCase()];
  if (typeText === '') problems.push('type is mandatory');
  else if (!type) problems.push(`type "${typeText}" must be Parcel, Document or Pallet`);
  const preferredDate = textOf(fields, 'o_date');
  if (preferredDate !== '' && !isDate(preferredDate)) problems.push(`o_date "${preferredDate}" must have the form YYYY-MM-DD`);
  else if (preferredDate !== '' && preferredDate < dayBefore(today)) problems.push(`o_date "${preferredDate}" is in the past`);
  const inco = textOf(fields, 'inco').toUpperCase();
  if (inco !== '' && inco !== 'DAP' && inco !== 'DDP') problems.push(`inco "${inco}" must be DAP or DDP`);
  if (textOf(fields, 'return_service') === '') problems.push('return_service is mandatory');
  switchOf(fields, 'stackable', problems);
  switchOf(fields, 'has_batteries', problems);
  const items = listOf(fields['items']);
  if (items.length === 0) problems.push('items is mandatory: at least one item');
  listOf(fields['third_party']).forEach((party, index) => {
    if (!isFields(party)) return void problems.push(`third_party[${index}] must be an object`);
    if (!['broker', 'importer', 'notifying party'].includes(textOf(party, 'type').toLowerCase())) {
      problems.push(`third_party[${index}].type must be Broker, Importer or Notifying Party`);
    }
    readParty(party, '', `third_party[${index}].`, problems);
  });
  listOf(fields['customs']).forEach((customs, index) => {
    if (!isFields(customs)) return void problems.push(`customs[${index}] must be an object`);
    for (const name of ['transport_costs', 'insurance_costs', 'other_costs']) {
      if (textOf(customs, name) !== '') decimal(customs, name, `customs[${index}].`, problems, 'zero');
    }
  });
  const shipment: Shipment = {
    sender,
    recipient,
    preferredDate,
    type: type ?? 'Parcel',
    reference: textOf(fields, 'reference'),
    inco: inco === 'DDP' ? 'DDP' : 'DAP',
    deliveryInstructions: textOf(fields, 'delivery_instructions'),
    returnService: switchOf(fields, 'return_service', problems),
    ownCustomsInvoice: switchOf(fields, 'own_customs_invoice', problems),
    items: items.flatMap((item, index) => readItem(item, index, problems) ?? []),
  };
  return { shipment, problems };
}

/** A bench west of Greenwich may still have yesterday's date. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
