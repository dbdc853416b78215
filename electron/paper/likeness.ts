import type { Address } from '../../shared/address.ts';
import { isCityLine } from './city-line.ts';
import { containsTerm, isNear, type Line, wordsOf } from './label-line.ts';
import { addressStarts, captionOf, reaches } from './label-words.ts';
import {
  containsTown,
  isTownLine,
  type NameFound,
  nameOn,
  namesOtherStreet,
  postalCodeOn,
  postalTerms,
  streetOn,
  unknownNames,
} from './recipient-on-label.ts';
import { opensTown } from './regions.ts';

/**
 * The match between a line with the recipient's name and the lines around it. `same`: the recipient, by the name and the street or the
 * postal code. `same-town`: by the postal code, without a street. `other-door`: at another street or number. `other-town`: at the same
 * street, with another postal code. `other-contact`: with another person's name in the address. `longer-name`: the name among others, or
 * cut off, so it may be another person's; it needs both street and town. `stray-code`: the postal code without its town.
 */
export type Likeness = 'same' | 'same-town' | 'other-door' | 'other-town' | 'other-contact' | 'longer-name' | 'stray-code' | 'other';

/** Largest distance of an address line from the name, in character heights. */
const reach = 14;

/** `isCompanyShared`: other people have parcels sent to the recipient's company too, so the company alone identifies no one. */
export function likenessAt(
  lines: readonly Line[],
  nameLine: Line,
  recipient: Address,
  senders: ReadonlySet<Line>,
  isCompanyShared: boolean,
): Likeness {
  const name = nameOn(lines, nameLine, recipient);
  if (name === 'none') return likenessOfCompany(lines, nameLine, recipient, isCompanyShared);
  const nearby = lines.filter((line) => isNear(nameLine, line, reach));
  const found = likenessAmong(nearby, nameLine, name, recipient, senders);
  if (found !== 'same' && found !== 'same-town') return found;
  // Lines that another address separates from the name are not part of the recipient's address.
  const own = nearby.filter((line) => line === nameLine || !isApart(lines, nameLine, line, recipient));
  const foundThere = own.length < nearby.length ? likenessAmong(own, nameLine, name, recipient, senders) : found;
  if (foundThere === 'other') return 'other-door';
  if (foundThere !== 'same' && foundThere !== 'same-town') return foundThere;
  if (postalCodeOn(own, recipient) === 'none' && namesOtherTown(own, nameLine, recipient)) return 'other-town';
  return hasOtherHead(lines, own, nameLine, recipient) ? 'other-contact' : foundThere;
}

function likenessAmong(
  nearby: readonly Line[],
  nameLine: Line,
  name: Exclude<NameFound, 'none'>,
  recipient: Address,
  senders: ReadonlySet<Line>,
): Likeness {
  const code = postalCodeOn(nearby, recipient);
  const found = streetOn(nearby, recipient);
  if (code === 'none' && found !== 'same') return found === 'unnumbered' ? 'other-door' : 'other';
  if (name === 'among-others') {
    const isTownKnown =
      recipient.postalCode.trim() === '' ||
      code !== 'none' ||
      (recipient.city !== '' && nearby.some(({ words }) => containsTown(words, recipient.city)));
    return found === 'same' && isTownKnown ? 'same' : 'longer-name';
  }
  if (found === 'same' || found === 'unnumbered') return 'same';
  if (found === 'other-number') return 'other-door';
  if (code !== 'certain') return 'stray-code';
  const near = nearby.filter((line) => isNear(nameLine, line, 8) && isInColumn(nameLine, line));
  const below = near.filter(({ y }) => y > nameLine.y);
  const town = below.findIndex((line) => isTownLine(line, recipient));
  const above = near.filter(({ y }) => y < nameLine.y);
  const townAbove = above.findLastIndex((line) => isTownLine(line, recipient));
  // The recipient's street, if its row was read as one line with the sender's row beside it.
  const joined = [...senders].filter((line) => {
    const isBetween = line.turn === nameLine.turn && line.y > nameLine.y && line.y < (below[town]?.y ?? 0);
    return isBetween && Math.abs(line.x - nameLine.x) <= Math.max(nameLine.height, 1);
  });
  // A name may be below its address.
  const street = town === -1 && townAbove > 0 ? above.slice(Math.max(0, townAbove - 2), townAbove) : below.slice(0, town === -1 ? 4 : town);
  return namesOtherStreet([...street, ...joined], recipient) ? 'other-door' : 'same-town';
}

/**
 * A label may name the recipient outside the address, for example a label to a pickup shop, or it may name the company alone. Then the rest
 * of the address must be there, and no other name: a label of a colleague in the same house has another name in the recipient's place.
 */
function likenessOfCompany(lines: readonly Line[], companyLine: Line, recipient: Address, isCompanyShared: boolean): Likeness {
  const { company, name } = recipient;
  if (company.trim() === '' || name.trim() === '' || nameOn(lines, companyLine, { ...recipient, name: company }) !== 'whole')
    return 'other';
  const own = lines.filter((line) => isNear(companyLine, line, reach) && !isApart(lines, companyLine, line, recipient));
  if (streetOn(own, recipient) !== 'same' || postalCodeOn(own, recipient) !== 'certain') return 'other';
  const isNamed = lines.some((line) => nameOn(lines, line, recipient) === 'whole');
  if (isCompanyShared && !isNamed) return 'other';
  const end = own.find((line) => line.y >= companyLine.y && isEndOfAddress(lines, line, recipient)) ?? companyLine;
  const inColumn = lines.filter((line) => line.turn === companyLine.turn && isInColumn(companyLine, line));
  const between = inColumn.filter((line) => line.y > companyLine.y && line.y < end.y);
  const beside = lines.filter((line) => isContact(line) && isNear(end, line, contactReach));
  const isCaptioned = (line: Line): boolean => lines.some((each) => captionOf(each) === 'to' && reaches(each, line));
  const captioned = isNamed ? [] : lines.filter(isCaptioned);
  const namesOther = (line: Line): boolean =>
    captionOf(line) === undefined && unknownNames(line, recipient).some((word) => word.length > 2);
  if (!isNamed && [...aboveInBlock(inColumn, companyLine), ...between].some(namesOther)) return 'other';
  return [...aboveInBlock(inColumn, companyLine), ...between, ...beside, ...captioned].some(namesOther) ? 'other-contact' : 'same';
}

