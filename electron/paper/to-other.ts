import { larger } from './label-direction.ts';
import { belowOf, isNear, type Line } from './label-line.ts';
import { captionAt, captionOf, reaches } from './label-words.ts';
import { isTownLine, mayBeStreet, streetOn, unknownNames } from './recipient-on-label.ts';
import { isTownAndCode, opensTown, type Parties } from './regions.ts';
import { isRightAbove } from './second-label-on-page.ts';

/** A line with a town has no more words; advice beside a label may end with an address in one line. */
const mostTownWords = 5;
/** Largest number of lines of an address. */
const mostLines = 7;

/**
 * True if a label that names the recipient goes to another person, for example because the recipient only paid. Then the address below
 * "ship to" is a stranger's, or no caption marks the recipient's address and a stranger's address is larger.
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
  /** A namesake's address begins like the recipient's. A town above the recipient's town may be for the route, one below it a depot's. */
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
  const captioned = lines.filter((line) => captionOf(line) === 'to').map((caption) => addressBelow(lines, caption));
  const isCaptioned =
    captioned.some((address) => address.some(isRecipients) && !isInOtherTown(address)) ||
    [...recipients].some((line) => captionAt(line) === 'to');
  if (isCaptioned) return false;
  const largest = Math.max(...[...recipients].map(({ height }) => height));
  const isLargest = (line: Line): boolean => line.height > largest * larger;
  return (
    captioned.some((address) => address.some(isStrangers) || isInOtherTown(address) || namesOther(address)) ||
    lines.some(
      (line) =>
        isLargest(line) &&
        isStrangers(line) &&
        line.words.length <= mostTownWords &&
        lines.some((above) => isLargest(above) && isRightAbove(above, line)),
    )
  );
}

/** Returns the lines that a caption can refer to, and the lines below these. */
function addressBelow(lines: readonly Line[], caption: Line): readonly Line[] {
  const address = new Set(lines.filter((line) => captionOf(line) === undefined && reaches(caption, line)));
  for (const line of address) {
    const below = belowOf(lines, line);
    if (address.size >= mostLines) break;
    if (below && captionOf(below) === undefined) address.add(below);
  }
  return [...address];
}
