import type { labelLines } from '../../../shared/address.ts';
import type { OtherWay } from '../../../shared/order-plan.ts';
import type { FactToAgree, PlanReason } from '../../../shared/plan-reason.ts';
import { countryName, todayOrMoment } from '../format.ts';
import type { Sentences } from '../sentences.ts';

const lineNames: Record<(typeof labelLines)[number], string> = {
  name: 'name',
  company: 'company',
  street: 'street',
  houseNumber: 'house number',
  street2: 'second line',
  street3: 'third line',
  postalCode: 'postal code',
  city: 'city',
  province: 'province',
  country: 'country',
};

const factNames: Record<FactToAgree, string> = {
  sender: 'sender',
  type: 'type of shipment',
  incoterms: 'incoterms',
  invoice: 'customs invoice',
  'return-label': 'return label',
  date: 'collection day',
  place: 'kind of address',
  'shipping-method': 'shipping method that the customer chose',
};

export const wayNames: Record<OtherWay, string> = {
  letter: 'Letter',
  'own-vehicle': 'Own vehicle',
  collected: 'Collected by the customer',
  other: 'Another way',
};

export const planReasons: Sentences<PlanReason> = {
  'held-here': ({ by, at, why }) => `Held by ${by || 'somebody'} since ${todayOrMoment(at)}${why ? `: ${why}` : ''}`,
  'shipped-otherwise': ({ by, at, way, note }) =>
    `${wayNames[way]}, recorded by ${by || 'somebody'} (${todayOrMoment(at)})${note ? `: ${note}` : ''}`,
  'change-unread': ({ bench, at }) => `Bench ${bench} changed it (${todayOrMoment(at)})`,
  'was-unread': ({ bench, at }) =>
    `Bench ${bench} changed it (${todayOrMoment(at)}), and the change never arrived here: ask that bench or the shop what changed, including the address`,
  'address-changed': ({ lines }) =>
    `Another address than before: ${lines.map(({ line, was, now }) => `${lineNames[line]} "${now}", was "${was}"`).join('; ')}`,
  'facts-differ': ({ fact }) => `They differ in the ${factNames[fact]}`,
  'not-one-parcel': ({ key }) => `${key} is not packed as one parcel, or a person has to decide which of its items are still to be sent`,
  'own-customs': ({ key }) => `${key} has customs costs or other parties of its own`,
  'shares-parcel': ({ key }) => `${key} shares its parcel with another order`,
  'ships-again': ({ key }) => `${key} is shipped again, with all its items`,
  'return-number-taken': ({ key }) => `The number ${key} is too long, or "${key} (return)" is an order of its own`,
  'return-without-sender': () => 'Setup no longer has the sender of this shipment, so the return has no address',
  'return-label-set-aside': () => 'The label of this shipment was closed, so no parcel left with it',
  'return-over-border': ({ from, to }) =>
    `It would pass customs from ${countryName(from)} to ${countryName(to)}, and the service has no fields to declare returned goods`,
  'held-after-deletion': ({ by, at }) => `${by || 'Another bench'} deleted it (${todayOrMoment(at)}), and a file has brought it again`,
};
