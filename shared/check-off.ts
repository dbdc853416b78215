import { z } from 'zod';
import { besides, isEmptyBox, mostBoxes, notBoxed } from './boxes.ts';
import { isInBoxes, type Order, type OrderKey, orderKeySchema } from './order.ts';
import { longestBarcode, type OrderLine, orderLineSchema, piecesOf, withPieces } from './order-line.ts';
import { bareNumber, isProductCode, itemCode } from './scan.ts';

/** Most scans and keys that *Undo* can take back, one after the other. */
const mostUndone = 50;

/** By eye: for goods without a bar code. The packer answers for them with a name. */
export const checkWaySchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('scan') }),
  z.object({ by: z.literal('eye'), packer: z.string() }),
]);
export type CheckWay = z.infer<typeof checkWaySchema>;

const byEyeSchema = z.object({ packer: z.string(), pieces: z.int().positive() });

const checkedLineSchema = z.object({
  line: orderLineSchema,
  /** Pieces checked so far, by scan and by eye. */
  pieces: z.int().nonnegative(),
  /** The part of `pieces` that was checked by eye, oldest first. */
  byEye: z.array(byEyeSchema),
  serials: z.array(z.string()),
  /** Pieces of each part that are checked, of all kits of the line together; absent if it is no kit. Its `pieces` follow from them. */
  parts: z.array(z.int().nonnegative()).optional(),
});
export type CheckedLine = z.infer<typeof checkedLineSchema>;

const stepSchema = z.object({
  at: z.iso.datetime(),
  /** Index of the line. */
  line: z.int().nonnegative(),
  /** 0 for a part of a kit that is not complete with it. */
  pieces: z.int().nonnegative(),
  way: checkWaySchema,
  serial: z.string().nullable(),
  /** The pieces that it checked of each part of a kit; absent if the line is no kit. */
  parts: z.array(z.int().nonnegative()).optional(),
});
export type CheckStep = z.infer<typeof stepSchema>;

/** Results of a scan that the packer must not pass over: the item goes back, or another code has to be scanned. */
export const wrongChecks = ['wrong-item', 'too-many', 'serial-missing', 'serial-twice'] as const;
export type WrongCheck = (typeof wrongChecks)[number];

const lastSchema = z.object({
  /** Increases with every result, so that two equal results can be told apart. */
  no: z.int().positive(),
  at: z.iso.datetime(),
  is: z.enum(['counted', 'serial-asked', 'undone', 'box-closed', 'box-opened', ...wrongChecks]),
  /** False for a key or a touch, which a packer or a bar code can press by mistake. */
  isScan: z.boolean(),
  /** The scanned code; empty if there was none. */
  code: z.string(),
  /** Index of the line it concerns, or null. */
  line: z.int().nonnegative().nullable(),
});

/** The items of one order while they are scanned off. Plain data. */
export const checkOffSchema = z.object({
  orderKey: orderKeySchema,
  /** In the order's own sequence; at least one. */
  lines: z.array(checkedLineSchema).min(1),
  /** The newest steps, oldest first: those that can be undone. */
  steps: z.array(stepSchema).max(mostUndone),
  /** The closed boxes, oldest first: the pieces of each line that a box holds. Pieces that are in none of them are in the open box. */
  boxes: z.array(z.array(z.int().nonnegative())).max(mostBoxes - 1),
  /** A piece that waits for its serial number, or null. */
  asksSerial: z.object({ line: z.int().nonnegative(), way: checkWaySchema }).nullable(),
  last: lastSchema.nullable(),
});
export type CheckOff = z.infer<typeof checkOffSchema>;

/** Acts of the packer. `at` is the time, UTC. */
export type CheckEvent =
  /** A code that is an item of this order, a serial number that was asked for, or neither. */
  | { readonly is: 'scanned-code'; readonly code: string; readonly at: string }
  /** Counts the rest of a line; of a line with serial numbers one piece. */
  | { readonly is: 'by-eye'; readonly line: number; readonly packer: string; readonly at: string }
  | { readonly is: 'serial-typed'; readonly serial: string; readonly at: string }
  | { readonly is: 'undone'; readonly at: string }
  /** The items that are in no box yet are a box; what is checked from now on goes in the next one. */
  | { readonly is: 'box-closed'; readonly at: string }
  /** The last scan was only part of a code. */
  | { readonly is: 'scan-dropped'; readonly at: string };

