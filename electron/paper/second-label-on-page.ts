import type { Address } from '../../shared/address.ts';
import { bareCode } from '../../shared/scan.ts';
import { recipientBlock, senderBlock } from './address-block.ts';
import { codesOfBarcodes, codesOfTexts } from './barcode-text.ts';
import { isCityLine } from './city-line.ts';
import { type Line, linesOf, readings } from './label-line.ts';
import { type Caption, captionAt, isPlainCaption, reaches } from './label-words.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { isTownLine, nameOn, postalTerms } from './recipient-on-label.ts';
import { isAddressLine, type Parties } from './regions.ts';

/**
 * True if a part of a page that could not be cut further may hold another label beside ours. It does if the form appears twice and the
 * recipient's name once. Otherwise it needs an address that is not ours, and a second copy of something that a label has only once: a "to"
 * caption, or, on a page as large as two labels, a "from" caption or a number that does not contain the other. A depot's address and
 * several numbers are on many labels.
 */
export function mayHoldAnother({ texts, barcodeData }: ReadableSheet, { recipient, sender }: Parties, isLarge: boolean): boolean {
  const lines = linesOf(texts);
  const captioned = (kind: Caption): readonly Line[] => lines.filter((line) => captionAt(line) === kind && isPlainCaption(line));
  const hasNumbers = (): boolean => {
    const codes = [...codesOfBarcodes(barcodeData ?? []), ...codesOfTexts(texts, [recipient, sender])];
    return hasSeveral(codes.filter((code) => ![recipient, sender].some((address) => isRoute(code, address))));
  };
  const apart = whereFormIsAgain(lines);
  const tos = captioned('to');
  const hasTwoOfOne = apart !== undefined || (isLarge && (captioned('from').length > 1 || hasNumbers()));
  if (!hasTwoOfOne && tos.length < 2) return false;
  const senders = senderBlock(lines, recipient, sender);
  const recipients = recipientBlock(lines, senders, recipient);
  // A label to the recipient's pickup shop names both, below captions of their own.
  const isOurs = (caption: Line): boolean =>
    recipients.has(caption) ||
    lines.some((line) => reaches(caption, line) && (recipients.has(line) || nameOn(lines, line, recipient) !== 'none'));
  if (!hasTwoOfOne && tos.every(isOurs)) return false;
  if (apart && !isAgain([...recipients], apart)) return true;
  const blocks = new Set([...senders, ...recipients]);
  const isOfUs = (line: Line): boolean =>
    [recipient, sender].some(
      (address) =>
        isTownLine(line, address) ||
        (!isCityLine(line) &&
          postalTerms(address).some((term) => readings(lines, line).some((words) => words.join(' ').endsWith(` ${term}`)))),
    );
  const others = lines.filter((line) => !blocks.has(line) && isAddressLine(lines, line));
  // Our own towns appear again on a label, for the route, but not below a street.
  return others.some((line) => !isOfUs(line) || lines.some((above) => !blocks.has(above) && isRightAbove(above, line)));
}

/** Distance between a text and its repetition, to the right and down, in steps of a few dots because positions are rounded. */
interface Apart {
  readonly right: number;
  readonly down: number;
}
const dotsPerStep = 4;
/** Two labels are further apart than a text that is printed twice to look bold, in character heights. */
const leastApart = 3;
/** One label repeats as many of its words by chance, but no more. */
const mostRepeated = 3;

const apartOf = (one: Line, other: Line): Apart => ({
  right: Math.round((other.x - one.x) / dotsPerStep),
  down: Math.round((other.y - one.y) / dotsPerStep),
});

/**
 * Returns the distance at which several texts of a form appear again; undefined if the form is there once. The numbers of a table are not
 * texts of a form.
 */
function whereFormIsAgain(lines: readonly Line[]): Apart | undefined {
  const repeated = new Map<string, Set<string>>();
  const worded = lines.filter(({ text }) => /\p{L}{2}/u.test(text));
  const alike = Map.groupBy(worded, ({ text, turn }) => `${turn} ${text}`);
  for (const [text, same] of alike)
    for (const [at, one] of same.entries())
      for (const other of same.slice(at + 1)) {
        const isBold = Math.hypot(other.x - one.x, other.y - one.y) < leastApart * Math.max(one.height, 1);
        if (isBold) continue;
        const apart = apartOf(one, other);
        const name = `${apart.right} ${apart.down}`;
        const texts = (repeated.get(name) ?? new Set()).add(text);
        if (texts.size > mostRepeated) return apart;
        repeated.set(name, texts);
      }
  return undefined;
}

/** True if one of these lines appears again at this distance. */
const isAgain = (lines: readonly Line[], apart: Apart): boolean =>
  lines.some((one) =>
    lines.some((other) => {
      const { right, down } = apartOf(one, other);
      return one.text === other.text && Math.abs(right - apart.right) <= 1 && Math.abs(down - apart.down) <= 1;
    }),
  );

/** True if it is right above, in the same column, in characters of about the same size, and not a caption. */
export const isRightAbove = (above: Line, line: Line): boolean => {
  const height = Math.max(above.height, line.height, 1);
  const down = line.y - above.y;
  return (
    above.turn === line.turn && down > 0 && down <= 2 * height && Math.abs(above.x - line.x) <= height && captionAt(above) === undefined
  );
};

/** True for an address's postal code with a few characters before it: "420" or the depot. A return label goes to the sender. */
function isRoute(code: string, { postalCode }: Address): boolean {
  const bare = bareCode(postalCode);
  const short = /^\d{9}$/.test(bare) ? [bare.slice(0, 5)] : [];
  return [bare, ...short].some((each) => each !== '' && code.endsWith(each) && code.length <= each.length + 6);
}

/**
 * True if the codes belong to several parcels. The codes of one parcel all contain its number, some with more characters around it, some
 * without its letters.
 */
function hasSeveral(codes: readonly string[]): boolean {
  const numbers = codes.map((code) => code.replace(/\D/g, '')).toSorted((a, b) => a.length - b.length);
  const [shortest, ...longer] = numbers;
  return shortest !== undefined && longer.some((number) => !number.includes(shortest));
}
