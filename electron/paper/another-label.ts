import type { Address } from '../../shared/address.ts';
import type { Line } from './label-line.ts';
import { captionAt } from './label-words.ts';
import { isTownLine, postalTerms } from './recipient-on-label.ts';
import { isAddressLine } from './regions.ts';

interface Read {
  readonly lines: readonly Line[];
  /** Our addresses, wherever they stand. */
  readonly blocks: ReadonlySet<Line>;
  /** The numbers that can name a parcel. */
  readonly codes: readonly string[];
}

/**
 * Whether a sheet on which our label stands may hold that of somebody else, too: an address that is none of ours, and with it what one label
 * has once: a number that is no part of the other, who sends, or to whom. A depot's address alone stands on many labels.
 */
export function mayHoldAnother({ lines, blocks, codes }: Read, recipient: Address, sender: Address): boolean {
  const isOfUs = (line: Line): boolean => [recipient, sender].some((address) => isTownLine(line, address));
  const others = lines.filter((line) => !blocks.has(line) && isAddressLine(lines, line));
  // Our own towns stand on a label again, for the route; not below a street.
  if (!others.some((line) => !isOfUs(line) || lines.some((above) => !blocks.has(above) && isRightAbove(above, line)))) return false;
  const captions = lines.map(captionAt);
  return (
    hasSeveral(codes.filter((code) => !isRoute(code, recipient))) ||
    (['to', 'from'] as const).some((kind) => captions.filter((each) => each === kind).length > 1)
  );
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
