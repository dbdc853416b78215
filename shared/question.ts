import { z } from 'zod';
import { type Address, countryCodes, isProvince, needsPostalCode, needsProvince, splitStreet } from './address.ts';
import { hsDigits, isHsCode, listsHsCodes } from './customs.ts';
import { boxOf, hasNumber, needsPostNumber, numberInStreet, readBox, withBox, withNumber } from './delivery-place.ts';
import { learnedSchema, takenFrom, withLearned } from './learned.ts';
import { type Box, currencyOf, inBox, isWorthNothing, needsHsCode, type Order, type Parcel } from './order.ts';
import { type QuestionKind, questionKinds } from './question-kind.ts';
import { moneyDigits, readAmount, readGrams, readSize } from './units.ts';

/** Weight of a parcel, calculated from the unit weights of its items. `boxName` is null if Setup does not know the box. */
const itemsWeightSchema = z.object({
  itemGrams: z.int().positive(),
  boxName: z.string().nullable(),
  boxGrams: z.int().nonnegative(),
});
export type ItemsWeight = z.infer<typeof itemsWeightSchema>;
export const gramsOf = ({ itemGrams, boxGrams }: ItemsWeight): number => itemGrams + boxGrams;

/** One missing or doubtful fact. `parcel` counts from 0; null for facts of the address. */
export const questionSchema = z.object({
  kind: z.enum(questionKinds),
  parcel: z.int().nonnegative().nullable(),
  found: z.string(),
  /**
   * A number that the packer can accept with one key: a house number that was found in the street or given for this address before, or the
   * phone number of the sender, for a recipient who has none.
   */
  offer: z.object({ number: z.string(), from: z.enum(['street', 'last-time', 'sender']) }).optional(),
  /** Box and weight of earlier parcels with the same items. It answers this question, and the next one if that asks for the weight. */
  learned: learnedSchema.optional(),
  /** The weight by the items of the order; absent if earlier parcels give a weight. */
  fromItems: itemsWeightSchema.optional(),
});
export type Question = z.infer<typeof questionSchema>;

/**
 * The answer that one key takes: that of earlier parcels, else the weight of the items with their box. Without a known box the weight is only
 * shown, because it is too low.
 */
export function offeredAnswer({ learned, fromItems }: Pick<Question, 'learned' | 'fromItems'>): string | undefined {
  if (learned && takenFrom(learned).length > 0) return asLastTime;
  return fromItems && fromItems.boxName !== null ? asItems : undefined;
}

/** Questions that must be answered before this order can be quoted, in order. Empty if there are none. */
export function questionsOf(order: Order, needsCustoms: boolean): Question[] {
  const questions: Question[] = addressQuestions(order).map((kind) => ({
    kind,
    parcel: null,
    found: foundOf(order.recipient, kind),
    ...(kind === 'house-number' && offerOf(order.recipient)),
  }));
  order.parcels.forEach((parcel, index) => {
    const ask = (kind: QuestionKind, found = '') => questions.push({ kind, parcel: index, found });
    if (parcel.lengthCm === null || parcel.widthCm === null || parcel.heightCm === null) ask('box');
    if (parcel.weightGrams === null) ask('weight');
    if (!parcel.contents.trim()) ask('contents');
    if (parcel.value === null) ask('value');
    else if (isWorthNothing(order, parcel)) ask('value', `${moneyDigits(parcel.value)} ${parcel.value.currency}`);
    if (needsHsCode(order, needsCustoms) && !parcel.hsCode.trim() && !listsHsCodes(parcel)) ask('hs-code');
  });
  return questions;
}

/** The answer that leaves the address unchanged: the parcel goes to that box or machine. */
export const toTheBox = 'to the box';
/** The answer that takes what earlier parcels with the same items had. */
export const asLastTime = 'as last time';
/** The answer that takes the weight calculated from the items. */
export const asItems = 'from the items';
/** The answer that there is no house number. */
export const noHouseNumber = '-';

/** True if a text contains letters or digits. An export that lost a name's characters contains "?? ??", which is useless on a label. */
const isFilled = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function addressQuestions({ recipient: address, goesTo }: Order): QuestionKind[] {
  const kinds: QuestionKind[] = [];
  const box = boxOf(address);
  if (!countryCodes.has(address.country)) kinds.push('country');
  if (!isFilled(address.name)) kinds.push('name');
  if (box && goesTo === null) kinds.push(box.kind);
  else {
    if (box && needsPostNumber(address)) kinds.push('post-number');
    if (!isFilled(address.street)) kinds.push('street');
    if (!hasNumber(address)) kinds.push('house-number');
  }
  if (!address.postalCode.trim() && needsPostalCode(address.country)) kinds.push('postal-code');
  if (!isFilled(address.city)) kinds.push('city');
  if (needsProvince(address.country) && !isProvince(address.country, address.province)) kinds.push('province');
  if (!address.phone.trim()) kinds.push('phone');
  return kinds;
}