/**
 * Begins with nothing checked, or goes on with `before` if that has the same lines and its boxes are still possible. Undefined for an order
 * without lines.
 */
export function beginCheckOff(
  order: Pick<Order, 'key' | 'lines' | 'parcels' | 'isPartlyRefunded'>,
  before?: CheckOff,
): CheckOff | undefined {
  const { key, lines } = order;
  const areBoxesPossible = before?.boxes.length === 0 || isInBoxes(order) || !notBoxed(order);
  if (before && areBoxesPossible && isOf(before, key) && JSON.stringify(before.lines.map(({ line }) => line)) === JSON.stringify(lines))
    return before;
  if (lines.length === 0) return undefined;
  const checked = lines.map((line) => ({
    line,
    pieces: 0,
    byEye: [],
    serials: [],
    ...(line.parts && { parts: line.parts.map(() => 0) }),
  }));
  return { orderKey: key, lines: checked, steps: [], boxes: [], asksSerial: null, last: null };
}

const isOf = ({ orderKey }: CheckOff, key: OrderKey): boolean => orderKey === key;

export const isLineDone = ({ line, pieces }: Pick<CheckedLine, 'line' | 'pieces'>): boolean => pieces >= line.quantity;

/** True while some parts of a kit are checked and others are not: it can neither be in a closed box nor go without the others. */
export const isKitBegun = ({ lines }: Pick<CheckOff, 'lines'>): boolean =>
  lines.some(({ line, pieces, parts = [] }) => parts.some((count, at) => count > pieces * partsInKit(line, at)));

/** True if every piece is checked, or if nothing has to be. Only then may the order be bought. */
export const isCheckedOff = (checkOff: CheckOff | undefined): boolean =>
  checkOff === undefined || (checkOff.asksSerial === null && checkOff.lines.every(isLineDone));

export const piecesChecked = ({ lines }: Pick<CheckOff, 'lines'>): number => lines.reduce((sum, { pieces }) => sum + pieces, 0);
export const piecesToCheck = ({ lines }: Pick<CheckOff, 'lines'>): number => piecesOf(lines.map(({ line }) => line));

export const wrongCheckOf = (last: CheckOff['last']): WrongCheck | undefined => wrongChecks.find((wrong) => wrong === last?.is);

export const isOnePiece = ({ lines }: Pick<Order, 'lines'>): boolean => lines.length === 1 && lines[0]?.quantity === 1;

/** The forms (`itemCode`) under which orders with an item of this code are found. `itemKnownBy` decides if an order has it. */
export const itemCodesOf = (code: string): readonly string[] =>
  [
    ...new Set(
      [code, ...gtinInside(code)].flatMap((text) => [itemCode(text), ...(isProductCode(text) ? [itemCode(withoutZeros(text))] : [])]),
    ),
  ].filter((form) => form !== '');

/** How this code identifies an item of the order; undefined if it does not. */
export const itemKnownBy = ({ lines }: Pick<CheckOff, 'lines'>, code: string): 'barcode' | 'sku' | undefined => {
  if (spotsWithBarcode(lines, code).length > 0) return 'barcode';
  return spotsWith(lines, code).length > 0 ? 'sku' : undefined;
};

/**
 * True if a rule may buy now: every piece is checked, and the last one with the scanner. A digit that counts by eye never spends money.
 */
export const mayRuleBuy = (checkOff: CheckOff | undefined): boolean =>
  isCheckedOff(checkOff) && (checkOff === undefined || (checkOff.last?.is === 'counted' && checkOff.last.isScan));

/**
 * The checked pieces as all there are: the others are sent later. Nothing is left to undo, and no rule buys, because a key decided and not
 * the scan of an item.
 */
export const checkedPart = (state: CheckOff): CheckOff => ({
  ...state,
  lines: state.lines.flatMap((each) => (each.pieces > 0 ? [{ ...each, line: { ...each.line, quantity: each.pieces } }] : [])),
  boxes: state.boxes.map((box) => box.filter((_pieces, at) => (state.lines[at]?.pieces ?? 0) > 0)),
  steps: [],
  last: null,
});

