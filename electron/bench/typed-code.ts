import type { KnownAs } from '../../shared/known-code.ts';
import type { Order } from '../../shared/order.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import { isOnlyScanned } from '../../shared/scan.ts';
import type { ScanReason } from '../../shared/scan-reason.ts';
import type { Settings } from '../../shared/settings.ts';
import { type Knows, knownCode } from './known-code.ts';

/** Digits that are asked for in the same lengths as EAN codes have. */
const asLongAsProduct: Partial<Record<QuestionKind, readonly number[]>> = { 'hs-code': [8], 'post-number': [8], phone: [8] };

/** The known code, unless the text is at least as likely to be an ordinary answer. */
export function mistakenFor(known: KnownAs | undefined, text: string, kind: QuestionKind): KnownAs | undefined {
  if (known?.is === 'product' && asLongAsProduct[kind]?.includes(text.length)) return undefined;
  // A box is picked from a list, and contents are often named like the item.
  if (known?.is === 'item' && (kind === 'box' || (kind === 'contents' && !/\d/.test(text)))) return undefined;
  return known;
}

interface About {
  /** The kind of fact that the form asks for. */
  readonly kind?: QuestionKind;
  /** Texts that the packer was asked about before. */
  readonly confirmed?: readonly string[] | undefined;
}

/** The first text that is a known code and was not confirmed, with what it is known as; undefined if there is none. */
export function typedCode(
  context: Knows,
  texts: readonly string[],
  { kind = 'contents', confirmed = [] }: About = {},
): ScanReason | undefined {
  for (const text of texts.map((each) => each.trim())) {
    if (text === '' || confirmed.includes(text)) continue;
    const knownAs: KnownAs | undefined = isOnlyScanned(text) ? { is: 'scan' } : mistakenFor(knownCode(context, text), text, kind);
    if (knownAs) return { code: 'typed-code', text, knownAs };
  }
  return undefined;
}

type Texts = readonly (string | undefined)[];
type Address = Order['recipient'];

const textsOfAddress = ({ name, company, street, houseNumber, street2, street3, postalCode, city, phone, email, eori }: Address): Texts => [
  name,
  company,
  street,
  houseNumber,
  street2,
  street3,
  postalCode,
  city,
  phone,
  email,
  eori,
];

/** What people type into the form of an order. Keys, references and item codes are codes by right. */
const textsOfOrder = ({ recipient, parcels, noteForPacker, deliveryInstructions, thirdParties, customsCosts }: Order): Texts => [
  ...textsOfAddress(recipient),
  noteForPacker,
  deliveryInstructions,
  customsCosts.exportDeclaration,
  ...parcels.flatMap(({ boxName, contents, products }) => [boxName, contents, ...products.map(({ description }) => description)]),
  ...thirdParties.flatMap(({ address }) => textsOfAddress(address)),
];

const textsOfSettings = (
  settings: Partial<Pick<Settings, 'benchName' | 'packer' | 'senders' | 'boxes' | 'defaults' | 'pickup'>>,
): Texts => [
  settings.benchName,
  settings.packer,
  settings.defaults?.contents,
  settings.pickup?.instructions,
  ...(settings.senders ?? []).flatMap(({ name, address }) => [name, ...textsOfAddress(address)]),
  ...(settings.boxes ?? []).flatMap(({ id, name }) => [id, name]),
];

/** Those of `after` that were not there before. */
const news = (before: Texts, after: Texts): string[] => after.filter((text) => text !== undefined && !before.includes(text)) as string[];

/** A known code among what was changed in the form of an order. */
export const codeInOrder = (
  context: Knows,
  before: Order | undefined,
  after: Order,
  confirmed: About['confirmed'],
): ScanReason | undefined => typedCode(context, news(before ? textsOfOrder(before) : [], textsOfOrder(after)), { confirmed });

/** A known code among what was changed in Setup. */
export const codeInSettings = (
  context: Knows,
  before: Settings,
  after: Partial<Settings>,
  confirmed: About['confirmed'],
): ScanReason | undefined => typedCode(context, news(textsOfSettings(before), textsOfSettings(after)), { confirmed });
