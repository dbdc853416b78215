import type { Address } from '../../shared/address.ts';
import { aroundTerm, containsTerm, holds, isNear, type Line, wordsOf } from './label-line.ts';
import { addressStarts } from './label-words.ts';
import { nameOf, nameOn, postalTerms, streetTerms } from './recipient-on-label.ts';
import { remembered } from './remembered.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const nameOfCountry = remembered((country) => countryNames.of(country) ?? '');
const countryName = ({ country }: Address): string => (country.length === 2 ? nameOfCountry(country) : '');

/** Returns the parts of an address, each in the ways it may be written. */
function partsOf(address: Address): readonly (readonly string[])[] {
  const { name, company, street2, street3, city, phone } = address;
  const single = [name, company, street2, street3, city, phone, countryName(address)].map((text): readonly string[] => [
    wordsOf(text).join(''),
  ]);
  return [...single, streetTerms(address), postalTerms(address)]
    .map((terms) => terms.filter((term) => term.length > 1))
    .filter((terms) => terms.length > 0);
}

/** Largest distance between the lines of an address, in character heights; it is larger if each line has a caption of its own. */
const usualReach = 2.6;
const captionedReach = 6;

/**
 * Returns the lines of an address around one of them: those that hold the other parts, each part once, the nearest first. So the same city
 * further down, in another address, is left out.
 */
function grownFrom(anchor: Line, { bearing, starts }: Bearing, isOthers: (line: Line) => boolean, reach = usualReach): ReadonlySet<Line> {
  const block = new Set([anchor]);
  const used = new Set(bearing.get(anchor) ?? []);
  const isPastCaption = (line: Line): boolean => {
    const [upper, lower] = [Math.min(anchor.y, line.y), Math.max(anchor.y, line.y)];
    return starts.some(
      ({ turn, x, y, height }) =>
        turn === anchor.turn && y > upper && y < lower && Math.abs(x - anchor.x) <= 4 * Math.max(anchor.height, height),
    );
  };
  for (;;) {
    let nearest: Line | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [line, parts] of bearing) {
      if (block.has(line) || line.turn !== anchor.turn || !parts.some((part) => !used.has(part)) || isOthers(line) || isPastCaption(line))
        continue;
      for (const member of block) {
        const height = Math.max(member.height, 1);
        if (!isNear(member, line, reach) || Math.abs(member.x - line.x) > 14 * height) continue;
        const away = Math.abs(member.y - line.y) + Math.abs(anchor.x - line.x);
        if (away >= least) continue;
        least = away;
        nearest = line;
      }
    }
    if (!nearest) return block;
    block.add(nearest);
    for (const part of bearing.get(nearest) ?? []) used.add(part);
  }
}

interface Bearing {
  /** The parts of an address that each line holds, by their indexes. */
  readonly bearing: ReadonlyMap<Line, readonly number[]>;
  /** Captions that end an address. */
  readonly starts: readonly Line[];
}

function bearingOf(lines: readonly Line[], address: Address): Bearing {
  const parts = partsOf(address);
  const street = wordsOf(address.street).join('');
  const streetPart = parts.findIndex(([term = '']) => term === streetTerms(address)[0]);
  const numbers = new Set(wordsOf(address.houseNumber));
  // A flat behind the number may be on a line of its own.
  const isStreetWithoutFlat = ({ words }: Line): boolean =>
    street.length > 5 && containsTerm(words, street) && words.every((word) => !/\d/.test(word) || numbers.has(word));
  const bearing = new Map(
    lines.flatMap((line) => {
      const held = parts.flatMap((terms, index) =>
        terms.some((term) => containsTerm(line.words, term)) || (index === streetPart && isStreetWithoutFlat(line)) ? [index] : [],
      );
      return held.length > 0 ? [[line, held] as const] : [];
    }),
  );
  return { bearing, starts: addressStarts(lines) };
}

/** True if one of the terms is on this line, or begins on it and continues below or beside it. */
const opens = (lines: readonly Line[], line: Line, terms: readonly string[]): boolean =>
  terms.some((term) => aroundTerm(line.words, term).length > 0) || holds(lines, line, terms);

