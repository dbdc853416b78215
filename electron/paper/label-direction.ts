import type { Address } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { holdsDoor, isSameDoor } from './address-block.ts';
import { containsTerm, type Line, wordsOf } from './label-line.ts';
import { type Caption, captionsOf, isReturn } from './label-words.ts';
import { isTownLine, postalTerms } from './recipient-on-label.ts';
import { isTownAndCode, opensTown, type Parties } from './regions.ts';
import { isRightAbove } from './second-label-on-page.ts';

/**
 * The direction of a parcel with this label. `unclear`: the label does not show it, or shows both. `likely-back`: only the size of the
 * characters or the position of the addresses indicates it. Such a label is a return label beside one that goes out, and unclear alone.
 */
export type Direction = 'out' | 'back' | 'likely-back' | 'unclear';

/** Characters are larger only if their size differs by more than drawing can cause. */
export const larger = 1.15;

/**
 * Finds the direction of a label. Its words decide first: "to" beside an address, or the title of a return label. Without such words, facts
 * that favour one side decide: a complete address, or a postal code, town or country in the large characters or the bar code of the route.
 * Only if none of these helps do the larger characters and the usual corner of senders decide. If a caption and the title, or a caption and
 * all other facts, disagree, the caption may belong to the other address. If our sender is missing and there is another address, that one
 * is taken as the sender: the label then goes out only if something indicates it.
 */
export function directionOf(
  lines: readonly Line[],
  barcodes: readonly string[],
  senders: ReadonlySet<Line>,
  recipients: ReadonlySet<Line>,
  parties: Parties,
): Direction {
  const { recipient, sender } = parties;
  if (recipients.size === 0) return 'out';
  const isToSelf = isSameDoor(sender, recipient);
  if (isToSelf && senders.size > 0) return 'out';
  // Two columns that were read as one prove nothing.
  if ([...recipients].some((line) => namesSender(line, sender, recipient))) return 'unclear';
  const others = senders.size > 0 ? senders : strangersOn(lines, recipients, parties);
  const byCaptions = byCaption(
    captionsOf(lines, [
      { lines: [...recipients], names: namesOf(recipient) },
      { lines: [...others], names: senders.size > 0 ? namesOf(sender) : [] },
    ]),
  );
  if (isReturn(lines)) return byCaptions === 'out' || (byCaptions === undefined && senders.size === 0) ? 'unclear' : 'back';
  if (byCaptions === undefined && others.size === 0)
    return isOtherTownLarger(lines, recipients, recipient) || isSenderLarger(lines, recipients, parties) ? 'unclear' : 'out';
  const bySides = bySide(holdsDoor(lines, recipients, recipient), senders.size === 0 || holdsDoor(lines, senders, sender));
  const byRoutes = byRoute(lines, barcodes, others, recipients, parties);
  const bySizes = bySize(others, recipients);
  const [first = 'unclear', ...more] = [bySides, byRoutes, bySizes].filter((each) => each !== undefined);
  const allAgree = more.every((each) => each === first);
  if (byCaptions !== undefined) return more.length > 0 && allAgree && first !== byCaptions ? 'unclear' : byCaptions;
  if (byRoutes !== undefined) return bySides === undefined || bySides === byRoutes ? byRoutes : 'unclear';
  if (bySides !== undefined) return allAgree ? bySides : 'unclear';
  if (senders.size === 0 && isOtherTownLarger(lines, recipients, recipient)) return 'unclear';
  const byLooks = bySizes ?? byCorner(others, recipients);
  return byLooks === 'back' ? 'likely-back' : (byLooks ?? 'unclear');
}

const namesOf = ({ name, company }: Address): readonly string[] => [name, company].map((text) => wordsOf(text).join(''));

function byCaption([ofRecipient, ofSender]: readonly (Caption | undefined)[]): 'out' | 'back' | undefined {
  if (ofRecipient === ofSender) return undefined;
  const isOut = ofRecipient === 'to' || ofSender === 'from';
  const isBack = ofRecipient === 'from' || ofSender === 'to';
  return isOut === isBack ? undefined : isOut ? 'out' : 'back';
}

function namesSender({ words }: Line, sender: Address, recipient: Address): boolean {
  const own = namesOf(recipient);
  return namesOf(sender).some((term) => term.length > 2 && !own.some((each) => each.includes(term)) && containsTerm(words, term));
}

