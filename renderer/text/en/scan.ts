import type { Doubt, KnownAs } from '../../../shared/known-code.ts';
import type { QuestionKind } from '../../../shared/question-kind.ts';
import type { ScanReason, Unreadable } from '../../../shared/scan-reason.ts';
import { wholeNumber } from '../format.ts';
import type { Sentences } from '../sentences.ts';
import { labelsText } from './pieces.ts';

const facts: Record<QuestionKind, string> = {
  country: 'the country',
  name: 'the name',
  'po-box': 'the address',
  'parcel-machine': 'the address',
  'post-number': 'the post number',
  street: 'the street',
  'house-number': 'the house number',
  'postal-code': 'the postal code',
  city: 'the city',
  province: 'the state or province',
  phone: 'the phone number',
  box: 'the box',
  weight: 'the weight',
  contents: 'the contents',
  value: 'the value',
  'hs-code': 'the HS code',
};

const orderNamed = (key: string): string => `order ${/^\d/.test(key) ? '#' : ''}${key}`;

function named(known: KnownAs): string {
  switch (known.is) {
    case 'order':
      return orderNamed(known.orderKey);
    case 'parcel':
      return `the parcel of ${orderNamed(known.orderKey)}`;
    case 'item':
      return `an item of ${orderNamed(known.orderKey)}`;
    case 'product':
      return 'the code of a product';
    case 'scan':
      return 'a scan';
  }
}

export const unreadable: Record<Unreadable, string> = {
  'came-apart': 'There was a pause inside the code',
  'no-end': 'The end of the code is missing',
  'no-start': 'The beginning of the code is missing',
  'lost-character': 'A character of the code did not come through. If this happens again, set the scanner and this PC to the same country',
  'not-understood': 'Several keys came at once and are no known code. Press one key at a time, or scan again',
};

/** A scan that looks like an answer, and an answer that looks like a scan. */
export const scan = {
  doubt: (kind: QuestionKind, { answer, knownAs }: Doubt) => `Is ${answer} ${facts[kind]}, or ${named(knownAs)}?`,
  doubtWhy: 'Nothing was taken yet. A slow scan ends up in the field like typed text, so this is asked.',
  isFact: (kind: QuestionKind, { answer }: Doubt) => `${answer} is ${facts[kind]}`,
  isOrder: ({ knownAs }: Doubt) => `Put this aside, open ${named(knownAs)}`,
  wasScan: ({ answer, knownAs }: Doubt) => `${answer} is also ${named(knownAs)}.`,
  wasScanWhy: 'If it was scanned, open it. If it was typed, go on.',
  openIt: ({ knownAs }: Doubt) => `Open ${named(knownAs)}`,
  isNotFact: 'It was a scan: clear the field',
  keepText: (text: string) => `Keep "${text}" as it is`,
} as const;

const numbersOf = ({ keys, more }: { readonly keys: readonly string[]; readonly more: number }): string =>
  [keys.join(', '), more > 0 && `and ${wholeNumber(more)} more`].filter(Boolean).join(' ');

export const scanReasons: Sentences<ScanReason> = {
  'typed-code': ({ text, knownAs }) => `${text} is ${named(knownAs)}`,
  'label-is-placed': ({ label, of, left }) => `Label ${label} of ${of} is already on its parcel. Scan ${labelsText(left)}`,
  'scan-without-end': () => 'The end of the code is missing. Set the scanner to send Enter after each code',
  'layout-not-known': () => 'Characters of this code are on other keys in other countries. Set the scanner and this PC to the same country',
  'scan-unreadable': ({ why }) => unreadable[why],
  'product-with-others': ({ orders, isAll }) =>
    orders === 1
      ? 'One other open order has it, with more pieces or items'
      : `${wholeNumber(orders)}${isAll ? '' : ' or more'} other open orders have it, with more pieces or items`,
  'product-orders-stopped': (of) => `Not ready to ship, look at Orders or Resolve: ${numbersOf(of)}`,
  'product-orders-elsewhere': (of) => `In hand at another bench: ${numbersOf(of)}`,
  'product-orders-waiting': (of) => `Already scanned here: ${numbersOf(of)}`,
  'scan-ambiguous': ({ codes }) => `It can mean ${codes.join(' or ')}. Set the scanner and this PC to the same country`,
};
