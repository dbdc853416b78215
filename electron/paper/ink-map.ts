import type { Box, GreyImage } from './fit-page.ts';

/** Grey below this value is ink: a hairline drawn at one dot per point is pale grey. */
const ink = 250;
/** Largest thickness of a line to cut along, in dots. */
const thickestRule = 3;

/** In dots: no stroke of a character is as long, and two adjacent frames are no thicker. */
const shortestLine = 60;
const thickestLine = 5;

/** Erases the straight lines of frames and tables: the texts, codes and pictures of a page remain. */
export function withoutLines(map: GreyImage): GreyImage {
  const { width, height } = map;
  const before = map.grey;
  const grey = before.slice();
  /** `along` and `across`: the distance in the map between the dots of a line, and between lines. */
  const erase = (lines: number, dots: number, along: number, across: number): void => {
    /** For each dot, the ink across the line that was checked last: the last line it reaches, and whether it is thin. */
    const reaches = new Int32Array(dots).fill(-1);
    const thin = new Uint8Array(dots);
    const isThin = (line: number, dot: number): boolean => {
      if (line > (reaches[dot] as number)) {
        const isInk = (other: number): boolean => (before[other * across + dot * along] as number) < ink;
        let [from, to] = [line, line + 1];
        while (from > 0 && isInk(from - 1)) from -= 1;
        while (to < lines && isInk(to)) to += 1;
        reaches[dot] = to - 1;
        thin[dot] = Number(to - from <= thickestLine);
      }
      return thin[dot] === 1;
    };
    for (let line = 0; line < lines; line += 1) {
      const start = line * across;
      // Any line that is long enough has ink at one of these dots.
      for (let probe = shortestLine - 1; probe < dots; probe += shortestLine) {
        if ((before[start + probe * along] ?? 255) >= ink) continue;
        let [from, to] = [probe, probe + 1];
        while (from > 0 && (before[start + (from - 1) * along] ?? 255) < ink) from -= 1;
        while (to < dots && (before[start + to * along] ?? 255) < ink) to += 1;
        for (let dot = from; to - from >= shortestLine && dot < to; dot += 1) if (isThin(line, dot)) grey[start + dot * along] = 255;
        while (probe + shortestLine < to) probe += shortestLine;
      }
    }
  };
  erase(height, width, 1, width);
  erase(width, height, width, 1);
  return { width, height, grey };
}

/** A band without ink from one side of a box to the other, between two lines of dots: rows if it runs across, otherwise columns. */
export interface Band {
  readonly axis: 'across' | 'along';
  readonly from: number;
  readonly to: number;
  /** Distance of its middle from the middle of the box, or of the ink in the box, whichever is less; as a fraction of their length. */
  readonly offMiddle: number;
}

/** The ink in one row or one column of a box. */
interface Profile {
  count: number;
  first: number;
  last: number;
}

function profilesOf({ width, grey }: GreyImage, box: Box): { readonly rows: readonly Profile[]; readonly columns: readonly Profile[] } {
  const rows: Profile[] = [];
  const columns = Array.from({ length: box.width }, () => ({ count: 0, first: box.height, last: -1 }));
  const rowAt = (y: number): Uint8Array => grey.subarray((box.y + y) * width + box.x, (box.y + y) * width + box.x + box.width);
  // Many rows are equal to the one before: white, within a bar code, between the sides of a frame.
  for (let y = 0; y < box.height; y = rows.length) {
    const row = rowAt(y);
    let end = y + 1;
    while (end < box.height && Buffer.compare(row, rowAt(end)) === 0) end += 1;
    let [count, first, last] = [0, box.width, -1];
    for (let x = 0; x < box.width; x += 1) {
      if ((row[x] as number) >= ink) continue;
      count += 1;
      if (last < 0) first = x;
      last = x;
      const column = columns[x] as Profile;
      column.count += end - y;
      if (column.last < 0) column.first = y;
      column.last = end - 1;
    }
    while (rows.length < end) rows.push({ count, first, last });
  }
  return { rows, columns };
}

/**
 * Returns the rows with a line to cut along, drawn or dashed: it goes from one side of the box to the other, and touches nothing at its
 * ends.
 */
