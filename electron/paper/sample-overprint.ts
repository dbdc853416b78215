import { type Bitmap, blacken, blankBitmap } from './bitmap.ts';
import { zplPicture } from './zpl-picture.ts';
import { zplTokens } from './zpl-tokens.ts';

/** Characters as strokes in a box one unit high: each list is a line through points `x,y`, y downwards. */
const glyphs: Readonly<Record<string, { readonly width: number; readonly strokes: readonly (readonly number[])[] }>> = {
  A: {
    width: 0.72,
    strokes: [
      [0, 1, 0.36, 0, 0.72, 1],
      [0.13, 0.66, 0.59, 0.66],
    ],
  },
  D: { width: 0.62, strokes: [[0, 0, 0, 1, 0.28, 1, 0.5, 0.88, 0.62, 0.65, 0.62, 0.35, 0.5, 0.12, 0.28, 0, 0, 0]] },
  E: {
    width: 0.52,
    strokes: [
      [0.52, 0, 0, 0, 0, 1, 0.52, 1],
      [0, 0.5, 0.44, 0.5],
    ],
  },
  H: {
    width: 0.6,
    strokes: [
      [0, 0, 0, 1],
      [0.6, 0, 0.6, 1],
      [0, 0.5, 0.6, 0.5],
    ],
  },
  I: { width: 0, strokes: [[0, 0, 0, 1]] },
  L: { width: 0.5, strokes: [[0, 0, 0, 1, 0.5, 1]] },
  M: { width: 0.78, strokes: [[0, 1, 0, 0, 0.39, 0.62, 0.78, 0, 0.78, 1]] },
  N: { width: 0.62, strokes: [[0, 1, 0, 0, 0.62, 1, 0.62, 0]] },
  O: {
    width: 0.7,
    strokes: [
      [0.24, 0, 0.46, 0, 0.63, 0.13, 0.7, 0.35, 0.7, 0.65, 0.63, 0.87, 0.46, 1, 0.24, 1, 0.07, 0.87, 0, 0.65, 0, 0.35, 0.07, 0.13, 0.24, 0],
    ],
  },
  P: { width: 0.56, strokes: [[0, 1, 0, 0, 0.36, 0, 0.51, 0.08, 0.56, 0.27, 0.51, 0.46, 0.36, 0.54, 0, 0.54]] },
  S: {
    width: 0.58,
    strokes: [
      [
        0.56, 0.18, 0.47, 0.05, 0.3, 0, 0.13, 0.04, 0.03, 0.17, 0.05, 0.34, 0.17, 0.44, 0.42, 0.54, 0.55, 0.66, 0.56, 0.82, 0.46, 0.95,
        0.28, 1, 0.1, 0.95, 0, 0.81,
      ],
    ],
  },
  T: {
    width: 0.6,
    strokes: [
      [0, 0, 0.6, 0],
      [0.3, 0, 0.3, 1],
    ],
  },
};
const gap = 0.34;
const blank = 0.3;

type Segment = readonly [number, number, number, number];

/** Returns the text's strokes around its own middle, one unit high. */
function strokesOf(text: string): { readonly width: number; readonly segments: readonly Segment[] } {
  const segments: Segment[] = [];
  let x = 0;
  for (const char of text) {
    const glyph = glyphs[char];
    if (!glyph) {
      x += blank;
      continue;
    }
    for (const points of glyph.strokes)
      for (let at = 0; at + 3 < points.length; at += 2) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4);
        segments.push([x + x0, y0, x + x1, y1]);
      }
    x += glyph.width + gap;
  }
  const width = x - gap;
  return { width, segments: segments.map(([x0, y0, x1, y1]) => [x0 - width / 2, y0 - 0.5, x1 - width / 2, y1 - 0.5]) };
}

/**
 * Draws SAMPLE and DO NOT SHIP in hollow characters from the lower left to the upper right corner. They are hollow so that the label under
 * them still looks like a label, and so large that no packer sticks it on a parcel by mistake.
 */
