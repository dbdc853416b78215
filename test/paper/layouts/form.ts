import type { Address } from '../../../shared/address.ts';
import type { Dice } from '../../crash/dice.ts';
import { parts } from '../../words.ts';
import { countries, inPlainLetters, streetLine } from './people.ts';

export type Turn = 'N' | 'R' | 'I' | 'B';

/** A text by the upper left corner of its first letter, as it is read. Dots of 203 dpi. */
export interface TextMark {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn: Turn;
  /** Lines of one field, wrapped or aligned within a width. */
  readonly block?: { readonly lines: readonly string[]; readonly width: number; readonly align: 'L' | 'C' | 'R' };
  /** Drawn twice, one dot apart. */
  readonly isBold?: boolean;
}
export interface CodeMark {
  readonly kind: 'code';
  readonly symbol: 'code 128' | 'code 39' | '2 of 5' | 'data matrix' | 'qr' | 'pdf417' | 'drawn bars';
  readonly data: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Uses a narrower bar, if the usual one is too wide. */
  readonly isSmall?: boolean;
  /** `x` and `y` are the upper left corner as the code is read. */
  readonly turn?: Turn;
}
export interface ShapeMark {
  readonly kind: 'box' | 'picture';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export type Mark = TextMark | CodeMark | ShapeMark;

export interface Piece {
  readonly to: Address;
  readonly from: Address;
  readonly trackingNo: string;
  readonly piece: string;
  readonly reference: string;
  readonly isReturn?: boolean;
  /** The title, if the sheet is not a label to stick on. */
  readonly title?: string;
}

/** A courier's layout for its labels. */
export interface Form {
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
  /** Several labels on one page, which has its own size. */
  readonly isPage?: boolean;
  readonly marks: (piece: Piece) => readonly Mark[];
}

type CaptionPair = readonly [to: string, from: string];
const captionPairs: readonly [CaptionPair, ...CaptionPair[]] = [
  ['TO', 'FROM'],
  ['SHIP TO:', 'SHIP FROM:'],
  ['DELIVER TO', 'SENDER'],
  ['Consignee', 'Shipper'],
  ['Receiver:', 'Sender:'],
  ['Delivery address', 'Sender address'],
  ['Empfänger:', 'Absender:'],
  ['An', 'Von'],
  ['Empfänger / Recipient', 'Absender / Sender'],
  ['Destinataire', 'Expéditeur'],
  ['Livrer à :', 'Expédié par :'],
  ['Destinatario', 'Mittente'],
  ['Destinatario:', 'Remitente:'],
  ['Odbiorca', 'Nadawca'],
  ['Ontvanger', 'Afzender'],
  ['Aan:', 'Van:'],
  ['Mottagare', 'Avsändare'],
  ['Příjemce', 'Odesílatel'],
  ['Modtager', 'Afsender'],
  ['Címzett', 'Feladó'],
];
const couriers = ['FALKE EXPRESS', 'Postala', 'Kurier24', 'TransNord Parcel', 'ORBITA', 'Velox Cargo', 'Pakkie'] as const;
const services = ['Next Day', 'ECONOMY', 'Home delivery', 'Parcel Connect', 'EXPRESS 12:00', 'Standard B2C'] as const;
const returnTitles = ['RETURN LABEL', 'Retoure', 'RETURN', 'Zwrot', 'Retour'] as const;

type Arrangement = 'sender above' | 'sender below' | 'sender left' | 'sender right' | 'sender turned' | 'three columns';

/** Draws one courier's form at random; a person who reads it can always see sender and recipient. */
export function drawForm(dice: Dice): Form {
  const arrangement = dice.pick<Arrangement>(
    parts('sender above | sender above | sender below | sender left | sender right | sender turned | three columns'),
  );
  const isBeside = arrangement === 'sender left' || arrangement === 'sender right' || arrangement === 'three columns';
  const [width, height] = dice.pick([
    [812, 1218],
    [812, 1218],
    [839, 1183],
    [1183, 839],
  ] as const);
  const isWide = width > height;
  const size = arrangement === 'three columns' ? 15 + dice.whole(6) : isBeside ? 18 + dice.whole(8) : 24 + dice.whole(16);
  const captions = dice.pick(captionPairs);
  const captionsShown = dice.pick(['both', 'both', 'both', 'to', 'from', 'none'] as const);
  const routing = dice.pick(['none', 'none', 'code', 'postal code', 'postal code and country'] as const);
  const isOneSize = captionsShown !== 'none' && dice.chance(0.35);
  const senderSize = isOneSize ? size : Math.max(11, Math.round(size * (0.45 + dice.whole(30) / 100)));
  // A prominent sender, on a form that names both directions in words.
  const brandSize = captionsShown === 'both' && dice.chance(0.12) ? 48 : 0;
  const captionPlace = dice.pick(['above', 'above', 'above', 'left', 'inline'] as const);
  const captionEnd = dice.pick(['', ':'] as const);
  const upper = dice.chance(0.4);
  const plain = dice.chance(0.3);
  const leading = 1.05 + dice.whole(30) / 100;
  const companyFirst = dice.chance(0.5);
  const withCountry = dice.pick(['never', 'always', 'abroad'] as const);
  const townStyle = dice.pick(['usual', 'usual', 'prefixed', 'city first', 'two fields', 'two lines'] as const);
  const townFactor = !isBeside && dice.chance(0.2) ? 1.4 : 1;
  const nameFactor = !isBeside && dice.chance(0.15) ? 1.3 : 1;
  const phonePlace = dice.pick(['none', 'after name', 'end', 'end in words'] as const);
  const attention = dice.chance(0.15);
  const isOneField = dice.chance(0.15) && townStyle !== 'two fields' && townFactor === 1 && nameFactor === 1;
  const align = isOneField && dice.chance(0.3) ? 'C' : 'L';
  const isBold = dice.chance(0.12);
  const brand = dice.pick(couriers);
  const logo = dice.chance(0.6);
  const depot = dice.chance(0.2);
  const box = dice.chance(0.5);
  const symbol = dice.pick(['code 128', 'code 128', 'code 128', 'code 39', '2 of 5', 'data matrix', 'drawn bars'] as const);
  const second = dice.pick(['none', 'data matrix', 'qr', 'pdf417', 'code 128'] as const);
  const secondHoldsAddress = dice.chance(0.4);
  const senderTurn = dice.pick(['R', 'B'] as const);
  const sheetTurn: Turn = dice.pick(['N', 'N', 'N', 'N', 'N', 'R', 'I', 'B'] as const);
  const left = 14 + dice.whole(60);
  const infoTexts = dice.chance(0.7);
  const service = dice.pick(services);
  const returnTitle = dice.chance(0.5) ? dice.pick(returnTitles) : '';
  const dateStyle = dice.pick(['2026-11-22', '22.11.2026', '11/22/26', '22112026', '22 NOV 2026'] as const);

  const spelt = (text: string, address: Address): string => {
    const letters = plain ? inPlainLetters(text, address.country) : text;
    return upper ? letters.toUpperCase() : letters;
  };
  interface AddressLine {
    readonly cells: readonly string[];
    readonly factor: number;
  }
  function linesOf(address: Address, isAbroad: boolean): readonly AddressLine[] {
    const one = (text: string, factor = 1): AddressLine[] => (text === '' ? [] : [{ cells: [spelt(text, address)], factor }]);
    const name = address.name === '' ? address.company : address.name;
    const company = address.name === '' ? '' : address.company;
    const nameLine = one(attention && company !== '' ? `Attn: ${name}` : name, nameFactor);
    const country = countries.find(({ code }) => code === address.country);
    const province = address.province === '' ? '' : address.country === 'IT' ? ` (${address.province})` : ` ${address.province}`;
    const isCityFirst = address.country === 'US' || address.country === 'GB' || townStyle === 'city first';
    const town =
      townStyle === 'two lines'
        ? [...one(address.city + (isCityFirst ? province : ''), townFactor), ...one(address.postalCode, townFactor)]
        : townStyle === 'two fields'
          ? [{ cells: [spelt(address.postalCode, address), spelt(address.city, address)], factor: townFactor }]
          : isCityFirst
            ? one(`${address.city}${province} ${address.postalCode}`, townFactor)
            : one(`${townStyle === 'prefixed' ? `${address.country}-` : ''}${address.postalCode} ${address.city}${province}`, townFactor);
    const phone = address.phone === '' || phonePlace === 'none' ? '' : address.phone;
    return [
      ...(companyFirst ? [...one(company), ...nameLine] : [...nameLine, ...one(company)]),
      ...(phonePlace === 'after name' ? one(phone) : []),
      ...one(streetLine(address)),
      ...one(address.street2),
      ...town,
      ...(withCountry === 'always' || (withCountry === 'abroad' && isAbroad) ? one((country?.names[upper ? 0 : 1] ?? '') || '') : []),
      ...(phonePlace === 'end' ? one(phone) : phonePlace === 'end in words' && phone !== '' ? one(`Tel. ${phone}`) : []),
    ];
  }

  function blockMarks(
    address: Address,
    isAbroad: boolean,
    place: { readonly x: number; readonly y: number; readonly size: number; readonly turn: Turn; readonly width: number },
    caption: string,
  ): readonly Mark[] {
    const { x, size: letters, turn } = place;
    const lines = linesOf(address, isAbroad);
    const along = (right: number, down: number): { readonly x: number; readonly y: number } => {
      switch (turn) {
        case 'N':
          return { x: x + right, y: place.y + down };
        case 'R':
          return { x: x - down, y: place.y + right };
        case 'I':
          return { x: x - right, y: place.y - down };
        case 'B':
          return { x: x + down, y: place.y - right };
      }
    };
    const marks: Mark[] = [];
    const captionSize = Math.max(10, Math.round(letters * 0.7));
    let down = 0;
    let indent = 0;
    const inline = captionPlace === 'inline' && !isOneField && caption !== '' && /^\w+:?$/.test(caption);
    if (caption !== '' && !inline) {
      const text = caption.endsWith(':') ? caption : caption + captionEnd;
      marks.push({ kind: 'text', text, ...along(0, 0), size: captionSize, turn });
      if (captionPlace === 'left' && !isBeside) indent = Math.round(text.length * captionSize * 0.62 + letters * 0.5);
      else down += Math.round(captionSize * 1.4);
    }
    if (isOneField && turn === 'N') {
      const texts = lines.flatMap(({ cells }) => cells);
      marks.push({
        kind: 'text',
        text: texts.join(' '),
        ...along(indent, down),
        size: letters,
        turn,
        block: { lines: texts, width: place.width - indent, align },
      });
      return marks;
    }
    lines.forEach(({ cells, factor }, index) => {
      const lineSize = Math.round(letters * factor);
      let right = indent;
      for (const [cell, text] of cells.entries()) {
        const content = index === 0 && cell === 0 && inline ? `${caption.replace(/:$/, '')}: ${text}` : text;
        marks.push({ kind: 'text', text: content, ...along(right, down), size: lineSize, turn, isBold });
        right += Math.round(content.length * lineSize * 0.6 + lineSize);
      }
      down += Math.round(lineSize * leading);
    });
    return marks;
  }

  function marks(piece: Piece): readonly Mark[] {
    const { to, from, trackingNo } = piece;
    const isAbroad = to.country !== from.country;
    const toCaption = captionsShown === 'both' || captionsShown === 'to' ? captions[0] : '';
    const fromCaption = captionsShown === 'both' || captionsShown === 'from' ? captions[1] : '';
    const all: Mark[] = [];
    const text = (words: string, x: number, y: number, letters: number): void => {
      if (words !== '') all.push({ kind: 'text', text: words, x, y, size: letters, turn: 'N' });
    };
    const top = 20 + dice0(left);
    text(brand, left, top, 40);
    text(service, Math.round(width * 0.6), top, 26);
    if (logo) all.push({ kind: 'picture', x: width - 130, y: 70, width: 96, height: 64 });
    if (brandSize > 0) text(from.company || from.name, left, top + 44, brandSize);
    const title = piece.title ?? (piece.isReturn === true ? returnTitle : '');
    text(title, Math.round(width * 0.35), top + 4, 30);
    const start = top + 110;
    const half = Math.round(width * (isWide ? 0.3 : 0.5));
    const senderLines = 9 * senderSize * leading;
    const recipientLines = 11 * size * leading;
    let end = start;
    const sender = (x: number, y: number, turn: Turn = 'N'): void => {
      all.push(...blockMarks(from, isAbroad, { x, y, size: senderSize, turn, width: half - 20 }, fromCaption));
    };
    const recipient = (x: number, y: number): void => {
      all.push(...blockMarks(to, isAbroad, { x, y, size, turn: 'N', width: isBeside ? half - 20 : width - x - 20 }, toCaption));
    };
    const columnsEnd = start + Math.max(senderLines, recipientLines) + 20;
    const third = Math.round(width / 3);
    switch (arrangement) {
      case 'sender above':
        sender(left, start);
        recipient(left + (dice0(width) % 3) * 18, Math.round(start + senderLines + 12));
        end = start + senderLines + recipientLines + 24;
        break;
      case 'sender below':
        recipient(left, start);
        sender(left, Math.round(start + recipientLines + 12));
        end = start + senderLines + recipientLines + 24;
        break;
      case 'sender left':
        sender(left, start);
        recipient(left + half, start);
        end = columnsEnd;
        break;
      case 'sender right':
        recipient(left, start);
        sender(left + half, start);
        end = columnsEnd;
        break;
      case 'sender turned':
        recipient(left, start);
        sender(senderTurn === 'R' ? width - 20 : width - 170, senderTurn === 'R' ? start : start + 480, senderTurn);
        end = start + Math.max(recipientLines, 480) + 24;
        break;
      case 'three columns':
        recipient(left, start);
        sender(left + third, start);
        text('Weight', left + 2 * third, start, 14);
        text('3.20 kg', left + 2 * third, start + 18, 22);
        text('Ref', left + 2 * third, start + 48, 14);
        text(piece.reference, left + 2 * third, start + 66, 18);
        end = columnsEnd;
        break;
    }
    // A wide sheet has its bar codes beside the addresses.
    const codeX = isWide ? Math.round(width * 0.62) : left;
    let y = Math.round(isWide ? start + 60 : end);
    if (routing !== 'none' && !isWide) {
      const routed =
        routing === 'code'
          ? `${to.country} ${100 + (trackingNo.length % 7)} 715`
          : routing === 'postal code'
            ? to.postalCode
            : `${to.country}-${to.postalCode}`;
      text(routed, Math.round(width * 0.5), y, 60);
      y += 74;
    }
    if (infoTexts && arrangement !== 'three columns') {
      text(`Weight: 3.20 kg`, codeX, y, 20);
      text(`Pcs ${piece.piece}`, codeX + 220, y, 20);
      text(dateStyle, codeX + 330, y, 20);
      text(`Ref: ${piece.reference}`, codeX, y + 26, 20);
      y += 60;
    }
    if (depot && !isWide) {
      text(`Depot: ${brand} Hub 17`, codeX, y, 14);
      text(`Industriering 40, DE-97080 Würzburg`, codeX, y + 18, 14);
      y += 44;
    }
    if (box) all.push({ kind: 'box', x: 6, y: 6, width: width - 12, height: height - 12 });
    if (piece.title === undefined) {
      if (second !== 'none') {
        const data = secondHoldsAddress ? [trackingNo, to.postalCode, to.country, to.name, streetLine(to)].join('|') : `${trackingNo}0001`;
        const isShort = second === 'code 128';
        all.push({
          kind: 'code',
          symbol: second,
          data: isShort ? `420${to.postalCode.replace(/\W/g, '')}` : data,
          x: codeX + 20,
          y,
          height: 60,
        });
        y += 190;
      }
      const digits = symbol === '2 of 5' ? trackingNo.replace(/\D/g, '') : trackingNo;
      all.push({ kind: 'code', symbol, data: digits, x: codeX + 20, y, height: 120 });
      y += 130;
    } else text('Tracking number', codeX, y, 18);
    text(piece.title === undefined ? trackingNo.replace(/(.{4})/g, '$1 ').trim() : trackingNo, codeX + 40, y + 24, 26);
    return all;
  }
  // Small offsets that are the same on every piece of a form.
  function dice0(from0: number): number {
    return (from0 * 7) % 23;
  }
  return { width, height, turn: sheetTurn, marks };
}

/** Turns the whole sheet: text that was upright now reads in `turn`. On a single label the codes stay in place. */
export function turned({ width, height, turn, isPage }: Form, mark: Mark): Mark {
  if (turn === 'N' || (mark.kind !== 'text' && isPage !== true)) return mark;
  const placeOf = (x: number, y: number): { readonly x: number; readonly y: number } =>
    turn === 'R' ? { x: height - y, y: x } : turn === 'I' ? { x: width - x, y: height - y } : { x: y, y: width - x };
  if (mark.kind !== 'text' && mark.kind !== 'code') {
    const [one, other] = [placeOf(mark.x, mark.y), placeOf(mark.x + mark.width, mark.y + mark.height)];
    const corner = { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y) };
    return { ...mark, ...corner, width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) };
  }
  const sum = turns[(turns.indexOf(mark.turn ?? 'N') + turns.indexOf(turn)) % 4] ?? 'N';
  return { ...mark, ...placeOf(mark.x, mark.y), turn: sum };
}
const turns: readonly Turn[] = ['N', 'R', 'I', 'B'];