/** Returns the lines of the origin address: the sender's name, company or street, and the address lines around them. */
export function senderBlock(lines: readonly Line[], recipient: Address, sender: Address): ReadonlySet<Line> {
  const nameTerms = [sender.name, sender.company].map((text) => wordsOf(text).join('')).filter((term) => term.length > 2);
  const recipientNames = [recipient.name, recipient.company].map((text) => wordsOf(text).join(''));
  const sameName = nameTerms.some((term) => recipientNames.includes(term));
  const street = streetTerms(sender);
  const toSelf = sameName && street[0] === streetTerms(recipient)[0];
  const bearing = bearingOf(lines, sender);
  // If one name contains the other, a line belongs to the party whose name it is exactly.
  const isSenders = ({ words }: Line): boolean => nameTerms.includes(words.join(''));
  const isRecipients = ({ words }: Line): boolean => recipientNames.some((name) => name.length > 2 && containsTerm(words, name));
  const names = new Set(
    sameName ? [] : lines.filter((line) => !isSenders(line) && (isRecipients(line) || nameOn(lines, line, recipient) !== 'none')),
  );
  const anchors = [
    ...(sameName ? [] : lines.filter((line) => opens(lines, line, nameTerms))),
    ...lines.filter((line) => holds(lines, line, street)),
  ];
  const taken = new Set<Line>();
  /** True once the sender's name and street were found together. */
  let hasDoor = false;
  for (const anchor of anchors) {
    if (taken.has(anchor) || names.has(anchor)) continue;
    const block = grownFrom(anchor, bearing, (line) => taken.has(line) || names.has(line));
    const namesSender = [...block].some((line) => opens(lines, line, nameTerms));
    // An address in a street of the same name belongs to another party.
    if (!namesSender && hasDoor) continue;
    hasDoor ||= namesSender && [...block].some((line) => holds(lines, line, street));
    // The sender's street without the sender's name, close to the recipient's name, is the recipient's own address.
    if (!namesSender && [...block].some((member) => [...names].some((line) => isNear(member, line, 5)))) continue;
    for (const line of block) taken.add(line);
    // A parcel to the sender's own address shows the same block twice; one of them is the recipient's.
    if (toSelf) break;
  }
  return toSelf ? taken : withoutColumnOf(taken, lines, anchors, recipient);
}

/** In character heights: smallest distance between the starts of lines in two columns. */
const columnsApart = 4;

/**
 * If both parties live in one town, the sender's block may contain the recipient's town line. Removes such lines, which are in the
 * recipient's column.
 */
function withoutColumnOf(
  taken: ReadonlySet<Line>,
  lines: readonly Line[],
  anchors: readonly Line[],
  recipient: Address,
): ReadonlySet<Line> {
  const { bearing } = bearingOf(lines, recipient);
  const shared = [...taken].filter((line) => bearing.has(line) && !anchors.includes(line));
  if (shared.length === 0) return taken;
  const own = [...taken].filter((line) => !shared.includes(line));
  const terms = [wordsOf(nameOf(recipient)).join(''), ...streetTerms(recipient)].filter((term) => term.length > 2);
  const theirs = lines.filter((line) => !taken.has(line) && terms.some((term) => containsTerm(line.words, term)));
  const besides = (line: Line, others: readonly Line[]): number =>
    Math.min(...others.filter(({ turn }) => turn === line.turn).map(({ x }) => Math.abs(x - line.x)));
  return new Set(
    [...taken].filter(
      (line) =>
        !shared.includes(line) ||
        besides(line, own) - besides(line, theirs) <= columnsApart * Math.max(line.height, 1) ||
        theirs.length === 0,
    ),
  );
}

/**
 * Returns the recipient's address lines around the lines with the recipient's name. A name elsewhere is left out, unless no name has an
 * address.
 */
export function recipientBlock(lines: readonly Line[], senders: ReadonlySet<Line>, recipient: Address): ReadonlySet<Line> {
  const bearing = bearingOf(lines, { ...recipient, name: nameOf(recipient) });
  const company = { ...recipient, name: recipient.company };
  const hasBoth = recipient.company.trim() !== '' && recipient.name.trim() !== '' && recipient.company !== recipient.name;
  const isOfSender = (line: Line): boolean => senders.has(line);
  const blocks = lines
    .filter((line) => !isOfSender(line))
    .flatMap((line) => {
      const name = nameOn(lines, line, recipient);
      const isWhole = name === 'whole' || (hasBoth && nameOn(lines, line, company) === 'whole');
      if (name === 'none' && !isWhole) return [];
      const block = grownFrom(line, bearing, isOfSender);
      if (holdsDoor(lines, block, recipient)) return [{ block, hasDoor: true, isWhole }];
      const isElsewhere = (other: Line): boolean =>
        isOfSender(other) || other.y < line.y || Math.abs(other.x - line.x) > columnsApart * line.height;
      const captioned = grownFrom(line, bearing, isElsewhere, captionedReach);
      return [{ block: captioned, hasDoor: holdsDoor(lines, captioned, recipient), isWhole }];
    });
  const withDoor = blocks.filter(({ hasDoor }) => hasDoor);
  const surest = [withDoor.filter(({ isWhole }) => isWhole), withDoor, blocks].find((some) => some.length > 0) ?? [];
  return new Set(surest.flatMap(({ block }) => [...block]));
}

export const isSameDoor = (one: Address, other: Address): boolean =>
  wordsOf(nameOf(one)).join('') === wordsOf(nameOf(other)).join('') && streetTerms(one)[0] === streetTerms(other)[0];

/** True if a block contains the street or the postal code of its party. */
export const holdsDoor = (lines: readonly Line[], block: ReadonlySet<Line>, address: Address): boolean =>
  [...block].some(
    (line) => holds(lines, line, streetTerms(address)) || postalTerms(address).some((term) => containsTerm(line.words, term)),
  );

export { countryName };
