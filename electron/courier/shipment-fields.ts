import type { Address } from '../../shared/address.ts';
import type { CustomsCosts, Product } from '../../shared/customs.ts';
import { type Parcel, usualShipment } from '../../shared/order.ts';
import { kilogramDigits, moneyDigits } from '../../shared/units.ts';
import type { Shipment } from '../bench/ports/courier.ts';
import { addressInAscii, toAscii } from './ascii.ts';
import { flagWire, given } from './wire.ts';

/**
 * Builds the shipment for `quote`. Throws if a parcel lacks a fact: the bench asks for all of them before. `text-check.ts` checks the texts
 * that are respelt here for guesses.
 */
export function shipmentFields({ sender, order }: Shipment): Record<string, unknown> {
  const text = (written: string): string => toAscii(written, sender.country).text;
  const customs = customsWire(order.customsCosts, text);
  return {
    ...prefixed('o_', partyWire(sender)),
    ...prefixed('d_', partyWire(order.recipient)),
    type: order.consignmentType ?? usualShipment.consignmentType,
    inco: order.incoterms ?? usualShipment.incoterms,
    return_service: flagWire(order.returnLabel ?? usualShipment.returnLabel),
    ...given({
      // The order key is the only link from the service's side back to an order whose booking was never answered.
      reference: text(order.reference) || keyReference(order.key, sender.country),
      delivery_instructions: toAscii(order.deliveryInstructions, order.recipient.country).text,
      o_date: order.preferredDate,
    }),
    // Sent only if true: it is not known whether the service treats 0 as absent.
    ...(order.stackable && { stackable: flagWire(true) }),
    ...(order.hasBatteries && { has_batteries: flagWire(true) }),
    ...(order.ownCustomsInvoice && { own_customs_invoice: flagWire(true) }),
    items: order.parcels.map((parcel) => itemWire(parcel, text)),
    ...(order.thirdParties.length > 0 && {
      third_party: order.thirdParties.map(({ type, address }) => ({ type, ...partyWire(address) })),
    }),
    ...(Object.keys(customs).length > 0 && { customs: [customs] }),
  };
}

/** Returns the key if its spelling is certain; otherwise leaves it out. */
function keyReference(key: string, country: string): string {
  const { text, doubtful } = toAscii(key, country);
  return doubtful ? '' : text;
}

const prefixed = (prefix: 'o_' | 'd_', fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]));

function partyWire(written: Address): Record<string, string> {
  const { address } = addressInAscii(written);
  return {
    name: address.name,
    phone: address.phone,
    street_1: address.street,
    street_no: address.houseNumber,
    city: address.city,
    country: address.country,
    ...given({
      company: address.company,
      email: address.email,
      street_2: address.street2,
      street_3: address.street3,
      postal: address.postalCode,
      province: address.province,
      eori: address.eori,
    }),
  };
}

function itemWire(parcel: Parcel, text: (written: string) => string): Record<string, unknown> {
  const { value, weightGrams, lengthCm, widthCm, heightCm } = parcel;
  if (value === null || weightGrams === null || lengthCm === null || widthCm === null || heightCm === null)
    throw new Error('A parcel without value, weight or size was about to be quoted');
  return {
    contents: text(parcel.contents),
    value: moneyDigits(value),
    value_currency: value.currency,
    weight: kilogramDigits(weightGrams),
    length: String(lengthCm),
    width: String(widthCm),
    height: String(heightCm),
    ...given({ hs_code: text(parcel.hsCode) }),
    ...(parcel.products.length > 0 && { products: parcel.products.map((product) => productWire(product, text)) }),
  };
}

function productWire(product: Product, text: (written: string) => string): Record<string, string> {
  if (product.value === null || product.weightGrams === null) throw new Error('A product without value or weight was about to be quoted');
  return {
    quantity: String(product.quantity),
    product_code: text(product.code),
    o_country: text(product.originCountry),
    weight: kilogramDigits(product.weightGrams),
    description: text(product.description),
    value: moneyDigits(product.value),
    value_currency: product.value.currency,
    hs_code: text(product.hsCode),
  };
}

const customsWire = (costs: CustomsCosts, text: (written: string) => string): Record<string, string> =>
  given({
    transport_costs: costs.transport ? moneyDigits(costs.transport) : '',
    insurance_costs: costs.insurance ? moneyDigits(costs.insurance) : '',
    other_costs: costs.other ? moneyDigits(costs.other) : '',
    export_declaration: text(costs.exportDeclaration),
  });
