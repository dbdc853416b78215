import type { Box, GreyImage } from './fit-page.ts';
import { fillBox } from './ink-map.ts';
import { textBox } from './positioned-text.ts';
import type { DrawnPage } from './regions.ts';
import type { ReadZpl, Shape } from './zpl-text.ts';

/** Dots of a 203 dpi printer per dot of the map, which is about a point. */
const perDot = 3;
/** In dots of the map. No label is larger; anything further away is not on the paper. */
const largest = 1600;

/** In dots of the printer. */
const thickestLine = 15;

/** Fewest bars of a code that is drawn as boxes, one beside the other. */
const fewestBars = 12;
/** Between these bars, in dots of the printer. */
const widestGap = 40;

/** Returns a coarse map of a sheet of ZPL. */
export function zplMap({ texts, codes, shapes }: ReadZpl): DrawnPage {
  const bars = [...codes.map(({ box }) => box), ...drawnCodes(shapes)];
  const words = [...texts.map(textBox), ...bars];
  const boxes = [...words, ...shapes.flatMap(outline)].map(onMap);
  const [width, height] = [
    Math.min(largest, Math.ceil(Math.max(1, ...boxes.map((box) => box.x + box.width)))),
    Math.min(largest, Math.ceil(Math.max(1, ...boxes.map((box) => box.y + box.height)))),
  ];
  const drawn = (inked: readonly Box[]): GreyImage => {
    const map: GreyImage = { width, height, grey: new Uint8Array(width * height).fill(255) };
    for (const box of inked) fillBox(map, box, 0);
    return map;
  };
  return {
    texts,
    width,
    height,
    drawMap: () => drawn(boxes),
    drawUnlined: () => drawn([...words, ...shapes.filter((shape) => !isLine(shape)).map(({ box }) => box)].map(onMap)),
    perDot,
    codes: bars.map(onMap),
  };
}

const onMap = ({ x, y, width, height }: Box): Box => ({ x: x / perDot, y: y / perDot, width: width / perDot, height: height / perDot });

/** True for a frame or a separating line, which holds no data. */
const isLine = ({ box, isHollow }: Shape): boolean => isHollow || Math.min(box.width, box.height) <= thickestLine;

function outline({ box, isHollow }: Shape): readonly Box[] {
  if (!isHollow) return [box];
  const { x, y, width, height } = box;
  return [
    { x, y, width, height: 1 },
    { x, y: y + height - 1, width, height: 1 },
    { x, y, width: 1, height },
    { x: x + width - 1, y, width: 1, height },
  ];
}

/** Finds codes that are drawn as many thin boxes: either all upright at the same height, or all lying at the same horizontal position. */
function drawnCodes(shapes: readonly Shape[]): readonly Box[] {
  const rows = new Map<string, Box[]>();
  for (const { box } of shapes) {
    const [isUpright, isHorizontal] = [box.height > 4 * box.width, box.width > 4 * box.height];
    if (!isUpright && !isHorizontal) continue;
    const row = isUpright ? `upright ${box.y} ${box.height}` : `lying ${box.x} ${box.width}`;
    rows.set(row, [...(rows.get(row) ?? []), box]);
  }
  return [...rows.values()]
    .flatMap(runsOf)
    .filter((row) => row.length >= fewestBars)
    .map(around);
}

/** Splits bars into runs that follow each other: two codes beside each other are two runs. */
function runsOf(row: readonly Box[]): readonly (readonly Box[])[] {
  const runs: Box[][] = [];
  for (const box of row.toSorted((a, b) => a.x + a.y - b.x - b.y)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext = last && box.x - last.x - last.width <= widestGap && box.y - last.y - last.height <= widestGap;
    if (run && isNext) run.push(box);
    else runs.push([box]);
  }
  return runs;
}

function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  return { x, y, width: right - x, height: bottom - y };
}
