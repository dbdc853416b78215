import type { Address } from '../../shared/address.ts';
import { countryName, holdsDoor, isSameDoor } from './address-block.ts';
import { holdsTerm, type Line, wordsOf } from './label-line.ts';
import { type Caption, captionsOf, isReturn } from './label-words.ts';
import { postalTerms } from './recipient-on-label.ts';

/** Which way a parcel with this label goes; `unclear` where the label does not say, or says both. */
export type Way = 'out' | 'back' | 'unclear';

/** Letters are larger where they are so by more than drawing makes of them. */
export const larger = 1.15;

/**
 * By its words first, be it "to" beside an address or the title of a return label. Without such words by what else speaks for one side
 * alone: whose address is whole, whose postal code or country stands in the large letters or the bar code of the route, who stands in
 * larger letters. Who stands above says nothing: couriers have it either way. Where a caption and the title, or all else there is, do not
 * agree, the caption may be the other address's.
 */
export function wayOf(
  lines: readonly Line[],
  barcodes: readonly string[],
  senders: ReadonlySet<Line>,
  recipients: ReadonlySet<Line>,
  sender: Address,
  recipient: Address,
): Way {
  if (recipients.size === 0 || isSameDoor(sender, recipient)) return 'out';
  // Two columns read as one tell nothing.
  if ([...recipients].some((line) => namesSender(line, sender, recipient))) return 'unclear';
  const told = toldBy(captionsOf(lines, [[...recipients], [...senders]]));
  if (isReturn(lines)) return told === 'out' || (told === undefined && senders.size === 0) ? 'unclear' : 'back';
  if (told === undefined && senders.size === 0) return 'out';
  const evidence = [
    bySide(holdsDoor(lines, recipients, recipient), holdsDoor(lines, senders, sender)),
    byRoute(lines, barcodes, senders, recipients, sender, recipient),
    bySize(senders, recipients),
  ].filter((each) => each !== undefined);
  const [first = 'unclear'] = evidence;
  const isOneWay = evidence.every((each) => each === first);
  if (told !== undefined) return evidence.length > 1 && isOneWay && first !== told ? 'unclear' : told;
  return isOneWay ? first : 'unclear';
}

function toldBy([ofRecipient, ofSender]: readonly (Caption | undefined)[]): Way | undefined {
  if (ofRecipient === ofSender) return undefined;
  const isOut = ofRecipient === 'to' || ofSender === 'from';
  const isBack = ofRecipient === 'from' || ofSender === 'to';
  return isOut === isBack ? undefined : isOut ? 'out' : 'back';
}

function namesSender({ words }: Line, sender: Address, recipient: Address): boolean {
  const termsOf = ({ name, company }: Address): readonly string[] => [name, company].map((text) => wordsOf(text).join(''));
  const own = termsOf(recipient);
  return termsOf(sender).some((term) => term.length > 2 && !own.some((each) => each.includes(term)) && holdsTerm(words, term));
}

const bySide = (speaksForOut: boolean, speaksForBack: boolean): Way | undefined =>
  speaksForOut === speaksForBack ? undefined : speaksForOut ? 'out' : 'back';

function byRoute(
  lines: readonly Line[],
  barcodes: readonly string[],
  senders: ReadonlySet<Line>,
  recipients: ReadonlySet<Line>,
  sender: Address,
  recipient: Address,
): Way | undefined {
  const large = Math.max(heightOf(senders), heightOf(recipients)) * larger;
  const routes = lines.filter((line) => line.height >= large && !senders.has(line) && !recipients.has(line));
  const codes = barcodes.map((data) => ({ data: data.replace(/\W/g, ''), words: wordsOf(data) }));
  const isRoutedTo = (address: Address): boolean => {
    const terms = postalTerms(address);
    const [postal = ''] = terms;
    const country = new Set([wordsOf(address.country).join(' '), wordsOf(countryName(address)).join(' ')]);
    const abroad = sender.country !== recipient.country;
    return (
      routes.some(({ words }) => terms.some((term) => holdsTerm(words, term)) || (abroad && country.has(words.join(' ')))) ||
      (postal.length > 2 &&
        codes.some(({ data, words }) => data.startsWith(`420${postal}`) || (words.length > 1 && holdsTerm(words, postal))))
    );
  };
  return bySide(isRoutedTo(recipient), isRoutedTo(sender));
}

function bySize(senders: ReadonlySet<Line>, recipients: ReadonlySet<Line>): Way | undefined {
  const [ofSender, ofRecipient] = [heightOf(senders), heightOf(recipients)];
  return bySide(ofRecipient >= ofSender * larger, ofSender >= ofRecipient * larger);
}

/** What most lines of a block are like: a name or a town may be larger. */
function heightOf(block: ReadonlySet<Line>): number {
  const heights = [...block].map(({ height }) => height).sort((a, b) => a - b);
  return heights[Math.floor((heights.length - 1) / 2)] ?? 0;
}