function sampleBitmap(width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  const diagonal = Math.hypot(width, height);
  const turn = -Math.atan2(height, width);
  const [cos, sin] = [Math.cos(turn), -Math.sin(turn)];
  for (const { text, across } of [
    { text: 'SAMPLE', across: -0.064 * diagonal },
    { text: 'DO NOT SHIP', across: 0.072 * diagonal },
  ]) {
    const { width: units, segments } = strokesOf(text);
    // The outer corners of the rotated line stay on the paper; 1.3 is a character's height with its outline.
    const [toSide, toTop] = [width / 2 - Math.abs(across) * sin, height / 2 - Math.abs(across) * cos];
    const scale = Math.min((2 * toSide) / (units * cos + 1.3 * sin), (2 * toTop) / (units * sin + 1.3 * cos));
    const placed = segments.map(([x0, y0, x1, y1]): Segment => {
      const place = (x: number, y: number): [number, number] => [
        width / 2 + x * scale * cos + (y * scale + across) * sin,
        height / 2 - x * scale * sin + (y * scale + across) * cos,
      ];
      return [...place(x0, y0), ...place(x1, y1)];
    });
    drawHollow(bitmap, placed, scale * 0.095, Math.max(3, scale * 0.045));
  }
  return bitmap;
}

/** Blackens every dot whose distance to the nearest stroke is more than `half` and at most `outline` beyond it. */
function drawHollow(bitmap: Bitmap, segments: readonly Segment[], half: number, outline: number): void {
  const reach = half + outline;
  const nearest = new Float32Array(bitmap.width * bitmap.height).fill(reach + 1);
  for (const [x0, y0, x1, y1] of segments) {
    const [vx, vy] = [x1 - x0, y1 - y0];
    const lengthSquared = vx * vx + vy * vy;
    const [top, bottom] = [
      Math.max(0, Math.floor(Math.min(y0, y1) - reach)),
      Math.min(bitmap.height - 1, Math.ceil(Math.max(y0, y1) + reach)),
    ];
    const [left, right] = [
      Math.max(0, Math.floor(Math.min(x0, x1) - reach)),
      Math.min(bitmap.width - 1, Math.ceil(Math.max(x0, x1) + reach)),
    ];
    for (let y = top; y <= bottom; y += 1)
      for (let x = left; x <= right; x += 1) {
        const share = Math.max(0, Math.min(1, ((x - x0) * vx + (y - y0) * vy) / lengthSquared));
        const [dx, dy] = [x - x0 - share * vx, y - y0 - share * vy];
        const distance = Math.sqrt(dx * dx + dy * dy);
        const at = y * bitmap.width + x;
        if (distance < (nearest[at] ?? 0)) nearest[at] = distance;
      }
  }
  for (let at = 0; at < nearest.length; at += 1) {
    const distance = nearest[at] ?? 0;
    if (distance > half && distance <= reach) blacken(bitmap, at % bitmap.width, Math.floor(at / bitmap.width));
  }
}

/** The picture is the same for every label of a size; drawing it takes tens of milliseconds. */
const drawn = new Map<string, string>();

function samplePicture(width: number, height: number): string {
  const key = `${width}x${height}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const picture = zplPicture(sampleBitmap(width, height));
  if (drawn.size > 8) drawn.clear();
  drawn.set(key, picture);
  return picture;
}

/** Prints SAMPLE over every format of the sheet that ends in `^XZ` and draws something; all other bytes stay unchanged. */
export function overprintZpl(sheet: Uint8Array, dpi: number): Uint8Array {
  const { tokens } = zplTokens(sheet);
  const draws = (command: string): boolean => /^\^(F[DV]|G[BCDEFS]|XG|XF|IM|IL)$/.test(command);
  const last = (command: string): string | undefined => tokens.findLast((token) => token.command === command)?.parameters;
  const dots = (command: string, otherwise: number): number => {
    const declared = Number.parseInt(last(command) ?? '', 10);
    return declared >= dpi && declared <= dpi * 9 ? declared : otherwise;
  };
  const width = Math.min(dots('^PW', dpi * 4), dpi * 4.2);
  const height = Math.min(dots('^LL', dpi * 6), dpi * 6.2);
  const home = last('^LH') ?? '0,0';
  const reverse = last('^LR');
  const over = Buffer.from(
    `\n^FS^FXSAMPLE, DO NOT SHIP^FS^LRN^LH0,0^FO0,0${samplePicture(Math.round(width), Math.round(height))}^FS^LH${home.trim()}${reverse === undefined ? '' : `^LR${reverse.trim()}`}\n`,
    'latin1',
  );
  const pieces: Uint8Array[] = [];
  let drew = false;
  for (const token of tokens) {
    drew ||= draws(token.command);
    if (token.command === '^XZ') {
      if (drew) pieces.push(over);
      drew = false;
    }
    // A stored form is printed later, by the format that recalls it.
    if (token.command === '^DF') drew = false;
    pieces.push(sheet.subarray(token.start, token.end));
  }
  return new Uint8Array(Buffer.concat(pieces));
}
