import type { Address } from '../../shared/address.ts';
import type { OrderPlace, ProblemPlace, Respelling, ShipmentProblem } from '../../shared/shipment-check.ts';
import type { Shipment } from '../bench/ports/courier.ts';
import { toAscii } from './ascii.ts';

const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  company: 'company',
  street: 'street',
  houseNumber: 'house number',
  street2: 'second address line',
  street3: 'third address line',
  postalCode: 'postal code',
  city: 'city',
  province: 'province',
  phone: 'phone number',
  email: 'e-mail address',
  eori: 'EORI number',
};

/** One text of a request, where it stands, what a person calls it and whose spelling it follows. */
interface PlacedText<Place extends ProblemPlace> {
  readonly place: Place;
  readonly field: string;
  readonly name: string;
  readonly written: string;
  readonly country: string;
}

function addressTexts<Place extends ProblemPlace>(place: Place, whose: string, written: Address): PlacedText<Place>[] {
  return Object.entries(fieldNames).map(([field, name]) => ({
    place,
    field,
    name: `${name} of the ${whose}`,
    written: written[field as keyof Address],
    country: written.country,
  }));
}

function orderTexts({ sender: { country }, order }: Shipment): PlacedText<OrderPlace>[] {
  const { recipient, thirdParties, reference, deliveryInstructions, customsCosts, parcels } = order;
  const text = (place: OrderPlace, field: string, name: string, written: string, spelling = country): PlacedText<OrderPlace> => ({
    place,
    field,
    name,
    written,
    country: spelling,
  });
  return [
    ...addressTexts({ part: 'recipient' } as const, 'recipient', recipient),
    ...thirdParties.flatMap(({ type, address }, index) =>
      addressTexts({ part: 'third-party', index } as const, type.toLowerCase(), address),
    ),
    text({ part: 'shipment' }, 'reference', 'reference', reference),
    text({ part: 'shipment' }, 'deliveryInstructions', 'delivery instructions', deliveryInstructions, recipient.country),
    text({ part: 'customs-costs' }, 'exportDeclaration', 'export declaration', customsCosts.exportDeclaration),
    ...parcels.flatMap((parcel, index) => [
      text({ part: 'parcel', index }, 'contents', 'description of the contents', parcel.contents),
      ...parcel.products.flatMap((product, at) => {
        const place = { part: 'product', parcel: index, index: at } as const;
        return [text(place, 'code', 'product code', product.code), text(place, 'description', 'product description', product.description)];
      }),
    ]),
  ];
}

/**
 * Texts that cannot go out in the service's letters: nothing or only signs would be left, the sounds would be a guess (kanji, Hebrew),
 * or it is a mailbox, which spelt otherwise is somebody else's. A person writes them anew; the program never sends its guess.
 */
export const textProblems = (shipment: Shipment): ShipmentProblem[] => [
  ...senderTextProblems(shipment.sender),
  ...orderTexts(shipment).flatMap(textProblem),
];

/** The same for a sender alone. */
export const senderTextProblems = (sender: Address): ShipmentProblem[] =>
  addressTexts({ part: 'sender' } as const, 'sender', sender).flatMap(textProblem);

/** The texts of an order that go out in other letters than they were written in. */
export const respellings = (shipment: Shipment): Respelling[] =>
  orderTexts(shipment).flatMap(({ place, field, name, written, country }) => {
    const sent = toAscii(written, country).text;
    if (sent === written.trim().replace(/ +/g, ' ') || unsendable(written, country, name, field === 'email') !== undefined) return [];
    return [{ ...place, field, written, sent }];
  });

/** One problem or none. */
function textProblem({ place, field, name, written, country }: PlacedText<ProblemPlace>): ShipmentProblem[] {
  const sentence = unsendable(written, country, name, field === 'email');
  if (sentence === undefined) return [];
  const sent = toAscii(written, country).text;
  return [{ ...place, field, stops: true, sentence, ...(field !== 'email' && /[A-Za-z0-9]/.test(sent) && { guess: { written, sent } }) }];
}

/** Why a text cannot go out, or undefined where it can. */
export function unsendable(written: string, country: string, name: string, isMailbox = false): string | undefined {
  if (!/[^ -~]/.test(written.trim())) return undefined;
  const { text, doubtful } = toAscii(written, country);
  if (!/[A-Za-z0-9]/.test(text)) return `Nothing would be left of the ${name} "${written}" in plain letters: write it in Latin letters`;
  if (isMailbox) return `The ${name} "${written}" has letters that the service cannot take: correct it or leave it out`;
  return doubtful ? `The ${name} "${written}" is not in Latin letters: write it anew, perhaps "${text}"` : undefined;
}