/** The shipment with the serial numbers that its pieces were checked with, on the lines that these pieces are of. */
export function withSerials(shipment: Order, checkOff: CheckOff | undefined): Order {
  if (!checkOff?.lines.some(({ serials }) => serials.length > 0)) return shipment;
  const lines = shipment.lines.map((line, at) => {
    const its = checkOff.lines[at];
    return its && its.serials.length > 0 && its.line.sku === line.sku && its.line.name === line.name
      ? { ...line, serials: its.serials }
      : line;
  });
  return { ...shipment, lines };
}

/** The shipment without what was noted while its items were counted, to count them again from nothing. */
export const uncounted = (shipment: Order): Order => ({ ...shipment, lines: shipment.lines.map(({ serials: _serials, ...line }) => line) });

/** The only function that counts. An event that does not fit changes nothing. */
export function checked(state: CheckOff, event: CheckEvent): CheckOff {
  const next = counting(state, event);
  return next === state || next.last === null ? next : { ...next, last: { ...next.last, isScan: event.is === 'scanned-code' } };
}

function counting(state: CheckOff, event: CheckEvent): CheckOff {
  switch (event.is) {
    case 'scanned-code':
      return codeScanned(state, event.code, event.at);
    case 'by-eye': {
      const line = state.lines[event.line];
      if (!line || isLineDone(line)) return state;
      if (state.asksSerial) return reported(state, 'serial-missing', event.at, '', state.asksSerial.line);
      const way: CheckWay = { by: 'eye', packer: event.packer };
      const rest = line.line.quantity - line.pieces;
      return line.line.needsSerial ? asked(state, event.line, way, '', event.at) : counted(state, { ...event, way, pieces: rest });
    }
    case 'serial-typed':
      return state.asksSerial ? serialGiven(state, event.serial, event.at) : state;
    case 'undone':
      return undone(state, event.at);
    case 'box-closed':
      return boxClosed(state, event.at);
    case 'scan-dropped':
      return dropped(state, event.at);
  }
}

function codeScanned(state: CheckOff, code: string, at: string): CheckOff {
  const found = spotsWith(state.lines, code);
  const [first] = found;
  if (state.asksSerial)
    return first === undefined ? serialGiven(state, code, at) : reported(state, 'serial-missing', at, code, state.asksSerial.line);
  if (first === undefined) return reported(state, 'wrong-item', at, code, null);
  // Two lines with one bar code: the first unfinished line takes it.
  const open = found.find((spot) => isOpenAt(state, spot));
  if (open === undefined) return reported(state, 'too-many', at, code, first.line);
  const way: CheckWay = { by: 'scan' };
  if (state.lines[open.line]?.line.needsSerial) return asked(state, open.line, way, code, at);
  return counted(state, { at, ...open, pieces: 1, way, code });
}

/** A line, or a part of the kits of a line, that a code identifies. */
interface Spot {
  readonly line: number;
  readonly part?: number;
}

const partsInKit = (line: OrderLine, part: number): number => line.parts?.[part]?.quantity ?? 0;

function isOpenAt({ lines }: CheckOff, { line: index, part }: Spot): boolean {
  const checked = lines[index];
  if (!checked) return false;
  return part === undefined ? !isLineDone(checked) : (checked.parts?.[part] ?? 0) < checked.line.quantity * partsInKit(checked.line, part);
}

/** The line with these further pieces, or with one more of a part. A whole kit completes one that was begun. */
function withCounted(checked: CheckedLine, pieces: number, part: number | undefined): CheckedLine {
  const { line, parts } = checked;
  if (!parts) return { ...checked, pieces: checked.pieces + pieces };
  const kits = checked.pieces + pieces;
  const after = parts.map((count, at) =>
    part === undefined ? Math.max(count, kits * partsInKit(line, at)) : at === part ? count + 1 : count,
  );
  return { ...checked, parts: after, pieces: Math.min(...after.map((count, at) => Math.floor(count / partsInKit(line, at)))) };
}

const asked = (state: CheckOff, line: number, way: CheckWay, code: string, at: string): CheckOff => ({
  ...reported(state, 'serial-asked', at, code, line),
  asksSerial: { line, way },
});

