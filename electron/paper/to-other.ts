import { isRightAbove } from './another-label.ts';
import { belowOf, type Line } from './label-line.ts';
import { larger } from './label-way.ts';
import { captionAt, captionOf, reaches } from './label-words.ts';
import { isTownLine, streetOn } from './recipient-on-label.ts';
import { opensTown, type Parties } from './regions.ts';

/** A line of a town has no more; advice beside a label ends with an address in one line. */
const mostTownWords = 5;
/** An address has so many lines at most. */
const mostLines = 7;

/**
 * Whether a label that names the recipient goes to somebody else, for whom the recipient paid, say: the address below "ship to" is a
 * stranger's, or no caption says that it is the recipient's, and a stranger's stands in larger letters.
 */
export function isToOther(
  lines: readonly Line[],
  senders: ReadonlySet<Line>,
  recipients: ReadonlySet<Line>,
  { recipient, sender }: Parties,
): boolean {
  const isStrangers = (line: Line): boolean =>
    !recipients.has(line) &&
    !senders.has(line) &&
    opensTown(lines, line) &&
    ![recipient, sender].some((address) => isTownLine(line, address));
  const isRecipients = (line: Line): boolean =>
    recipients.has(line) || isTownLine(line, recipient) || streetOn([line], recipient) !== 'none';
  const told = lines.filter((line) => captionOf(line) === 'to').map((caption) => addressBelow(lines, caption));
  const isTold = told.some((address) => address.some(isRecipients)) || [...recipients].some((line) => captionAt(line) === 'to');
  if (isTold) return false;
  const largest = Math.max(...[...recipients].map(({ height }) => height));
  const isLargest = (line: Line): boolean => line.height > largest * larger;
  return (
    told.some((address) => address.some(isStrangers)) ||
    lines.some(
      (line) =>
        isLargest(line) &&
        isStrangers(line) &&
        line.words.length <= mostTownWords &&
        lines.some((above) => isLargest(above) && isRightAbove(above, line)),
    )
  );
}

/** The lines that a caption may be said of, and what stands below these. */
function addressBelow(lines: readonly Line[], caption: Line): readonly Line[] {
  const address = new Set(lines.filter((line) => captionOf(line) === undefined && reaches(caption, line)));
  for (const line of address) {
    const below = belowOf(lines, line);
    if (address.size >= mostLines) break;
    if (below && captionOf(below) === undefined) address.add(below);
  }
  return [...address];
}
