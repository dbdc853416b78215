import { belowOf, isNear, type Line } from './label-line.ts';
import { larger } from './label-way.ts';
import { captionAt, captionOf, reaches } from './label-words.ts';
import { isTownLine, mayBeStreet, streetOn, unknownNames } from './recipient-on-label.ts';
import { isTownAndCode, opensTown, type Parties } from './regions.ts';
import { isRightAbove } from './second-label-on-page.ts';

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
  const isTownOfUs = (line: Line): boolean => [recipient, sender].some((of) => isTownLine(line, of));
  /** A namesake's address begins as the recipient's does. Above the recipient's town a town may stand for the route, below it a depot's. */
  const isInOtherTown = (address: readonly Line[]): boolean => {
    const town = address.toSorted((a, b) => a.y - b.y).find((line) => opensTown(lines, line) || isTownAndCode(line) || isTownOfUs(line));
    return (
      town !== undefined &&
      !isTownOfUs(town) &&
      !lines.some((each) => each.y > town.y && isNear(town, each, mostLines) && isTownLine(each, recipient))
    );
  };
  const isUnknown = (line: Line): boolean => !senders.has(line) && unknownNames(line, recipient).length > 1;
  const namesOther = (address: readonly Line[]): boolean => address.some(isUnknown) && address.some(mayBeStreet);
  const told = lines.filter((line) => captionOf(line) === 'to').map((caption) => addressBelow(lines, caption));
  const isTold =
    told.some((address) => address.some(isRecipients) && !isInOtherTown(address)) ||
    [...recipients].some((line) => captionAt(line) === 'to');
  if (isTold) return false;
  const largest = Math.max(...[...recipients].map(({ height }) => height));
  const isLargest = (line: Line): boolean => line.height > largest * larger;
  return (
    told.some((address) => address.some(isStrangers) || isInOtherTown(address) || namesOther(address)) ||
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
