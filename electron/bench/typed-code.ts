import type { KnownAs } from '../../shared/known-code.ts';
import type { Order } from '../../shared/order.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import { isOnlyScanned } from '../../shared/scan.ts';
import type { ScanReason } from '../../shared/scan-reason.ts';
import type { Settings } from '../../shared/settings.ts';
import { type Knows, knownCode } from './known-code.ts';

/** Digit counts that are asked for and that EAN codes also have. */
const asLongAsProduct: Partial<Record<QuestionKind, readonly number[]>> = { 'hs-code': [8], 'post-number': [8], phone: [8] };

/** Returns the known code, unless the text is at least as likely an ordinary answer. */
export function mistakenFor(known: KnownAs | undefined, text: string, kind: QuestionKind): KnownAs | undefined {
  if (known?.is === 'product' && asLongAsProduct[kind]?.includes(text.length)) return undefined;
  // The packer picks a box from a list, and contents often have the name of the item.
  if (known?.is === 'item' && (kind === 'box' || (kind === 'contents' && !/\d/.test(text)))) return undefined;
  return known;
}

interface About {
  /** Kind of fact that the form asks for. */
  readonly kind?: QuestionKind;
  /** Texts that the packer has already confirmed. */
  readonly confirmed?: readonly string[] | undefined;
}

/** Returns the first text that is an unconfirmed known code, with its meaning; undefined if there is none. */
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

/** Texts that people type into the form of an order. Keys, references and item codes are meant to be codes. */
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

/** Texts of `after` that `before` does not have. */
const addedTexts = (before: Texts, after: Texts): string[] =>
  after.filter((text) => text !== undefined && !before.includes(text)) as string[];

/** Finds a known code among the changed texts of an order. */
export const codeInOrder = (
  context: Knows,
  before: Order | undefined,
  after: Order,
  confirmed: About['confirmed'],
): ScanReason | undefined => typedCode(context, addedTexts(before ? textsOfOrder(before) : [], textsOfOrder(after)), { confirmed });

/** Finds a known code among the changed texts of Setup. */
export const codeInSettings = (
  context: Knows,
  before: Settings,
  after: Partial<Settings>,
  confirmed: About['confirmed'],
): ScanReason | undefined => typedCode(context, addedTexts(textsOfSettings(before), textsOfSettings(after)), { confirmed });
