import type { Address } from '../../shared/address.ts';
import { aroundTerm, holds, holdsTerm, isNear, type Line, wordsOf } from './label-line.ts';
import { nameOf, nameOn, postalTerms, streetTerms } from './recipient-on-label.ts';
import { remembered } from './remembered.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const nameOfCountry = remembered((country) => countryNames.of(country) ?? '');
const countryName = ({ country }: Address): string => (country.length === 2 ? nameOfCountry(country) : '');

/** What an address consists of, each part in the ways it may be written. */
function partsOf(address: Address): readonly (readonly string[])[] {
  const { name, company, street2, street3, city, phone } = address;
  const single = [name, company, street2, street3, city, phone, countryName(address)].map((text): readonly string[] => [
    wordsOf(text).join(''),
  ]);
  return [...single, streetTerms(address), postalTerms(address)]
    .map((terms) => terms.filter((term) => term.length > 1))
    .filter((terms) => terms.length > 0);
}

/**
 * The lines of an address around one of them: those that hold the other parts, each part once, the nearest first. So the same city
 * further down, in another address, stays.
 */
function grownFrom(anchor: Line, bearing: ReadonlyMap<Line, readonly number[]>, isOthers: (line: Line) => boolean): ReadonlySet<Line> {
  const block = new Set([anchor]);
  const used = new Set(bearing.get(anchor) ?? []);
  for (;;) {
    let nearest: Line | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [line, parts] of bearing) {
      if (block.has(line) || line.turn !== anchor.turn || !parts.some((part) => !used.has(part)) || isOthers(line)) continue;
      for (const member of block) {
        const height = Math.max(member.height, 1);
        if (!isNear(member, line, 2.6) || Math.abs(member.x - line.x) > 14 * height) continue;
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

function bearingOf(lines: readonly Line[], address: Address): ReadonlyMap<Line, readonly number[]> {
  const parts = partsOf(address);
  return new Map(
    lines.flatMap((line) => {
      const held = parts.flatMap((terms, index) => (terms.some((term) => holdsTerm(line.words, term)) ? [index] : []));
      return held.length > 0 ? [[line, held] as const] : [];
    }),
  );
}

/** Whether one of the terms begins on this line and, where the line has more words, ends there. */
const opens = (lines: readonly Line[], line: Line, terms: readonly string[]): boolean =>
  terms.some((term) => aroundTerm(line.words, term).length > 0) || holds(lines, line, terms);

/** The lines that say where a parcel comes from, of the sender's name, company or street and what stands around it. */
export function senderBlock(lines: readonly Line[], recipient: Address, sender: Address): ReadonlySet<Line> {
  const nameTerms = [sender.name, sender.company].map((text) => wordsOf(text).join('')).filter((term) => term.length > 2);
  const recipientNames = [recipient.name, recipient.company].map((text) => wordsOf(text).join(''));
  const sameName = nameTerms.some((term) => recipientNames.includes(term));
  const street = streetTerms(sender);
  const toSelf = sameName && street[0] === streetTerms(recipient)[0];
  const bearing = bearingOf(lines, sender);
  // Where one name holds the other, a line is whose name it is to the letter.
  const isSenders = ({ words }: Line): boolean => nameTerms.includes(words.join(''));
  const isRecipients = ({ words }: Line): boolean => recipientNames.some((name) => name.length > 2 && holdsTerm(words, name));
  const names = new Set(
    sameName ? [] : lines.filter((line) => !isSenders(line) && (isRecipients(line) || nameOn(lines, line, recipient) !== 'none')),
  );
  const anchors = [
    ...(sameName ? [] : lines.filter((line) => opens(lines, line, nameTerms))),
    ...lines.filter((line) => holds(lines, line, street)),
  ];
  const taken = new Set<Line>();
  for (const anchor of anchors) {
    if (taken.has(anchor) || names.has(anchor)) continue;
    const block = grownFrom(anchor, bearing, (line) => taken.has(line) || names.has(line));
    const namesSender = [...block].some((line) => opens(lines, line, nameTerms));
    // The sender's street without the sender's name, close to the recipient's name, is the recipient's own address.
    if (!namesSender && [...block].some((member) => [...names].some((line) => isNear(member, line, 5)))) continue;
    for (const line of block) taken.add(line);
    // A parcel to the sender's own address shows the same block twice; one of them is the recipient's.
    if (toSelf) break;
  }
  return taken;
}

/** The lines of the recipient's address around the lines that name them. */
export function recipientBlock(lines: readonly Line[], senders: ReadonlySet<Line>, recipient: Address): ReadonlySet<Line> {
  const bearing = bearingOf(lines, { ...recipient, name: nameOf(recipient) });
  const block = new Set<Line>();
  for (const line of lines) {
    if (senders.has(line) || block.has(line) || nameOn(lines, line, recipient) === 'none') continue;
    for (const member of grownFrom(line, bearing, (other) => senders.has(other))) block.add(member);
  }
  return block;
}

export const isSameDoor = (one: Address, other: Address): boolean =>
  wordsOf(nameOf(one)).join('') === wordsOf(nameOf(other)).join('') && streetTerms(one)[0] === streetTerms(other)[0];

/** Whether a block says where its party lives. */
export const holdsDoor = (lines: readonly Line[], block: ReadonlySet<Line>, address: Address): boolean =>
  [...block].some((line) => holds(lines, line, streetTerms(address)) || postalTerms(address).some((term) => holdsTerm(line.words, term)));

export { countryName };
