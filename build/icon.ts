import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** A rectangle on a grid of 16 × 16, so that the smallest icon is sharp. */
interface Shape {
  readonly at: readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  readonly round: number;
  readonly colour: Colour;
}

const accent: Colour = [0x0b, 0x5c, 0x73];
const paper: Colour = [0xff, 0xff, 0xff];
const ink: Colour = [0x14, 0x1e, 0x24];

/** A label on the accent of the window: two lines of an address above a bar code. */
const shapes: readonly Shape[] = [
  { at: [0, 0], size: [16, 16], round: 3, colour: accent },
  { at: [3, 1], size: [10, 14], round: 1, colour: paper },
  { at: [4, 3], size: [8, 1], round: 0, colour: accent },
  { at: [4, 5], size: [5, 1], round: 0, colour: accent },
  { at: [4, 7], size: [1, 6], round: 0, colour: ink },
  { at: [6, 7], size: [2, 6], round: 0, colour: ink },
  { at: [9, 7], size: [1, 6], round: 0, colour: ink },
  { at: [11, 7], size: [1, 6], round: 0, colour: ink },
];

function isInside({ at, size, round }: Shape, x: number, y: number): boolean {
  const [left, top] = [x - at[0], y - at[1]];
  if (left < 0 || top < 0 || left >= size[0] || top >= size[1]) return false;
  const [aside, above] = [round - Math.min(left, size[0] - left), round - Math.min(top, size[1] - top)];
  return aside <= 0 || above <= 0 || aside * aside + above * above <= round * round;
}

const samples = 4;

/** Draws the icon and returns a PNG. Each point is the mean of 4 × 4 samples. */
export function iconPng(points: number): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < points; y += 1) {
    const row = Buffer.alloc(1 + points * 4);
    for (let x = 0; x < points; x += 1) row.set(pointAt(x, y, 16 / points), 1 + x * 4);
    rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(points, 0);
  head.writeUInt32BE(points, 4);
  // Eight bits for each of red, green, blue and opacity.
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pointAt(x: number, y: number, scale: number): readonly number[] {
  const topAt = (across: number, down: number): Shape | undefined =>
    shapes.findLast((shape) => isInside(shape, (x + across) * scale, (y + down) * scale));
  const [inset, far] = [0.5 / samples, 1 - 0.5 / samples];
  const first = topAt(inset, inset);
  // Almost every point has one colour, and no shape is smaller than a point.
  if ([topAt(far, inset), topAt(inset, far), topAt(far, far)].every((other) => other === first))
    return first === undefined ? [0, 0, 0, 0] : [...first.colour, 255];
  const seen = Array.from({ length: samples ** 2 }, (_, at) =>
    topAt(((at % samples) + 0.5) / samples, (Math.floor(at / samples) + 0.5) / samples),
  ).filter((shape) => shape !== undefined);
  const mean = [0, 1, 2].map((part) => Math.round(seen.reduce((sum, { colour }) => sum + (colour[part] ?? 0), 0) / seen.length));
  return [...mean, Math.round((seen.length * 255) / samples ** 2)];
}

function pngPart(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(bytes.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Windows: a list of PNGs, each with its size; 0 means 256. */
export function icoOf(sizes: readonly number[]): Buffer {
  const pictures = sizes.map(iconPng);
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let at = head.length;
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index;
    const points = (sizes[index] ?? 0) % 256;
    head.set([points, points, 0, 0, 1, 0, 32, 0], entry);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

/** macOS: each size has a name of four characters. `ic11` to `ic14` are for screens with twice the density. */
const icnsNames = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };

export function icns(): Buffer {
  const drawn = new Map([...new Set(Object.values(icnsNames))].map((points) => [points, iconPng(points)]));
  const parts = Object.entries(icnsNames).map(([name, points]) => {
    const picture = drawn.get(points) ?? Buffer.alloc(0);
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32BE(picture.length + 8, 4);
    return Buffer.concat([head, picture]);
  });
  const head = Buffer.alloc(8);
  head.write('icns');
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512] as const;

/** Writes the icons of all systems as electron-builder reads them. */
export function writeIcons(folder: string): void {
  mkdirSync(join(folder, 'linux'), { recursive: true });
  writeFileSync(join(folder, 'packbench.ico'), icoOf([16, 24, 32, 48, 64, 128, 256]));
  writeFileSync(join(folder, 'packbench.icns'), icns());
  for (const points of linuxSizes) writeFileSync(join(folder, `linux/${points}x${points}.png`), iconPng(points));
}
