import { type FieldReader, type Reading, readFields } from './field-reader.ts';
import type { Fields } from './fields.ts';
import { isCountry, provinceCodes, usesPostalCodes } from './geography.ts';
import type { CustomsCosts, Party, Shipment, ShipmentItem, ShipmentProduct, ThirdParty } from './shipment.ts';

/** Reads one address. `prefix` is `o_`, `d_`, or empty for a third party. */
function readParty(reader: FieldReader, prefix: string): Party {
  const optional = (name: string): string => reader.text(prefix + name);
  const mandatory = (name: string): string => reader.mandatory(prefix + name);
  const party: Party = {
    company: optional('company'),
    name: mandatory('name'),
    email: optional('email'),
    phone: mandatory('phone'),
    street1: mandatory('street_1'),
    street2: optional('street_2'),
    street3: optional('street_3'),
    streetNo: mandatory('street_no'),
    postal: optional('postal'),
    city: mandatory('city'),
    province: optional('province').toUpperCase(),
    country: reader.country(`${prefix}country`, 'mandatory'),
    eori: optional('eori'),
  };
  const { country } = party;
  if (isCountry(country) && usesPostalCodes(country) && party.postal === '')
    reader.complain(`${prefix}postal`, `is mandatory for ${country}`);
  const provinces = provinceCodes(country);
  if (provinces && !provinces.has(party.province)) {
    reader.complain(`${prefix}province`, `must be an official state or province code of ${country}`);
  }
  if (party.email !== '' && !/^[^@\s]+@[^@\s]+$/.test(party.email)) reader.complain(`${prefix}email`, 'is not an e-mail address');
  return party;
}

function readProduct(reader: FieldReader): ShipmentProduct {
  const quantity = reader.decimal('quantity', 'positive', 'mandatory');
  if (!Number.isInteger(quantity)) reader.complain('quantity', 'must be a whole number');
  return {
    quantity,
    productCode: reader.mandatory('product_code'),
    originCountry: reader.country('o_country', 'mandatory'),
    weightKg: reader.decimal('weight', 'zero', 'mandatory'),
    description: reader.mandatory('description'),
    value: reader.decimal('value', 'zero', 'mandatory'),
    currency: reader.currency('value_currency', 'mandatory'),
    hsCode: reader.mandatory('hs_code'),
  };
}

function readItem(reader: FieldReader): ShipmentItem {
  return {
    contents: reader.mandatory('contents'),
    value: reader.decimal('value', 'zero', 'mandatory'),
    currency: reader.currency('value_currency', 'optional'),
    weightKg: reader.decimal('weight', 'positive', 'mandatory'),
    lengthCm: reader.decimal('length', 'positive', 'mandatory'),
    widthCm: reader.decimal('width', 'positive', 'mandatory'),
    heightCm: reader.decimal('height', 'positive', 'mandatory'),
    hsCode: reader.text('hs_code'),
    products: reader.list('products', readProduct),
  };
}

function readThirdParty(reader: FieldReader): ThirdParty {
  const type = reader.choice('type', ['Broker', 'Importer', 'Notifying Party'], 'mandatory') ?? 'Broker';
  return { type, ...readParty(reader, '') };
}

function readCustoms(reader: FieldReader): CustomsCosts {
  return {
    transportCosts: reader.decimal('transport_costs', 'zero', 'optional'),
    insuranceCosts: reader.decimal('insurance_costs', 'zero', 'optional'),
    otherCosts: reader.decimal('other_costs', 'zero', 'optional'),
    exportDeclaration: reader.text('export_declaration'),
  };
}

/** Reads and validates the shipment of a `quote`. Use the result only if no problem was found. */
export function readShipment(fields: Fields, reading: Reading): Shipment {
  const reader = readFields(fields, '', reading);
  return {
    sender: readParty(reader, 'o_'),
    recipient: readParty(reader, 'd_'),
    preferredDate: reader.date('o_date', 'optional'),
    type: reader.choice('type', ['Parcel', 'Document', 'Pallet'], 'mandatory') ?? 'Parcel',
    reference: reader.text('reference'),
    inco: reader.choice('inco', ['DAP', 'DDP'], 'optional') ?? 'DAP',
    stackable: reader.flag('stackable'),
    hasBatteries: reader.flag('has_batteries'),
    ownCustomsInvoice: reader.flag('own_customs_invoice'),
    deliveryInstructions: reader.text('delivery_instructions'),
    returnService: reader.mandatory('return_service') !== '' && reader.flag('return_service'),
    items: reader.list('items', readItem, 'at least one item'),
    thirdParties: reader.list('third_party', readThirdParty),
    customs: reader.list('customs', readCustoms),
  };
}
