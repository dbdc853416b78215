import { type FailureCode, meaningsOf } from './failure.ts';
import { printerReasons } from './print-reason.ts';
import { codeOfReason } from './printer.ts';

/** The failure codes of what calls and ports have in common, each under its name. */
const codes = <const C extends readonly FailureCode[]>(...named: C): C => named;

/** Why a request never left this computer. */
export const sendCodes = codes('url-not-allowed', 'not-connected', 'service-unreachable', 'sent-too-late', 'wait-stopped');
export type SendCode = (typeof sendCodes)[number];

/** Why a read of the service brought nothing. */
export const readCodes = [
  ...sendCodes,
  ...meaningsOf('service-refused'),
  ...codes('service-refused', 'service-answer-unreadable', 'service-slow'),
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
export const labelCodes = codes('label-missing', 'sent-with-other-key', 'label-printer-gone', ...sheetCodes);
export type LabelCode = (typeof labelCodes)[number];
export const documentCodes = codes('document-unreadable', 'no-document-printer', ...sheetCodes);
export type DocumentCode = (typeof documentCodes)[number];

/** What any call can answer. */
export const callCodes = codes('bug', 'not-allowed');
export type AnyCallCode = (typeof callCodes)[number];
/** What any call that needs an open world can. */
export const worldCodes = codes('not-connected', 'not-now', 'journal-unwritable');
export type WorldCode = (typeof worldCodes)[number];
export const pinCodes = codes('pin-wrong', 'pin-too-soon');
/** Of what a person decides with a reason and the lead's PIN. */
export type PinCode = (typeof pinCodes)[number];
export const decisionCodes = codes('reason-missing', ...pinCodes);
export type DecisionCode = (typeof decisionCodes)[number];
/** Why a world does not open. */
export const openCodes = codes(
  'not-connected',
  'credentials-unreadable',
  'key-of-another-address',
  'journal-lost',
  'data-locked',
  'not-now',
);
export type OpenCode = (typeof openCodes)[number];
/** Why the ledger of many benches grants nothing to this one. */
export const ledgerCodes = codes(
  'ledger-unreachable',
  'ledger-frozen',
  'ledger-version',
  'ledger-unreadable',
  'ledger-clock',
  'ledger-full',
  'not-paired',
  'identity-elsewhere',
  'journal-went-back',
);
export type LedgerCode = (typeof ledgerCodes)[number];
/** Why what all benches have in common is not changed. */
export const siteSettingCodes = codes('site-settings-away', 'site-settings-moved', 'site-key-missing');
/** Why a code lets no bench in. */
export const joinCodes = codes('invite-unknown', 'invite-spent', 'invite-late');
export type JoinRefusal = (typeof joinCodes)[number];
/** Why nothing is booked now. */
export const pausedCodes = codes('answer-not-written', 'journal-damaged', 'disk-low', 'booking-paused', ...ledgerCodes);
export type PausedCode = (typeof pausedCodes)[number];
export const reprintCodes = codes(
  'number-not-found',
  'print-held',
  'print-unknown',
  'label-of-another-order',
  'label-held-back',
  ...labelCodes,
);
/** What a scanned code turns out not to be. */
export const foreignCodes = codes('order-not-found', 'order-left-out', 'order-sealed', 'code-of-product', 'code-of-web-page');
export type NotFoundCode = (typeof foreignCodes)[number];
export const scanCodes = codes(
  'scan-not-understood',
  'order-in-hand',
  'rule-refuses',
  'point-missing',
  'no-standby-printer',
  'look-up-failed',
  'look-ups-differ',
  ...foreignCodes,
  ...pausedCodes,
  ...reprintCodes,
  ...trackCodes,
);
/** Of the look-up of a number that the service may not know. */
export const lookUpCodes = codes('look-up-refused', 'sent-with-other-key', ...meaningsOf('look-up-refused'), ...trackCodes);
export type LookUpCode = (typeof lookUpCodes)[number];
export const printerCodes = printerReasons.map(codeOfReason);
/** Why it does not grant this attempt, though it may grant others. */
export const attemptCodes = codes('taken-elsewhere', 'attempt-dead', 'stray-blocks', 'no-shipment-before');
const claimCodes = codes(...attemptCodes, ...ledgerCodes);
export type ClaimCode = (typeof claimCodes)[number];
/** Of what is sent at most once, beside what only it can be refused for. */
const exchangeCodes = codes('answer-not-written', ...claimCodes, ...sendCodes);
export const uploadCodes = codes('number-not-found', 'sent-with-other-key', ...exchangeCodes);
export const pickupCodes = codes(
  'text-is-code',
  'pickup-already-requested',
  'pickup-may-be-requested',
  'pickup-incomplete',
  'pickup-doubtful',
  'pickup-unknown',
  'pickup-rejected',
  ...meaningsOf('pickup-rejected'),
  'nothing-to-collect',
  'sent-with-other-key',
  'text-not-sendable',
  ...pausedCodes,
  ...exchangeCodes,
);
