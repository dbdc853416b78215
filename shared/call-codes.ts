import { type FailureCode, meaningsOf } from './failure.ts';
import { printerReasons } from './print-reason.ts';
import { codeOfReason } from './printer.ts';

/** Failure codes that calls and ports share, each group under its name. */
const codes = <const C extends readonly FailureCode[]>(...named: C): C => named;

/** Why a request was not sent. */
export const sendCodes = codes('url-not-allowed', 'not-connected', 'service-unreachable', 'sent-too-late', 'wait-stopped');
export type SendCode = (typeof sendCodes)[number];

/** Why a read of the service returned nothing. */
export const readCodes = [
  ...sendCodes,
  ...meaningsOf('service-refused'),
  ...codes('service-refused', 'service-answer-unreadable', 'service-slow'),
] as const;
export type ReadCode = (typeof readCodes)[number];

/** Why a read of labels returned nothing. */
export const labelReadCodes = [...readCodes, ...codes('label-of-another-order')] as const;
export type LabelReadCode = (typeof labelReadCodes)[number];

/** Why a look-up of numbers returned nothing. */
export const trackCodes = [...readCodes, ...codes('number-not-found')] as const;
export type TrackCode = (typeof trackCodes)[number];
export type QuoteCode = ReadCode | 'sender-incomplete' | 'order-incomplete';

/** Why a file cannot be printed as a sheet. */
export const sheetCodes = codes('label-unreadable', 'no-label-printer');
export type SheetCode = (typeof sheetCodes)[number];
export const labelCodes = codes('label-missing', 'sent-with-other-key', 'label-printer-gone', ...sheetCodes);
export type LabelCode = (typeof labelCodes)[number];
export const documentCodes = codes('document-unreadable', 'no-document-printer', ...sheetCodes);
export type DocumentCode = (typeof documentCodes)[number];

/** Failures of any call. `data-locked`: until the data can be read, only calls that help to read it are taken. */
export const callCodes = codes('bug', 'not-allowed', 'data-locked');
export type AnyCallCode = (typeof callCodes)[number];
/** Failures of any call that needs an open environment. */
export const worldCodes = codes('not-connected', 'not-now', 'journal-unwritable');
export type WorldCode = (typeof worldCodes)[number];
export const pinCodes = codes('pin-wrong', 'pin-too-soon');
/** Failures of a decision that needs a reason and the shift lead's PIN. */
export type PinCode = (typeof pinCodes)[number];
/** Why a badge, or a name with its PIN, proves nobody. */
export const proofCodes = codes('badge-unknown', 'badge-too-soon', 'person-pin-wrong', 'pin-too-soon');
export type ProofCode = (typeof proofCodes)[number];
/** Why a secret does not prove who may reset a PIN or remove the list of people. `proof-gone`: all that could be compared was deleted. */
export const lostProofCodes = codes('proof-wrong', 'proof-gone');
export const decisionCodes = codes('reason-missing', ...pinCodes);
export type DecisionCode = (typeof decisionCodes)[number];
/** Why an environment does not open. */
export const openCodes = codes(
  'passphrase-missing',
  'not-connected',
  'credentials-unreadable',
  'key-of-another-address',
  'journal-lost',
  'not-now',
);
export type OpenCode = (typeof openCodes)[number];
/** Why the ledger reserves nothing for this bench. */
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
/** Why settings that all benches share are not changed. */
export const siteSettingCodes = codes('site-settings-away', 'site-settings-moved', 'site-key-missing');
/** Why an invitation code lets no bench in. */
export const joinCodes = codes('invite-unknown', 'invite-spent', 'invite-late');
export type JoinRefusal = (typeof joinCodes)[number];
/** Why nothing is booked now. */
export const pausedCodes = codes('answer-not-written', 'journal-damaged', 'disk-low', 'booking-paused', ...ledgerCodes);
export type PausedCode = (typeof pausedCodes)[number];
export const reprintCodes = codes(
  'order-forgotten',
  'number-not-found',
  'print-held',
  'print-unknown',
  'label-of-another-order',
  'label-held-back',
  'reprint-needs-reason',
  'not-its-label',
  ...labelCodes,
);
/** Why a scanned code is not processed as an order. */
export const foreignCodes = codes('order-not-found', 'order-left-out', 'order-encrypted', 'code-of-product', 'code-of-web-page');
export type NotFoundCode = (typeof foreignCodes)[number];
export const scanCodes = codes(
  'scan-not-understood',
  'label-scanned-before',
  'return-label-scanned',
  'order-in-hand',
  'orders-not-joined',
  'rule-refuses',
  'point-missing',
  'items-not-checked',
  'items-not-packed',
  'order-not-split',
  'part-empty',
  'order-not-boxed',
  'kit-begun',
  'box-empty',
  'boxes-full',
  'item-too-many',
  'product-not-now',
  'no-standby-printer',
  'look-up-failed',
  'look-ups-differ',
  ...foreignCodes,
  ...pausedCodes,
  ...reprintCodes,
  ...trackCodes,
);
/** Failures of the look-up of a number that the service may not know. */
export const lookUpCodes = codes('look-up-refused', 'sent-with-other-key', ...meaningsOf('look-up-refused'), ...trackCodes);
export type LookUpCode = (typeof lookUpCodes)[number];
export const printerCodes = printerReasons.map(codeOfReason);
/** Why the ledger refuses this attempt, although it may accept others. */
export const attemptCodes = codes('taken-elsewhere', 'attempt-dead', 'stray-blocks', 'no-shipment-before');
export const claimCodes = codes(...attemptCodes, ...ledgerCodes);
export type ClaimCode = (typeof claimCodes)[number];
/** Failures of anything that is sent at most once, besides those of one kind only. */
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
