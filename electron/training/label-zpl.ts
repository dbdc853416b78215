import type { LabelFacts } from './label-facts.ts';

/** Encodes a text as field data: the three special characters of a field become hex. */
function fieldData(text: string): string {
  if (!/[\^~_]/.test(text)) return `^FD${text}^FS`;
  const escaped = text.replace(/[\^~_]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `^FH_^FD${escaped}^FS`;
}

/** Takes coordinates in dots at 203 dpi, and writes them in dots of the target printer. */
function createPen(dpi: 203 | 300) {
  const dots = (at203: number): number => (dpi === 203 ? at203 : Math.round((at203 * 300) / 203));
  const font = (height: number, width = height): string => `^A0N,${dots(height)},${dots(width)}`;
  const at = (x: number, y: number): string => `^FO${dots(x)},${dots(y)}`;
  return {
    dots,
    box: (x: number, y: number, width: number, height: number, thickness: number): string =>
      `${at(x, y)}^GB${dots(width)},${dots(height)},${dots(thickness)}^FS`,
    rule: (y: number, thickness: number): string => `${at(24, y)}^GB${dots(764)},${dots(thickness)},${dots(thickness)}^FS`,
    /** One line in the scalable font, condensed as needed to fit into `room`. */
    line(x: number, y: number, height: number, text: string, room: number): string {
      const width = Math.min(height, Math.floor(room / (0.53 * Math.max(1, text.length))));
      return `${at(x, y)}${font(height, Math.max(10, width))}${fieldData(text)}`;
    },
    aligned: (side: 'C' | 'R', x: number, y: number, height: number, text: string, room: number): string =>
      `${at(x, y)}${font(height)}^FB${dots(room)},1,0,${side},0${fieldData(text)}`,
    caption: (x: number, y: number, height: number, text: string): string => `${at(x, y)}${font(height)}^FD${text}^FS`,
  };
}

/** Width of a Code 128 of this text, in modules: pairs of digits share a symbol. */
function code128Modules(text: string): number {
  const digitRun = /\d{4,}$/.exec(text)?.[0].length ?? 0;
  const paired = digitRun - (digitRun % 2);
  const symbols = text.length - paired + paired / 2 + (paired > 0 && paired < text.length ? 1 : 0) + 2;
  return symbols * 11 + 13;
}

/** A 4 x 6 inch label for a printer of this many dots per inch, as one ^XA..^XZ format in ASCII. */
export function labelZpl(facts: LabelFacts, dpi: 203 | 300): string {
  const { dots, box, rule, line, aligned, caption } = createPen(dpi);
  const [labelWidth, labelLength] = dpi === 203 ? [812, 1218] : [1200, 1800];
  const modules = code128Modules(facts.trackingNo);
  const moduleDots = Math.max(2, Math.min(dots(4), Math.floor(dots(700) / modules)));
  const barcodeX = Math.round((labelWidth - modules * moduleDots) / 2);
  const toHeight = facts.to.length > 6 ? 38 : facts.to.length > 5 ? 43 : 48;
  const toStep = toHeight + 8;
  const reference = facts.reference === '' ? '-' : facts.reference;
  const parts = [
    '^XA',
    `^CI28^PW${labelWidth}^LL${labelLength}^LH0,0`,
    // Courier and piece, white on black.
    box(24, 24, 764, 124, 124),
    `^FR${line(48, 48, 84, facts.courier, 520)}`,
    `^FR${aligned('R', 468, 52, 74, facts.isReturn ? 'RETURN' : facts.piece, 300)}`,
    line(28, 166, 48, facts.service, 500),
    aligned('R', 528, 166, 48, facts.weight, 258),
    rule(226, 3),
    // Sender on the left, shipment data on the right.
    caption(28, 242, 22, 'FROM'),
    ...facts.from.map((text, index) => line(28, 270 + index * 28, 26, text, 440)),
    box(496, 227, 3, 239, 3),
    caption(516, 242, 22, 'REF'),
    line(516, 268, 40, reference, 270),
    caption(516, 318, 22, 'SHIP DATE'),
    line(516, 344, 32, facts.date, 270),
    caption(516, 388, 22, 'ORDER'),
    line(516, 414, 32, facts.orderNo, 270),
    rule(466, 3),
    caption(28, 484, 30, 'TO'),
    ...(facts.toServicePoint ? [aligned('R', 488, 484, 30, 'SERVICE POINT', 298)] : []),
    ...facts.to.map((text, index) => line(28, 522 + index * toStep, toHeight, text, 756)),
    aligned('R', 388, 484, 24, facts.toServicePoint || facts.toPhone === '' ? '' : `Tel ${facts.toPhone}`, 398),
    rule(886, 6),
    line(28, 906, 80, facts.routing, 756),
    rule(984, 3),
    `^FO${barcodeX},${dots(1002)}^BY${moduleDots},3,${dots(150)}^BCN,${dots(150)},N,N,N,A${fieldData(facts.trackingNo)}`,
    aligned('C', 24, 1164, 38, facts.trackingNo, 764),
    '^XZ',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}