/** Largest distance of a contact from the town of a company, in character heights. */
const contactReach = 6;
const isContact = ({ words }: Line): boolean =>
  /^(CONTACT|CONTACTPERSON|KONTAKT|CONTACTO|CONTATTO|ATTN|ATT|ATTENTION)$/.test(words[0] ?? '');

/** In character heights. */
const rowsApart = 2;
const mostAbove = 2;

/** Returns the lines above a line of an address, up to the first gap. */
function aboveInBlock(inColumn: readonly Line[], line: Line): readonly Line[] {
  const above: Line[] = [];
  let lowest = line;
  for (const each of inColumn.filter(({ y }) => y < line.y).toReversed()) {
    if (lowest.y - each.y > rowsApart * Math.max(lowest.height, 1) || captionOf(each) !== undefined || above.length >= mostAbove) break;
    above.push(each);
    lowest = each;
  }
  return above;
}

/** True if both lines begin at the same place or have the same middle. */
function isInColumn(a: Line, b: Line): boolean {
  const reach = 3 * Math.max(a.height, 1);
  const middle = ({ x, text, height }: Line): number => x + (text.length * height) / 4;
  return Math.abs(a.x - b.x) <= reach || Math.abs(middle(a) - middle(b)) <= reach;
}

/** True for a town with its postal code, which ends an address. */
const isEndOfAddress = (lines: readonly Line[], line: Line, recipient: Address): boolean =>
  opensTown(lines, line) || postalTerms(recipient).some((term) => containsTerm(line.words, term));

/**
 * True if a caption or the end of an address is between a name and a line, in the column of either: then the line belongs to another
 * address. A street may be below its town, unless another town follows.
 */
function isApart(lines: readonly Line[], name: Line, line: Line, recipient: Address): boolean {
  const [upper, lower] = name.y <= line.y ? [name, line] : [line, name];
  const edge = Math.min(upper.height, lower.height) / 2;
  const between = lines.filter(
    (each) =>
      each.turn === name.turn && each.y > upper.y + edge && each.y < lower.y - edge && (isInColumn(upper, each) || isInColumn(lower, each)),
  );
  if (addressStarts(lines).some((start) => between.includes(start))) return true;
  const ends = between.filter((each) => isEndOfAddress(lines, each, recipient));
  if (ends.length === 0 || isEndOfAddress(lines, line, recipient)) return ends.some((end) => !isTownLine(end, recipient));
  // A name may be below its address, unless that address begins with another name.
  if (line === upper) return nameAbove(lines, line, recipient) === 'another';
  return lines.some(
    (each) =>
      each.turn === name.turn &&
      each.y > line.y &&
      isNear(line, each, 6) &&
      isInColumn(line, each) &&
      isEndOfAddress(lines, each, recipient),
  );
}

/** True if the town below the street, or else below the name, is not the recipient's. */
function namesOtherTown(own: readonly Line[], nameLine: Line, recipient: Address): boolean {
  if (recipient.postalCode.trim() === '') return false;
  const street = own.find((line) => streetOn([line], recipient) === 'same') ?? nameLine;
  const below = own.filter((line) => line.y > street.y && isNear(street, line, 6) && isInColumn(street, line));
  const town = below.find((line) => isCityLine(line));
  return town !== undefined && !isTownLine(town, recipient);
}

/** True if another person is named right above the recipient's street, in place of the recipient. */
function hasOtherHead(lines: readonly Line[], own: readonly Line[], nameLine: Line, recipient: Address): boolean {
  const street = own.find((line) => line !== nameLine && streetOn([line], recipient) === 'same');
  return street !== undefined && nameAbove(lines, street, recipient, nameLine) === 'another';
}

/** True if a name is above a line with only adjacent lines between them. */
function isInBlockOf(lines: readonly Line[], line: Line, nameLine: Line): boolean {
  let lowest = line;
  const above = lines.filter((each) => each.turn === line.turn && each.y < line.y && isInColumn(line, each)).toReversed();
  for (const each of above) {
    if (lowest.y - each.y > rowsApart * Math.max(lowest.height, each.height)) return false;
    if (each === nameLine) return true;
    lowest = each;
  }
  return false;
}

/** In character heights: largest distance of a name above its street. */
const headReach = 3.5;

/** Finds whose name is right above a line of an address, up to its caption or the address before it. */
function nameAbove(lines: readonly Line[], line: Line, recipient: Address, nameLine?: Line): 'ours' | 'another' | 'none' {
  const above = lines
    .filter((each) => each.turn === line.turn && each.y < line.y && each.y > line.y - headReach * line.height && isInColumn(line, each))
    .toSorted((a, b) => b.y - a.y);
  if (nameLine && isInBlockOf(lines, line, nameLine)) return 'ours';
  const own = new Set([recipient.name, recipient.company].flatMap(wordsOf));
  for (const each of above) {
    if (each.words.some((word) => own.has(word))) return 'ours';
    if (captionOf(each) !== undefined || isEndOfAddress(lines, each, recipient)) return 'none';
    if (unknownNames(each, recipient).length > 0) return 'another';
  }
  return 'none';
}
