import type { Address } from '../../shared/address.ts';
import { recipientBlock, senderBlock } from './address-block.ts';
import { codesOfBarcodes, codesOfTexts } from './barcode-text.ts';
import { type Line, linesOf } from './label-line.ts';
import { captionAt } from './label-words.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { isTownLine, postalTerms } from './recipient-on-label.ts';
import { isAddressLine, type Parties } from './regions.ts';

/**
 * Whether a part of a page that could be cut no further may hold another label beside ours: an address that is none of ours, and with it
 * what one label has once: a number that is no part of the other, who sends, or to whom. A depot's address alone stands on many labels.
 */
export function mayHoldAnother({ texts, barcodeData }: ReadableSheet, { recipient, sender }: Parties): boolean {
  const lines = linesOf(texts);
  const captions = lines.map(captionAt);
  const isCaptionedTwice = (['to', 'from'] as const).some((kind) => captions.filter((each) => each === kind).length > 1);
  const codes = [...codesOfBarcodes(barcodeData ?? []), ...codesOfTexts(texts, [recipient, sender])];
  if (!isCaptionedTwice && !hasSeveral(codes.filter((code) => !isRoute(code, recipient)))) return false;
  const senders = senderBlock(lines, recipient, sender);
  const blocks = new Set([...senders, ...recipientBlock(lines, senders, recipient)]);
  const isOfUs = (line: Line): boolean => [recipient, sender].some((address) => isTownLine(line, address));
  const others = lines.filter((line) => !blocks.has(line) && isAddressLine(lines, line));
  // Our own towns stand on a label again, for the route; not below a street.
  return others.some((line) => !isOfUs(line) || lines.some((above) => !blocks.has(above) && isRightAbove(above, line)));
}

/** In the same column, in letters of about the same size. */
const isRightAbove = (above: Line, line: Line): boolean => {
  const height = Math.max(above.height, line.height, 1);
  const down = line.y - above.y;
  return (
    above.turn === line.turn && down > 0 && down <= 2 * height && Math.abs(above.x - line.x) <= height && captionAt(above) === undefined
  );
};

/** The recipient's postal code, and little before it: "420" or the depot. */
const isRoute = (code: string, recipient: Address): boolean =>
  postalTerms(recipient).some((term) => code.endsWith(term) && code.length <= term.length + 6);

/** The codes of one parcel hold its number, some with more around it, some without its letters. */
function hasSeveral(codes: readonly string[]): boolean {
  const numbers = codes.map((code) => code.replace(/\D/g, '')).toSorted((a, b) => a.length - b.length);
  const [shortest, ...longer] = numbers;
  return shortest !== undefined && longer.some((number) => !number.includes(shortest));
}