/** Returns the lines of an address that is neither the recipient's nor the sender's: the consecutive lines above each town. */
function strangersOn(lines: readonly Line[], recipients: ReadonlySet<Line>, { recipient, sender }: Parties): ReadonlySet<Line> {
  const strangers = new Set<Line>();
  for (const town of lines) {
    if (recipients.has(town) || !(opensTown(lines, town) || isTownAndCode(town))) continue;
    const isOfUs = isTownLine(town, recipient) || isTownLine(town, sender);
    const above = lines.filter((line) => !recipients.has(line) && isRightAbove(line, town));
    // Our own towns appear again on a label, for the route, but not below a street.
    if (isOfUs && above.length === 0) continue;
    for (const line of [town, ...above]) strangers.add(line);
  }
  return strangers;
}

/** True if another town than the recipient's is larger than the recipient: a label to an address of ours that is not in any order. */
function isOtherTownLarger(lines: readonly Line[], recipients: ReadonlySet<Line>, recipient: Address): boolean {
  const largest = Math.max(...[...recipients].map(({ height }) => height));
  return lines.some(
    (line) => !recipients.has(line) && line.height > largest * larger && !isTownLine(line, recipient) && opensTown(lines, line),
  );
}

/** True if our postal code or town is larger than the recipient, although our address was not found: then it may be read another way. */
function isSenderLarger(lines: readonly Line[], recipients: ReadonlySet<Line>, { recipient, sender }: Parties): boolean {
  const largest = Math.max(...[...recipients].map(({ height }) => height));
  const known = new Set([...postalTerms(recipient), wordsOf(recipient.city).join('')]);
  const terms = [...postalTerms(sender), wordsOf(sender.city).join('')].filter((term) => term.length > 2 && !known.has(term));
  return lines.some(
    (line) => !recipients.has(line) && line.height > largest * larger && terms.some((term) => containsTerm(line.words, term)),
  );
}

const bySide = (isForOut: boolean, isForBack: boolean): 'out' | 'back' | undefined =>
  isForOut === isForBack ? undefined : isForOut ? 'out' : 'back';

/** Longer lines are not the name of a country. */
const longestCountry = 40;

function byRoute(
  lines: readonly Line[],
  barcodes: readonly string[],
  others: ReadonlySet<Line>,
  recipients: ReadonlySet<Line>,
  { recipient, sender }: Parties,
): 'out' | 'back' | undefined {
  const large = Math.max(heightOf(others), heightOf(recipients)) * larger;
  const routes = lines.filter((line) => line.height >= large && !others.has(line) && !recipients.has(line));
  const codes = barcodes.map((data) => ({ data: data.replace(/\W/g, ''), words: wordsOf(data) }));
  const [isAbroad, isFar] = [sender.country !== recipient.country, wordsOf(sender.city).join('') !== wordsOf(recipient.city).join('')];
  const isRoutedTo = (address: Address): boolean => {
    const terms = postalTerms(address);
    const [postal = ''] = terms;
    const city = wordsOf(address.city).join('');
    const isOfRoute = ({ text, words }: Line): boolean =>
      terms.some((term) => containsTerm(words, term)) ||
      (isFar && city.length > 2 && containsTerm(words, city)) ||
      (isAbroad && text.length <= longestCountry && countryCode(text) === address.country);
    return (
      routes.some(isOfRoute) ||
      (postal.length > 2 &&
        codes.some(({ data, words }) => data.startsWith(`420${postal}`) || (words.length > 1 && containsTerm(words, postal))))
    );
  };
  return bySide(isRoutedTo(recipient), isRoutedTo(sender));
}

function bySize(others: ReadonlySet<Line>, recipients: ReadonlySet<Line>): 'out' | 'back' | undefined {
  const [ofOthers, ofRecipient] = [heightOf(others), heightOf(recipients)];
  return bySide(ofRecipient >= ofOthers * larger, ofOthers >= ofRecipient * larger);
}

/** Returns the height of most lines of a block: a name or a town may be larger. */
function heightOf(block: ReadonlySet<Line>): number {
  const heights = [...block].map(({ height }) => height).sort((a, b) => a - b);
  return heights[Math.floor((heights.length - 1) / 2)] ?? 0;
}

/** In character heights: the recipient of a letter is at least so far to the right of the sender. */
const leastIndent = 3;

/** On a letter the sender is in the upper left corner, and the recipient is further down and to the right. */
function byCorner(others: ReadonlySet<Line>, recipients: ReadonlySet<Line>): 'out' | 'back' | undefined {
  const isInCorner = (corner: ReadonlySet<Line>, block: ReadonlySet<Line>): boolean =>
    [...corner].every((one) =>
      [...block].every(
        (other) =>
          one.turn === other.turn && one.y + one.height <= other.y && other.x - one.x >= leastIndent * Math.max(one.height, other.height),
      ),
    );
  return bySide(isInCorner(others, recipients), isInCorner(recipients, others));
}
