import type { Address } from '../../shared/address.ts';
import type { ProblemPlace, ShipmentProblem } from '../../shared/shipment-check.ts';
import type { Shipment } from '../bench/ports.ts';
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

/**
 * Texts that cannot go out in the service's letters: nothing or only signs would be left, the sounds would be a guess (kanji, Hebrew),
 * or it is a mailbox, which spelt otherwise is somebody else's. A person writes them anew; the program never sends its guess.
 */
export function textProblems({ sender, order }: Shipment): ShipmentProblem[] {
  const problems = [...senderTextProblems(sender), ...addressTextProblems({ part: 'recipient' }, 'recipient', order.recipient)];
  const check = (...text: Parameters<typeof textProblem>): void => void problems.push(...textProblem(...text));
  order.thirdParties.forEach((party, index) =>
    problems.push(...addressTextProblems({ part: 'third-party', index }, party.type.toLowerCase(), party.address)),
  );
  check({ part: 'shipment' }, 'reference', 'reference', order.reference, sender.country);
  check({ part: 'shipment' }, 'deliveryInstructions', 'delivery instructions', order.deliveryInstructions, order.recipient.country);
  check({ part: 'customs-costs' }, 'exportDeclaration', 'export declaration', order.customsCosts.exportDeclaration, sender.country);
  order.parcels.forEach((parcel, index) => {
    check({ part: 'parcel', index }, 'contents', 'description of the contents', parcel.contents, sender.country);
    parcel.products.forEach((product, at) => {
      const place: ProblemPlace = { part: 'product', parcel: index, index: at };
      check(place, 'code', 'product code', product.code, sender.country);
      check(place, 'description', 'product description', product.description, sender.country);
    });
  });
  return problems;
}

/** The same for a sender alone. */
export const senderTextProblems = (sender: Address): ShipmentProblem[] => addressTextProblems({ part: 'sender' }, 'sender', sender);

const addressTextProblems = (place: ProblemPlace, whose: string, written: Address): ShipmentProblem[] =>
  Object.entries(fieldNames).flatMap(([field, name]) =>
    textProblem(place, field, `${name} of the ${whose}`, written[field as keyof Address], written.country),
  );

/** One problem or none. */
function textProblem(place: ProblemPlace, field: string, name: string, written: string, country: string): ShipmentProblem[] {
  const sentence = unsendable(written, country, name, field === 'email');
  return sentence === undefined ? [] : [{ ...place, field, stops: true, sentence }];
}

/** Why a text cannot go out, or undefined where it can. */
export function unsendable(written: string, country: string, name: string, isMailbox = false): string | undefined {
  if (!/[^ -~]/.test(written.trim())) return undefined;
  const { text, doubtful } = toAscii(written, country);
  if (!/[A-Za-z0-9]/.test(text)) return `Nothing would be left of the ${name} "${written}" in plain letters: write it in Latin letters`;
  if (isMailbox) return `The ${name} "${written}" has letters that the service cannot take: correct it or leave it out`;
  return doubtful ? `The ${name} "${written}" is not in Latin letters: write it anew, perhaps "${text}"` : undefined;
}
