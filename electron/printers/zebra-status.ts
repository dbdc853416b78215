import type { PrinterReason } from '../../shared/print-reason.ts';

/** The state that a Zebra reports. `undefined` if its answer does not include the value. */
export interface ZebraState {
  readonly faults: readonly PrinterReason[];
  /** True if the printer has taken labels or formats that it has not printed yet. */
  readonly busy: boolean | undefined;
  /** True if the printer holds the beginning of an unfinished label; the next label would be printed into it. */
  readonly partial: boolean | undefined;
}

// In the order in which a packer fixes them: an open head also pauses, and missing paper shows only with the head closed.
const inOrder: readonly PrinterReason[] = ['head-open', 'out-of-labels', 'out-of-ribbon', 'paused', 'buffer-full', 'not-ready'];

export function firstFault(state: ZebraState): PrinterReason | undefined {
  return inOrder.find((fault) => state.faults.includes(fault));
}

const startOfFrame = '\x02';
const endOfFrame = '\x03';

/** The texts between each start and end of a frame, without a frame that has no end yet. */
function frames(answer: string): string[] {
  return answer
    .split(startOfFrame)
    .slice(1)
    .flatMap((rest) => (rest.includes(endOfFrame) ? rest.split(endOfFrame, 1) : []));
}

/** Parses the three frames of ~HS, identified by order and field count; `undefined` until all have arrived, or for any other text. */
export function parseHostStatus(answer: string): ZebraState | undefined {
  const [first, second, third] = frames(answer).map((frame) => frame.trim().split(','));
  if (first?.length !== 12 || second?.length !== 11 || third?.length !== 2) return undefined;
  const isSet = (field: string | undefined): boolean => field?.trim() === '1';
  const faults: PrinterReason[] = [];
  if (isSet(second[2])) faults.push('head-open');
  if (isSet(first[1])) faults.push('out-of-labels');
  if (isSet(second[3])) faults.push('out-of-ribbon');
  if (isSet(first[2])) faults.push('paused');
  if (isSet(first[5])) faults.push('buffer-full');
  // Diagnostics mode prints what it receives as hex; corrupt memory and wrong temperatures stop it.
  if ([first[6], first[9], first[10], first[11]].some(isSet)) faults.push('not-ready');
  return { faults, busy: Number(first[4]) > 0 || Number(second[8]) > 0, partial: isSet(first[7]) };
}

const errorBits: readonly (readonly [bit: number, fault: PrinterReason])[] = [
  [0x1, 'out-of-labels'],
  [0x2, 'out-of-ribbon'],
  [0x4, 'head-open'],
  [0x10000, 'paused'],
];

/**
 * Parses the errors of ~HQES, which a printer answers when it does not answer ~HS: with the head open, without labels or ribbon. Ignores
 * warnings.
 */
export function parseErrors(answer: string): ZebraState | undefined {
  const [, flag, group2, group1] = /ERRORS:\s*([01])\s+([0-9A-F]{8})\s+([0-9A-F]{8})/i.exec(answer) ?? [];
  if (flag === undefined || group2 === undefined || group1 === undefined) return undefined;
  if (flag === '0') return { faults: [], busy: undefined, partial: undefined };
  const bits = Number.parseInt(group1, 16);
  const faults = errorBits.filter(([bit]) => (bits & bit) !== 0).map(([, fault]) => fault);
  const known = errorBits.reduce((all, [bit]) => all | bit, 0);
  if ((bits & ~known) !== 0 || Number.parseInt(group2, 16) !== 0 || faults.length === 0) faults.push('not-ready');
  return { faults, busy: undefined, partial: undefined };
}

export interface ZebraIdentity {
  readonly model: string;
  readonly firmware: string;
  readonly dotsPerMm: number;
}

/** Parses the answer to ~HI: model, firmware, dots per millimetre (8 is 203 dpi, 12 is 300 dpi), memory. */
export function parseIdentity(answer: string): ZebraIdentity | undefined {
  const [model, firmware, dotsPerMm] = frames(answer)[0]?.split(',') ?? [];
  if (!model || firmware === undefined || !/^\d+$/.test(dotsPerMm ?? '')) return undefined;
  return { model: model.trim(), firmware: firmware.trim(), dotsPerMm: Number(dotsPerMm) };
}

/** Parses the quoted answer to a `getvar`: its text, `null` for a name unknown to the printer, `undefined` until it is complete. */
export function parseVariable(answer: string): string | null | undefined {
  const value = /"([^"]*)"/.exec(answer)?.[1];
  return value === '?' ? null : value;
}

const [caret, letterP, letterQ, smallLetter] = [0x5e, 0x70, 0x71, 0x20];

/** Number of labels in a ZPL document: the number in its last ^PQ, else one. Does not copy the document, which may have some MB. */
export function labelsAskedFor(zpl: Uint8Array): number {
  const isAt = (at: number): boolean =>
    zpl[at] === caret && ((zpl[at + 1] ?? 0) | smallLetter) === letterP && ((zpl[at + 2] ?? 0) | smallLetter) === letterQ;
  for (let at = zpl.length - 1; at >= 0; at -= 1) {
    if (!isAt(at)) continue;
    const [, asked] = /^\s*(\d+)/.exec(Buffer.from(zpl.subarray(at + 3, at + 100)).toString('latin1')) ?? [];
    if (asked !== undefined) return Math.max(1, Number(asked));
  }
  return 1;
}
