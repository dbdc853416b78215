import type { Dice } from '../../crash/dice.ts';
import { boxOfMark, type Form, type Mark, type Piece, type Turn, turned } from './form.ts';

/** Content of one part of a page. */
export type Part = { readonly form: Form; readonly piece: Piece } | { readonly texts: readonly string[] };

/** A courier program's way to put several sheets on one page. */
export interface PageHand {
  readonly width: number;
  readonly height: number;
  /** Upper left corners, in filling order. */
  readonly slots: readonly { readonly x: number; readonly y: number }[];
  /** Marks that show where to cut the page. */
  readonly cuts: readonly Mark[];
  /** Turn of the whole page with its content. */
  readonly turn: Turn;
  /** Size of the text outside the labels. */
  readonly letters: number;
}

/** A4 and Letter, either way up, in dots of 203 dpi. */
const papers = [
  [1678, 2374],
  [2374, 1678],
  [1726, 2233],
  [2233, 1726],
] as const;
const grids = [
  [1, 2],
  [2, 1],
  [2, 2],
] as const;

/** True if a label of another form fits in the place of `form`. A turned form keeps its codes in place, so it would cover its neighbour. */
export const hasRoomFor = (form: Form, other: Form): boolean =>
  other.turn === 'N' && other.width <= form.width && other.height <= form.height;

/** True if no part of a label crosses its own edge: on a page it would cover the next one. */
export const staysInside = ({ form, piece }: Extract<Part, { form: Form }>): boolean =>
  form.marks(piece).every((mark) => {
    if (mark.kind === 'code') return mark.y + mark.height < form.height;
    if (mark.kind !== 'text') return true;
    const lines = mark.block?.lines ?? [mark.text];
    return (
      mark.y + mark.size * 1.3 * lines.length < form.height &&
      lines.every((line) => mark.turn !== 'N' || mark.x + line.length * mark.size * 0.6 < form.width)
    );
  });

/** True if every mark, codes included, keeps `margin` to the edge: then labels may touch. */
export const staysWithin = ({ form, piece }: Extract<Part, { form: Form }>, margin = 6): boolean =>
  form.marks(piece).every((mark) => {
    const { x, y, width, height } = boxOfMark(mark);
    return x >= margin && y >= margin && x + width <= form.width - margin && y + height <= form.height - margin;
  });

/** True if each code ends on its own label. Otherwise it covers the next label of a page, which no courier prints. */
export const codesFit = ({ form, piece }: Extract<Part, { form: Form }>): boolean =>
  form.marks(piece).every((mark) => mark.kind !== 'code' || boxOfMark(mark).x + boxOfMark(mark).width < form.width);

interface PageLooks {
  readonly isOffice: boolean;
  /** Edge to edge: no white gap separates the labels, or only a line does. */
  readonly mayTouch: boolean;
}

/** Uses an office printer's paper, or a label as large as two or four; undefined if no paper holds two of this form. */
export function drawPageHand(dice: Dice, form: Form, { isOffice, mayTouch }: PageLooks): PageHand | undefined {
  if (form.turn !== 'N') return undefined;
  const { width: across, height: along } = form;
  const touches = mayTouch && dice.chance(0.5);
  const gap = touches && !isOffice ? 0 : 24 + dice.whole(60);
  const fitting = grids.flatMap(([columns, rows]) =>
    (isOffice ? papers : [[columns * (across + gap), rows * (along + gap)] as const])
      .map(([width, height]) => ({ columns, rows, width, height, slotWidth: width / columns, slotHeight: height / rows }))
      .filter(({ slotWidth, slotHeight }) => slotWidth >= across && slotHeight >= along),
  );
  const [first, ...others] = fitting;
  if (!first) return undefined;
  const { columns, rows, width, height, slotWidth, slotHeight } = dice.pick([first, ...others]);
  const isCentred = !touches && dice.chance(0.5);
  const [indent, down] = isCentred ? [(slotWidth - across) / 2, (slotHeight - along) / 2] : [0, 0];
  const isByRow = dice.chance(0.7);
  const slots = Array.from({ length: columns * rows }, (_each, at) => {
    const [column, row] = isByRow ? [at % columns, Math.floor(at / columns)] : [Math.floor(at / rows), at % rows];
    return { x: Math.floor(column * slotWidth + indent), y: Math.floor(row * slotHeight + down) };
  });
  const isTight = Math.min(slotWidth - across, slotHeight - along) < 20;
  const line = touches
    ? dice.pick(['none', 'drawn', 'drawn', 'dashed', 'frames', 'frames'] as const)
    : isTight
      ? 'none'
      : dice.pick(['none', 'none', 'drawn', 'dashed'] as const);
  const dash = line === 'dashed' ? 24 : 0;
  const rules: Mark[] = [];
  const rule = (x: number, y: number, right: number, below: number): void => {
    const length = Math.max(right, below);
    const step = dash === 0 ? length : dash * 2;
    for (let at = 0; at < length; at += step) {
      const long = Math.min(dash || length, length - at);
      rules.push(
        right > below ? { kind: 'box', x: x + at, y, width: long, height: 3 } : { kind: 'box', x, y: y + at, width: 3, height: long },
      );
    }
  };
  const margin = touches ? 0 : 10;
  if (line === 'frames')
    rules.push(...slots.map(({ x, y }): Mark => ({ kind: 'box', x, y, width: Math.floor(slotWidth), height: Math.floor(slotHeight) })));
  else if (line !== 'none') {
    if (columns > 1) rule(Math.floor(width / 2), margin, 0, height - 2 * margin);
    if (rows > 1) rule(margin, Math.floor(height / 2), width - 2 * margin, 0);
  }
  const turn = dice.pick(['N', 'N', 'N', 'N', 'R', 'I', 'B'] as const);
  return { width, height, slots, cuts: rules, turn, letters: touches ? Math.round(across / 45) : 24 };
}

/** Puts the parts on as many pages as they need. */
export function pagesOf(
  { width, height, slots, cuts, turn, letters }: PageHand,
  parts: readonly Part[],
): readonly { form: Form; piece: Piece }[] {
  const [some] = parts.flatMap((part) => ('piece' in part ? [part.piece] : []));
  if (!some) throw new Error('a page without a label');
  const pages = Math.ceil(parts.length / slots.length);
  return Array.from({ length: pages }, (_page, page) => {
    const marks = parts.slice(page * slots.length, (page + 1) * slots.length).flatMap((part, at) => {
      const { x, y } = slots[at] ?? { x: 0, y: 0 };
      return marksOf(part, letters).map((mark) => ({ ...mark, x: mark.x + x, y: mark.y + y }));
    });
    return { form: { width, height, turn, isPage: true, marks: () => [...marks, ...cuts] }, piece: some };
  });
}

function marksOf(part: Part, size: number): readonly Mark[] {
  if ('form' in part) return part.form.marks(part.piece).map((mark) => turned(part.form, mark));
  return part.texts.map(
    (text, at): Mark => ({ kind: 'text', text, x: 2.5 * size, y: Math.round((2.5 + at * 1.7) * size), size, turn: 'N' }),
  );
}
