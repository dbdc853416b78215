import { type FailureCode, meaningsOf } from './failure.ts';

/** The failure codes of what calls and ports have in common, each under its name. */
const codes = <const C extends readonly FailureCode[]>(...named: C): C => named;

/** Why a request never left this computer. */
export const sendCodes = codes('url-not-allowed', 'not-connected', 'service-unreachable', 'wait-stopped');
export type SendCode = (typeof sendCodes)[number];

/** Why a read of the service brought nothing. */
export const readCodes = [
  ...sendCodes,
  ...meaningsOf('service-refused'),
  ...codes('service-refused', 'service-answer-unreadable'),
] as const;
export type ReadCode = (typeof readCodes)[number];

/** Why a read of labels did. */
export const labelReadCodes = [...readCodes, ...codes('label-of-another-order')] as const;
export type LabelReadCode = (typeof labelReadCodes)[number];

/** Why a look-up of numbers did. */
export const trackCodes = [...readCodes, ...codes('number-not-found')] as const;
export type TrackCode = (typeof trackCodes)[number];
export type QuoteCode = ReadCode | 'sender-incomplete' | 'order-incomplete';

/** Why something is no sheet of a printer. */
export const sheetCodes = codes('label-unreadable', 'no-label-printer');
export type SheetCode = (typeof sheetCodes)[number];
