import bwipJs from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { Dice } from '../crash/dice.ts';

/** An address on a label, in the characters that the service received. */
export interface Party {
  readonly name: string;
  readonly company?: string;
  readonly street: string;
  readonly street2?: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

export interface LabelFacts {
  readonly orderNo: string;
  readonly consignmentNo: string;
  /** One number for each parcel. */
  readonly trackingNos: readonly string[];
  readonly sender: Party;
  readonly recipient: Party;
  readonly reference: string;
  readonly serviceName: string;
  /** Service point where the recipient collects the parcel: the label then has its address. */
  readonly servicePoint?: Party;
  /** Tracking number of the return label, if one was ordered. */
  readonly returnTrackingNo?: string;
}

/** One sheet before it is drawn: sender, recipient and number. */
interface Face {
  readonly from: Party;
  readonly to: Party;
  readonly heading: string;
  readonly trackingNo: string;
  readonly piece: string;
}

const wordsTo = ['TO', 'SHIP TO:', 'Deliver to', 'Empfänger', 'Destinataire', 'Ontvanger', 'Odbiorca', ''] as const;
const wordsFrom = ['FROM', 'Sender:', 'Absender', 'Expéditeur', 'Afzender', 'Nadawca', ''] as const;

function facesOf({ trackingNos, sender, recipient, servicePoint, returnTrackingNo }: LabelFacts): Face[] {
  const to: Party = servicePoint
    ? { ...servicePoint, name: recipient.name, company: servicePoint.company ?? servicePoint.name }
    : recipient;
  const out = trackingNos.map((trackingNo, at) => ({
    from: sender,
    to,
    heading: '',
    trackingNo,
    piece: `${at + 1}/${trackingNos.length}`,
  }));
  if (returnTrackingNo === undefined) return out;
  return [...out, { from: recipient, to: sender, heading: 'RETURN', trackingNo: returnTrackingNo, piece: '1/1' }];
}

/**
 * Draws the labels of one shipment, one sheet for each parcel and one more for a return label, in a random layout: position of sender and
 * recipient, sizes, words, fonts, code page, rotation. Every sheet carries its tracking number as a bar code and as text.
 */
export async function drawLabels(dice: Dice, facts: LabelFacts, format: 'ZPL' | 'PDF'): Promise<Uint8Array> {
  const layout = drawLayout(dice);
  return format === 'ZPL' ? zplOf(dice, layout, facts) : pdfOf(layout, facts);
}

interface Block {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly word: string;
}

interface Layout {
  readonly to: Block;
  readonly from: Block;
  readonly isCapital: boolean;
  readonly townFirst: boolean;
  readonly withCountry: boolean;
  readonly codeX: number;
  readonly codeY: number;
}

/** Returns a layout in dots of a 203 dpi head, on 102 × 152 mm. */
function drawLayout(dice: Dice): Layout {
  const size = 26 + dice.whole(14);
  const small = dice.chance(0.3) ? size : 16 + dice.whole(8);
  const word = { to: dice.pick(wordsTo), from: dice.pick(wordsFrom) };
  // A label without a distinguishing word or size could be read either way.
  const caption = word.to === '' && small === size ? 'TO' : word.to;
  const left = 20 + dice.whole(40);
  const [from, to] = dice.pick([
    [
      { x: left, y: 60 },
      { x: left, y: 330 },
    ],
    [
      { x: left, y: 330 },
      { x: left, y: 60 },
    ],
    [
      { x: left, y: 90 },
      { x: 420, y: 90 },
    ],
    [
      { x: 440, y: 90 },
      { x: left, y: 90 },
    ],
    [
      { x: left, y: 600 },
      { x: left, y: 100 },
    ],
  ]);
  return {
    to: { ...to, size, word: caption },
    from: { ...from, size: small, word: word.from },
    isCapital: dice.chance(0.35),
    townFirst: dice.chance(0.2),
    withCountry: dice.chance(0.8),
    codeX: 40 + dice.whole(60),
    codeY: 850 + dice.whole(120),
  };
}

function linesOf(layout: Layout, party: Party): string[] {
  const town = layout.townFirst ? `${party.city} ${party.postalCode}` : `${party.postalCode} ${party.city}`;
  const lines = [party.company ?? '', party.name, party.street, party.street2 ?? '', town, layout.withCountry ? party.country : ''];
  return lines.filter((line) => line.trim() !== '').map((line) => (layout.isCapital ? line.toUpperCase() : line));
}

function zplOf(dice: Dice, layout: Layout, facts: LabelFacts): Uint8Array {
  const manner = {
    start: dice.pick(['', '\r\n', '^XA^MCY^XZ\r\n', '\x10CT~~CD,~CC^~CT~', '^FX one of many ^FS']),
    place: dice.pick(['FO', 'FT'] as const),
    font: dice.pick(['A0N', 'A0N', 'ADN', 'CF0'] as const),
    data: dice.chance(0.15) ? 'FV' : 'FD',
    isHex: dice.chance(0.2),
    isBlock: dice.chance(0.2),
    symbol: dice.pick(['BC', 'BC', 'BX', '2D too'] as const),
    lineEnd: dice.pick(['', '\n', '\r\n']),
    logo: dice.chance(0.4),
  };
  const safe = (text: string): string =>
    manner.isHex
      ? text.replace(/[^A-Za-z0-9 ]/g, (sign) =>
          [...Buffer.from(sign)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
        )
      : text.replace(/[\^~]/g, ' ');
  const field = (text: string): string => `${manner.isHex ? '^FH' : ''}^${manner.data}${safe(text)}^FS`;
  const fontOf = (size: number): string =>
    manner.font === 'CF0' ? `^CF0,${size}` : `^${manner.font},${size},${manner.font === 'ADN' ? Math.round(size / 2) : size}`;
  const text = (x: number, y: number, size: number, what: string): string => `^${manner.place}${x},${y}${fontOf(size)}${field(what)}`;
  const block = ({ x, y, size, word }: Block, lines: readonly string[]): string[] => {
    const step = size + 6;
    const head = word === '' ? [] : [text(x, y, 18, word)];
    const below = y + (word === '' ? 0 : 26);
    if (manner.isBlock)
      return [
        ...head,
        `^FO${x},${below}${fontOf(size)}^FB380,${lines.length + 2},4,L,0${manner.isHex ? '^FH' : ''}^FD${lines.map(safe).join('\\&')}^FS`,
      ];
    return [...head, ...lines.map((line, at) => text(x, below + at * step, size, line))];
  };
  const sheets = facesOf(facts).map(({ from, to, heading, trackingNo, piece }) => {
    const bars = [`^FO${layout.codeX},${layout.codeY}^BY2^BCN,140,N,N,N^FD${trackingNo}^FS`];
    if (manner.symbol === 'BX') bars.push(`^FO620,${layout.codeY}^BXN,5,200^FD${trackingNo}^FS`);
    if (manner.symbol === '2D too') bars.push(`^FO600,${layout.codeY}^BQN,2,4^FDQA,${trackingNo}^FS`);
    return [
      '^XA^CI28^LH0,0^PW812^LL1218^PON',
      ...(manner.logo ? ['^FO600,20^GB180,60,60^FS', '^FO10,300^GB790,2,2^FS'] : []),
      ...(heading === '' ? [] : [text(420, 30, 40, heading)]),
      ...block(layout.from, linesOf(layout, from)),
      ...block(layout.to, linesOf(layout, to)),
      text(40, 780, 22, `Ref ${facts.reference}`),
      text(440, 780, 22, `${piece}  ${facts.serviceName}`),
      text(40, 810, 22, `No ${facts.consignmentNo}`),
      ...bars,
      text(layout.codeX, layout.codeY + 170, 28, trackingNo),
      '^PQ1^XZ',
    ].join(manner.lineEnd);
  });
  return Buffer.from(manner.start + sheets.join('\n'));
}

/** Points of a PDF per dot of the 203 dpi drawing. */
const points = 72 / 203;

async function pdfOf(layout: Layout, facts: LabelFacts): Promise<Uint8Array> {
  const document = new PDFDocument({ autoFirstPage: false, compress: true });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  for (const { from, to, heading, trackingNo, piece } of facesOf(facts)) {
    document.addPage({ size: [812 * points, 1218 * points], margin: 0 });
    const write = (x: number, y: number, size: number, what: string): void => {
      document.fontSize(size * points).text(what, x * points, y * points, { lineBreak: false });
    };
    const block = ({ x, y, size, word }: Block, lines: readonly string[]): void => {
      if (word !== '') write(x, y, 18, word);
      lines.forEach((line, at) => write(x, y + 26 + at * (size + 6), size, line));
    };
    if (heading !== '') write(420, 30, 40, heading);
    block(layout.from, linesOf(layout, from));
    block(layout.to, linesOf(layout, to));
    write(40, 780, 22, `Ref ${facts.reference}`);
    write(440, 780, 22, `${piece}  ${facts.serviceName}`);
    write(40, 810, 22, `No ${facts.consignmentNo}`);
    const bars = await bwipJs.toBuffer({ bcid: 'code128', text: trackingNo, scale: 2, height: 14 });
    document.image(bars, layout.codeX * points, layout.codeY * points, { width: 500 * points });
    write(layout.codeX, layout.codeY + 170, 28, trackingNo);
  }
  document.end();
  await ended;
  return Buffer.concat(parts);
}