/** The same form scaled down, as couriers draw it if two or four labels share a sheet. */
export function smaller(form: Form, factor: number): Form {
  const to = (length: number): number => Math.round(length * factor);
  const smallerMark = (mark: Mark): Mark => {
    const [x, y] = [to(mark.x), to(mark.y)];
    if (mark.kind === 'code') return { ...mark, x, y, height: to(mark.height), isSmall: true };
    if (mark.kind !== 'text') return { ...mark, x, y, width: to(mark.width), height: to(mark.height) };
    return { ...mark, x, y, size: to(mark.size), ...(mark.block && { block: { ...mark.block, width: to(mark.block.width) } }) };
  };
  return { ...form, width: to(form.width), height: to(form.height), marks: (piece) => form.marks(piece).map(smallerMark) };
}

/** Width of a code, read upright: at least as wide as any printer draws it. */
export function codeWidth({ symbol, data, isSmall = false }: CodeMark): number {
  const bar = isSmall ? 2 : 3;
  switch (symbol) {
    case 'code 128':
      return (data.length + 4) * 11 * bar;
    case 'code 39':
      return (data.length + 2) * 16 * (bar - 1);
    case '2 of 5':
      return (data.length + 2) * 9 * bar;
    case 'drawn bars':
      return data.length * 13;
    case 'pdf417':
      return 140 * bar;
    case 'data matrix':
    case 'qr':
      return 50 * bar;
  }
}
const codeHeight = (mark: CodeMark): number =>
  mark.symbol === 'data matrix' || mark.symbol === 'qr' || mark.symbol === 'pdf417'
    ? Math.max(mark.height, codeWidth(mark) / 2)
    : mark.height;

/** Approximate area that a mark covers. */
export function boxOfMark(mark: Mark): Omit<ShapeMark, 'kind'> {
  if (mark.kind !== 'text' && mark.kind !== 'code') return mark;
  const { x, y } = mark;
  const [long, high] = mark.kind === 'code' ? [codeWidth(mark), codeHeight(mark)] : textSize(mark);
  switch (mark.turn ?? 'N') {
    case 'N':
      return { x, y, width: long, height: high };
    case 'R':
      return { x: x - high, y, width: high, height: long };
    case 'I':
      return { x: x - long, y: y - high, width: long, height: high };
    case 'B':
      return { x, y: y - long, width: high, height: long };
  }
}

function textSize({ text, size, block }: TextMark): readonly [long: number, high: number] {
  const lines = block?.lines ?? [text];
  return [Math.max(block?.width ?? 0, ...lines.map((line) => line.length * size * 0.6)), size * 1.3 * lines.length];
}
