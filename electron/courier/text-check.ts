import type { Address } from '../../shared/address.ts';
import type { OrderPlace, ProblemPlace, Respelling, ShipmentProblem } from '../../shared/shipment-check.ts';
import { addressFacts, type LetterReason, type Party, type SentText, type WhichText } from '../../shared/shipment-reason.ts';
import type { Shipment } from '../bench/ports/courier.ts';
import { isReadAsOtherLanguage, toAscii } from './ascii.ts';

/** All fields of an address that are sent as text. */
const addressTextFacts = addressFacts.exclude(['country']).options;

/** One text of a request: its place, which text it is, and the country whose spelling it follows. */
interface PlacedText<Place extends ProblemPlace> {
  readonly place: Place;
  readonly field: string;
  readonly which: WhichText;
  readonly written: string;
  readonly country: string;
}

function addressTexts<Place extends ProblemPlace>(place: Place, of: Party, written: Address): PlacedText<Place>[] {
  return addressTextFacts.map((fact) => ({
    place,
    field: fact,
    which: { fact, of },
    written: written[fact],
    country: written.country,
  }));
}

function orderTexts({ sender: { country }, order }: Shipment): PlacedText<OrderPlace>[] {
  const { recipient, thirdParties, reference, deliveryInstructions, customsCosts, parcels } = order;
  const text = (place: OrderPlace, field: string, which: SentText, written: string, spelling = country): PlacedText<OrderPlace> => ({
    place,
    field,
    which,
    written,
    country: spelling,
  });
  return [
    ...addressTexts({ part: 'recipient' } as const, 'recipient', recipient),
    ...thirdParties.flatMap(({ type, address }, index) => addressTexts({ part: 'third-party', index } as const, type, address)),
    text({ part: 'shipment' }, 'reference', 'reference', reference),
    text({ part: 'shipment' }, 'deliveryInstructions', 'deliveryInstructions', deliveryInstructions, recipient.country),
    text({ part: 'customs-costs' }, 'exportDeclaration', 'exportDeclaration', customsCosts.exportDeclaration),
    ...parcels.flatMap((parcel, index) => [
      text({ part: 'parcel', index }, 'contents', 'contents', parcel.contents),
      ...parcel.products.flatMap((product, at) => {
        const place = { part: 'product', parcel: index, index: at } as const;
        return [text(place, 'code', 'productCode', product.code), text(place, 'description', 'productDescription', product.description)];
      }),
    ]),
  ];
}

/**
 * Texts that cannot be sent in the service's characters: nothing or only punctuation would be left, the sounds would be a guess (kanji,
 * Hebrew), or it is an email address, which in another spelling belongs to another person. A person must rewrite them; the program never
 * sends its guess.
 */
export const textProblems = (shipment: Shipment): ShipmentProblem[] => [
  ...senderTextProblems(shipment.sender),
  ...orderTexts(shipment).flatMap(textProblem),
];

/** The same for a sender alone. */
export const senderTextProblems = (sender: Address): ShipmentProblem[] =>
  addressTexts({ part: 'sender' } as const, 'sender', sender).flatMap(textProblem);

/** Returns the texts of an order that are sent in another spelling than they were written in. */
export const respellings = (shipment: Shipment): Respelling[] =>
  orderTexts(shipment).flatMap(({ place, field, which, written, country }) => {
    const sent = toAscii(written, country).text;
    if (sent === written.trim().replace(/ +/g, ' ') || unsendable(which, written, country)) return [];
    return [{ ...place, field, written, sent }];
  });

function textProblem({ place, field, which, written, country }: PlacedText<ProblemPlace>): ShipmentProblem[] {
  const why = unsendable(which, written, country);
  return why ? [{ ...place, field, stops: true, why }] : [];
}

/** Returns why a text cannot be sent, or undefined if it can. */
export function unsendable(which: WhichText, written: string, country: string): LetterReason | undefined {
  if (!/[^ -~]/.test(written.trim())) return undefined;
  const { text: spelt, doubtful } = toAscii(written, country);
  if (!/[A-Za-z0-9]/.test(spelt)) return { code: 'no-letter-left', which, written };
  if (typeof which === 'object' && which.fact === 'email') return { code: 'mailbox-letters', which, written };
  if (!doubtful) return undefined;
  return { code: 'not-in-latin-letters', which, written, spelt: isReadAsOtherLanguage(written, country) ? '' : spelt };
}