function rulesIn(profiles: readonly Profile[], length: number): ReadonlySet<number> {
  const isRule = ({ count, first, last }: Profile): boolean => last - first >= length * 0.85 && count >= (last - first) * 0.3;
  const found = new Set<number>();
  for (let from = 0; from < profiles.length; from += 1) {
    let to = from;
    while (isRule(profiles[to] ?? { count: 0, first: 0, last: -1 })) to += 1;
    if (to === from) continue;
    const isFree = [from - 1, to].every((beside) => {
      const { count = 0, first = 0, last = 0 } = profiles[beside] ?? {};
      // Only a line that crosses it in the middle may touch it, like the cutting line of the other direction.
      return count === 0 || (count <= thickestRule && first > length * 0.1 && last < length * 0.9);
    });
    if (isFree && to - from <= thickestRule) for (let line = from; line < to; line += 1) found.add(line);
    from = to;
  }
  return found;
}

/** Returns the white bands between the ink in a box; lines to cut along count as white. */
export function whiteBands(map: GreyImage, box: Box): readonly Band[] {
  const { rows, columns } = profilesOf(map, box);
  const [rowRules, columnRules] = [rulesIn(rows, box.width), rulesIn(columns, box.height)];
  return [
    ...bandsIn(rows, rowRules, columnRules.size).map(
      (band): Band => ({ ...band, axis: 'across', from: box.y + band.from, to: box.y + band.to }),
    ),
    ...bandsIn(columns, columnRules, rowRules.size).map(
      (band): Band => ({ ...band, axis: 'along', from: box.x + band.from, to: box.x + band.to }),
    ),
  ];
}

/** `crossing`: the number of dots of each line that belong to cutting lines of the other direction. */
function bandsIn(profiles: readonly Profile[], rules: ReadonlySet<number>, crossing: number): readonly Omit<Band, 'axis'>[] {
  const drawn = profiles.flatMap(({ count }, line) => (count > crossing && !rules.has(line) ? [line] : []));
  const [first = 0, last = 0] = [drawn[0], drawn.at(-1)];
  const offMiddle = (at: number, from: number, to: number): number => Math.abs((at - from) / (to - from) - 0.5);
  return drawn.flatMap((line, index) => {
    const from = (drawn[index - 1] ?? line) + 1;
    const middle = (from + line) / 2;
    return index === 0 || line <= from
      ? []
      : [{ from, to: line, offMiddle: Math.min(offMiddle(middle, 0, profiles.length), offMiddle(middle, first, last + 1)) }];
  });
}

/** Number of dots that the bars of a code stay the same, and the width of the piece that is checked. */
const barHeight = 8;
const barPiece = 40;
const fewestEdges = 10;
/** No white bar is as wide, in dots. */
const quietZone = 8;

/** Finds the bars of codes: dots that stay the same for a while in one direction and change all the time in the other. */
export function barsIn(map: GreyImage): readonly Box[] {
  const { width, height, grey } = map;
  const found: Box[] = [];
  const look = (isUpright: boolean): void => {
    const [lines, dots] = isUpright ? [height, width] : [width, height];
    const at = (line: number, dot: number): number => grey[isUpright ? line * width + dot : dot * width + line] ?? 255;
    for (let line = 0; line + barHeight <= lines; line += barHeight) {
      let [run, edges, before, white] = [0, 0, -1, 0];
      for (let dot = 0; dot < dots; dot += 1) {
        let [least, most] = [255, 0];
        for (let deep = 0; deep < barHeight; deep += 1) {
          const value = at(line + deep, dot);
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
        white = least > 245 ? white + 1 : 0;
        if (most - least > 40 || white >= quietZone) [run, edges, before] = [0, 0, -1];
        else {
          run += 1;
          if (before >= 0 && Math.abs(most - before) > 24) edges += 1;
          before = most;
          if (run < barPiece) continue;
          if (edges >= fewestEdges)
            found.push(
              isUpright
                ? { x: dot - run, y: line, width: run, height: barHeight }
                : { x: line, y: dot - run, width: barHeight, height: run },
            );
          [run, edges, before] = [0, 0, -1];
        }
      }
    }
  };
  look(true);
  look(false);
  return found;
}

/** Fills a box with one grey value; 0 is black. */
export function fillBox({ width, height, grey }: GreyImage, box: Box, fill: number): void {
  const [left, right] = [Math.max(0, Math.floor(box.x)), Math.min(width, Math.ceil(box.x + box.width))];
  const [top, bottom] = [Math.max(0, Math.floor(box.y)), Math.min(height, Math.ceil(box.y + box.height))];
  for (let y = top; y < bottom; y += 1) grey.fill(fill, y * width + left, y * width + Math.max(left, right));
}