function serialGiven(state: CheckOff, given: string, at: string): CheckOff {
  const { asksSerial } = state;
  const serial = given.trim().slice(0, longestBarcode);
  if (!asksSerial || serial === '') return state;
  const { line, way } = asksSerial;
  const sku = state.lines[line]?.line.sku ?? '';
  const isTwice = state.lines.some(
    (each, index) => (index === line || (sku !== '' && each.line.sku === sku)) && each.serials.includes(serial),
  );
  if (isTwice) return reported(state, 'serial-twice', at, serial, line);
  return counted({ ...state, asksSerial: null }, { at, line, pieces: 1, way, serial, code: serial });
}

type Counted = Pick<CheckStep, 'at' | 'line' | 'pieces' | 'way'> & {
  readonly part?: number;
  readonly serial?: string;
  readonly code?: string;
};

function counted(state: CheckOff, { at, line, part, pieces, way, serial, code = '' }: Counted): CheckOff {
  const before = state.lines[line];
  if (!before) return state;
  const after = withCounted(before, pieces, part);
  const lines = state.lines.map((each, index) =>
    index !== line
      ? each
      : {
          ...after,
          byEye: way.by === 'eye' ? [...each.byEye, { packer: way.packer, pieces }] : each.byEye,
          serials: serial === undefined ? each.serials : [...each.serials, serial],
        },
  );
  const step: CheckStep = {
    at,
    line,
    pieces: after.pieces - before.pieces,
    way,
    serial: serial ?? null,
    ...(after.parts && { parts: after.parts.map((count, index) => count - (before.parts?.[index] ?? 0)) }),
  };
  return { ...reported(state, 'counted', at, code, line), lines, steps: [...state.steps, step].slice(-mostUndone) };
}

function reported(state: CheckOff, is: NonNullable<CheckOff['last']>['is'], at: string, code: string, line: number | null): CheckOff {
  return { ...state, last: { no: (state.last?.no ?? 0) + 1, at, is, isScan: false, code, line } };
}

/** An empty box is not closed, nor one with a part of a kit, nor one with a piece that waits for its serial number. With the last item the last box closes by itself. */
function boxClosed(state: CheckOff, at: string): CheckOff {
  const open = openBox(state);
  if (isEmptyBox(open) || isKitBegun(state) || isCheckedOff(state) || state.asksSerial || state.boxes.length >= mostBoxes - 1) return state;
  return { ...reported(state, 'box-closed', at, '', null), boxes: [...state.boxes, [...open]] };
}

/** The pieces of each line that are checked and in no closed box. */
export const openBox = ({ lines, boxes }: Pick<CheckOff, 'lines' | 'boxes'>): readonly number[] =>
  besides(
    lines.map(({ pieces }) => pieces),
    boxes,
  );

/** True if nothing was checked since the last box was closed. */
export const isBoxJustClosed = (state: CheckOff): boolean => state.boxes.length > 0 && isEmptyBox(openBox(state)) && !isKitBegun(state);

/** Takes back a piece that waits for its serial number, else the newest step. Nothing was done since a box was closed if the next one is empty. */
function undone(state: CheckOff, at: string): CheckOff {
  if (!state.asksSerial && isBoxJustClosed(state))
    return { ...reported(state, 'box-opened', at, '', null), boxes: state.boxes.slice(0, -1) };
  if (state.asksSerial) return { ...reported(state, 'undone', at, '', state.asksSerial.line), asksSerial: null };
  const step = state.steps.at(-1);
  if (!step) return state;
  const lines = state.lines.map((each, index) =>
    index !== step.line
      ? each
      : {
          ...each,
          pieces: each.pieces - step.pieces,
          ...(each.parts && { parts: each.parts.map((count, at) => count - (step.parts?.[at] ?? 0)) }),
          byEye: step.way.by === 'eye' ? each.byEye.slice(0, -1) : each.byEye,
          serials: step.serial === null ? each.serials : each.serials.slice(0, -1),
        },
  );
  return { ...reported(state, 'undone', at, '', step.line), lines, steps: state.steps.slice(0, -1) };
}

/** Takes back what the last scan did. A scan that counted nothing leaves only its message. */
function dropped(state: CheckOff, at: string): CheckOff {
  const is = state.last?.is;
  if (is === 'counted' || is === 'serial-asked') return undone(state, at);
  return is === undefined || is === 'undone' || is === 'box-closed' || is === 'box-opened'
    ? state
    : reported(state, 'undone', at, '', null);
}

