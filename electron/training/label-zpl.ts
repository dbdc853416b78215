import type { LabelFacts } from './label-facts.ts';

/** Text as field data: the three characters that would end or bend a field go as hex. */
function fieldData(text: string): string {
  if (!/[\^~_]/.test(text)) return `^FD${text}^FS`;
  const escaped = text.replace(/[\^~_]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `^FH_^FD${escaped}^FS`;
}

/** One line in the scalable font, condensed as far as needed to stay inside `room` dots. */
function line(x: number, y: number, height: number, text: string, room: number): string {
  const width = Math.min(height, Math.floor(room / (0.53 * Math.max(1, text.length))));
  return `^FO${x},${y}^A0N,${height},${Math.max(10, width)}${fieldData(text)}`;
}

function rightAligned(y: number, height: number, text: string, x: number, room: number): string {
  return `^FO${x},${y}^A0N,${height},${height}^FB${room},1,0,R,0${fieldData(text)}`;
}

function rule(y: number, thickness: number): string {
  return `^FO24,${y}^GB764,${thickness},${thickness}^FS`;
}

/** Dots that a Code 128 of this text takes per dot of module width: pairs of digits share a symbol. */
function code128Modules(text: string): number {
  const digitRun = /\d{4,}$/.exec(text)?.[0].length ?? 0;
  const paired = digitRun - (digitRun % 2);
  const symbols = text.length - paired + paired / 2 + (paired > 0 && paired < text.length ? 1 : 0) + 2;
  return symbols * 11 + 13;
}

/** A 4 x 6 inch label for a 203 dpi printer, as one ^XA..^XZ format in ASCII. */
export function labelZpl(facts: LabelFacts): string {
  const moduleDots = Math.max(2, Math.min(4, Math.floor(700 / code128Modules(facts.trackingNo))));
  const barcodeX = Math.round((812 - code128Modules(facts.trackingNo) * moduleDots) / 2);
  const toHeight = facts.to.length > 6 ? 38 : facts.to.length > 5 ? 43 : 48;
  const toStep = toHeight + 8;
  const reference = facts.reference === '' ? '-' : facts.reference;
  const parts = [
    '^XA',
    '^CI28^PW812^LL1218^LH0,0',
    // Courier and piece, white on black.
    '^FO24,24^GB764,124,124^FS',
    `^FR${line(48, 48, 84, facts.courier, 520)}`,
    `^FR${rightAligned(52, 74, facts.isReturn ? 'RETURN' : facts.piece, 468, 300)}`,
    line(28, 166, 48, facts.service, 500),
    rightAligned(166, 48, facts.weight, 528, 258),
    rule(226, 3),
    // Sender to the left, the facts of the shipment to the right.
    '^FO28,242^A0N,22,22^FDFROM^FS',
    ...facts.from.map((text, index) => line(28, 270 + index * 28, 26, text, 440)),
    '^FO496,227^GB3,239,3^FS',
    '^FO516,242^A0N,22,22^FDREF^FS',
    line(516, 268, 40, reference, 270),
    '^FO516,318^A0N,22,22^FDSHIP DATE^FS',
    line(516, 344, 32, facts.date, 270),
    '^FO516,388^A0N,22,22^FDORDER^FS',
    line(516, 414, 32, facts.orderNo, 270),
    rule(466, 3),
    '^FO28,484^A0N,30,30^FDTO^FS',
    ...(facts.toServicePoint ? [rightAligned(484, 30, 'SERVICE POINT', 488, 298)] : []),
    ...facts.to.map((text, index) => line(28, 522 + index * toStep, toHeight, text, 756)),
    rightAligned(484, 24, facts.toServicePoint || facts.toPhone === '' ? '' : `Tel ${facts.toPhone}`, 388, 398),
    rule(886, 6),
    line(28, 906, 80, facts.routing, 756),
    rule(984, 3),
    `^FO${barcodeX},1002^BY${moduleDots},3,150^BCN,150,N,N,N,A${fieldData(facts.trackingNo)}`,
    `^FO24,1164^A0N,38,38^FB764,1,0,C,0${fieldData(facts.trackingNo)}`,
    '^XZ',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}