function offerOf({ street }: Address): Pick<Question, 'offer'> {
  const number = numberInStreet(street);
  return number === undefined ? {} : { offer: { number, from: 'street' } };
}

function foundOf(address: Address, kind: QuestionKind): string {
  if (kind === 'name' || kind === 'street' || kind === 'city' || kind === 'country') return address[kind];
  if (kind === 'province') return address.province;
  if (kind === 'house-number') return address.street;
  if (kind === 'po-box' || kind === 'parcel-machine') return [address.street, address.houseNumber].filter(Boolean).join(' ');
  return '';
}

/**
 * The order with one question answered, or undefined if the answer does not fit the question (wrong unit, no number). `currency` applies
 * to an amount if the order itself has no currency.
 */
export function withAnswer(order: Order, question: Question, answer: string, boxes: readonly Box[], currency: string): Order | undefined {
  const text = answer.trim();
  if (!text) return undefined;
  const address = (change: Partial<Address>): Order => ({ ...order, recipient: { ...order.recipient, ...change } });
  const parcel = (change: (parcel: Parcel) => Parcel): Order => ({
    ...order,
    parcels: order.parcels.map((each, index) => (index === question.parcel ? change(each) : each)),
  });
  if (text === asLastTime && question.learned) {
    const { learned } = question;
    const [only] = order.parcels;
    const taken = only && order.parcels.length === 1 ? withLearned(only, learned, boxes) : undefined;
    return taken && { ...order, parcels: [taken] };
  }
  switch (question.kind) {
    case 'country':
      return countryCodes.has(text.toUpperCase()) ? address({ country: text.toUpperCase() }) : undefined;
    case 'name':
      return isFilled(text) ? address({ name: text }) : undefined;
    case 'street':
      return isFilled(text) ? address({ street: text }) : undefined;
    case 'po-box':
    case 'parcel-machine': {
      const box = boxOf(order.recipient);
      if (text === toTheBox) return box && { ...address(withBox(order.recipient, box)), goesTo: box.kind };
      const { street, houseNumber } = splitStreet(text, order.recipient.country) ?? { street: text, houseNumber: '' };
      return readBox(text) ? undefined : { ...address({ street, houseNumber }), goesTo: 'door' };
    }
    case 'post-number': {
      const { street2, street3 } = order.recipient;
      return /^\d{6,10}$/.test(text) ? address({ street2: text, street3: [street2, street3].filter(Boolean).join(', ') }) : undefined;
    }
    case 'house-number':
      return address(withNumber(order.recipient, text));
    case 'postal-code':
      return address({ postalCode: text });
    case 'city':
      return isFilled(text) ? address({ city: text }) : undefined;
    case 'province':
      return isProvince(order.recipient.country, text.toUpperCase()) ? address({ province: text.toUpperCase() }) : undefined;
    case 'phone':
      return /\d{4}/.test(text.replace(/\D/g, '')) ? address({ phone: text }) : undefined;
    case 'box': {
      const box = boxes.find((candidate) => candidate.id === text);
      if (box) return parcel((each) => inBox(each, box));
      const size = readSize(text);
      return size && parcel((each) => ({ ...each, ...size, boxName: '' }));
    }
    case 'weight': {
      if (text === asItems) {
        const { fromItems } = question;
        return fromItems && fromItems.boxName !== null
          ? parcel((each) => ({ ...each, weightGrams: gramsOf(fromItems), weightFrom: 'items' }))
          : undefined;
      }
      const grams = readGrams(text);
      return grams === undefined ? undefined : parcel((each) => ({ ...each, weightGrams: grams }));
    }
    case 'contents':
      return parcel((each) => ({ ...each, contents: text }));
    case 'value': {
      const value = readAmount(text, currencyOf(order, currency));
      return value && !isWorthNothing(order, { value }) ? parcel((each) => ({ ...each, value })) : undefined;
    }
    case 'hs-code':
      return isHsCode(text) ? parcel((each) => ({ ...each, hsCode: hsDigits(text) })) : undefined;
  }
}