/** The spots that a code identifies: by a bar code; if none fits, by the SKU, which shops print on their own labels. */
function spotsWith(lines: readonly Pick<CheckedLine, 'line'>[], code: string): readonly Spot[] {
  const found = spotsWithBarcode(lines, code);
  return found.length > 0 ? found : spotsOf(lines, ({ sku }) => sku.trim() !== '' && isSame(sku, code));
}

/**
 * Two spellings of one GTIN are equal: with and without leading zeros (UPC-A, EAN-13, GTIN-14), and inside a GS1 bar code after `01`. A
 * GTIN-14 that begins with 1 to 9 is a case of several pieces, and not equal.
 */
function spotsWithBarcode(lines: readonly Pick<CheckedLine, 'line'>[], code: string): readonly Spot[] {
  const texts = [code, ...gtinInside(code)];
  const found = spotsOf(lines, ({ barcodes = [] }) => barcodes.some((own) => texts.some((text) => isSame(own, text))));
  if (found.length > 0) return found;
  return spotsOf(lines, ({ barcodes = [] }) => barcodes.some((own) => texts.some((text) => isSameWithoutZeros(own, text))));
}

/** In the sequence of the lines, each before its parts. */
const spotsOf = (
  lines: readonly Pick<CheckedLine, 'line'>[],
  isEqual: (item: Pick<OrderLine, 'sku' | 'barcodes'>) => boolean,
): readonly Spot[] =>
  lines.flatMap(({ line }, index) => [
    ...(isEqual(line) ? [{ line: index }] : []),
    ...(line.parts ?? []).flatMap((part, at) => (isEqual(part) ? [{ line: index, part: at }] : [])),
  ]);

function isSame(own: string, scanned: string): boolean {
  const bare = itemCode(own);
  return hasOtherLetters(own) || hasOtherLetters(scanned) || bare === ''
    ? bareNumber(own) === bareNumber(scanned)
    : bare === itemCode(scanned);
}

/** `itemCode` drops them, and two codes may differ only in these. */
const hasOtherLetters = (text: string): boolean => /[^\p{ASCII}]/u.test(text) && /[\p{L}\p{N}]/u.test(text.replace(/\p{ASCII}/gu, ''));

/** Spreadsheets drop the leading zeros of a code. */
const isSameWithoutZeros = (own: string, scanned: string): boolean =>
  isProductCode(scanned) && /^\d+$/.test(own.trim()) && withoutZeros(own.trim()) === withoutZeros(scanned);

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** The GTIN at the start of a GS1 bar code, which may contain more: `01` and 14 digits. */
function gtinInside(code: string): readonly string[] {
  const [, gtin] = /^01(\d{14})./.exec(code) ?? [];
  return gtin !== undefined && isProductCode(gtin) ? [gtin] : [];
}

/** The result for the history of the parcel: pieces, who checked which items by eye, and the serial numbers. */
export const checkReasonSchema = z.object({
  code: z.literal('items-checked'),
  pieces: z.int(),
  byEye: z.array(byEyeSchema.extend({ item: z.string() })).readonly(),
  serials: z.array(z.object({ item: z.string(), serials: z.array(z.string()).readonly() })).readonly(),
  /** The items of each box; absent if one box holds everything. */
  boxes: z
    .array(z.array(z.object({ item: z.string(), pieces: z.int() })).readonly())
    .readonly()
    .optional(),
});
export type CheckReason = z.infer<typeof checkReasonSchema>;

export function checkReason(state: CheckOff): CheckReason {
  const itemOf = ({ name, sku }: OrderLine): string => name || sku;
  const boxes = [...state.boxes, openBox(state)].filter((box) => !isEmptyBox(box));
  return {
    code: 'items-checked',
    pieces: piecesChecked(state),
    byEye: state.lines.flatMap(({ line, byEye }) => byEye.map((each) => ({ ...each, item: itemOf(line) }))),
    serials: state.lines.flatMap(({ line, serials }) => (serials.length > 0 ? [{ item: itemOf(line), serials }] : [])),
    ...(boxes.length > 1 && {
      boxes: boxes.map((box) =>
        withPieces(
          state.lines.map(({ line }) => line),
          box,
        ).map((line) => ({ item: itemOf(line), pieces: line.quantity })),
      ),
    }),
  };
}
