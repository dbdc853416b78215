import { z } from 'zod';
import { meaningSchema } from './meaning.ts';
import { type Reason, reasonSchema } from './reason.ts';

/** Next step for the packer. The screen shows exactly this one button. */
export const remedies = [
  'rescan',
  'retry',
  'correct-order',
  'choose-again',
  'check-printer',
  'open-resolve',
  'open-setup',
  'wait',
  'open-ship',
  'ask-lead',
  'release-order',
] as const;
export type Remedy = (typeof remedies)[number];

/** Every expected failure of the program and the one action that fixes it. The sentences are in `renderer/text/`. */
export const failureRemedies = {
  'scan-not-understood': 'rescan',
  'scan-unreadable': 'rescan',
  'scan-unsure': 'choose-again',
  'order-not-found': 'rescan',
  'order-left-out': 'open-resolve',
  'look-up-failed': 'retry',
  'shop-not-connected': 'retry',
  'look-ups-differ': 'open-setup',
  'items-not-checked': 'open-ship',
  'items-not-packed': 'rescan',
  'note-not-confirmed': 'open-ship',
  'item-too-many': 'rescan',
  'address-shared': 'open-ship',
  'code-of-product': 'rescan',
  'product-not-open': 'rescan',
  'product-not-now': 'open-ship',
  'product-of-several': 'choose-again',
  'product-or-order': 'choose-again',
  'code-of-web-page': 'rescan',
  'order-in-hand': 'wait',
  'taken-elsewhere': 'wait',
  'attempt-dead': 'retry',
  'stray-blocks': 'ask-lead',
  'no-shipment-before': 'ask-lead',
  'ledger-unreachable': 'ask-lead',
  'ledger-frozen': 'ask-lead',
  'ledger-version': 'ask-lead',
  'ledger-unreadable': 'ask-lead',
  'ledger-clock': 'ask-lead',
  'ledger-full': 'ask-lead',
  'not-paired': 'ask-lead',
  'identity-elsewhere': 'ask-lead',
  'site-key-missing': 'ask-lead',
  'site-settings-away': 'wait',
  'site-settings-moved': 'wait',
  'changed-since': 'wait',
  'invite-unknown': 'retry',
  'invite-spent': 'retry',
  'invite-late': 'retry',
  'journal-went-back': 'ask-lead',
  'order-incomplete': 'correct-order',
  'order-key-reserved': 'correct-order',
  'order-key-taken': 'correct-order',
  'order-cancelled': 'ask-lead',
  'order-refunded': 'ask-lead',
  'order-fulfilled': 'ask-lead',
  'order-unpaid': 'ask-lead',
  'order-on-hold': 'ask-lead',
  'order-held': 'release-order',
  'order-shipped-otherwise': 'rescan',
  'order-encrypted': 'retry',
  'order-standing': 'rescan',
  'order-nothing-to-ship': 'ask-lead',
  'order-row-unreadable': 'correct-order',
  'order-two-addresses': 'correct-order',
  'order-forgotten': 'correct-order',
  'order-file-unreadable': 'retry',
  'product-file-unreadable': 'retry',
  'no-sender': 'open-setup',
  'sender-incomplete': 'open-setup',
  'sender-unknown': 'open-setup',
  'sender-in-doubt': 'correct-order',
  'rule-printer-gone': 'open-setup',
  'rule-printer-format': 'open-setup',
  'rule-printer-in-doubt': 'correct-order',
  'not-connected': 'open-setup',
  'service-unreachable': 'retry',
  'service-slow': 'retry',
  'sent-too-late': 'retry',
  'service-refused': 'correct-order',
  'service-answer-unreadable': 'retry',
  'credentials-rejected': 'open-setup',
  'credentials-unreadable': 'open-setup',
  'no-services': 'correct-order',
  'order-changed': 'choose-again',
  'joined-order-gone': 'rescan',
  'orders-not-joined': 'choose-again',
  'order-not-split': 'choose-again',
  'part-empty': 'choose-again',
  'order-not-boxed': 'choose-again',
  'kit-begun': 'choose-again',
  'box-empty': 'choose-again',
  'boxes-full': 'choose-again',
  'boxes-outdated': 'rescan',
  'part-outdated': 'rescan',
  'part-not-known': 'ask-lead',
  'part-not-in-order': 'correct-order',
  'rest-first': 'rescan',
  'return-not-possible': 'rescan',
  'return-outdated': 'rescan',
  'return-label-scanned': 'rescan',
  'quote-outdated': 'choose-again',
  'price-changed': 'choose-again',
  'rule-refuses': 'choose-again',
  'rule-asks': 'choose-again',
  'point-missing': 'choose-again',
  'booking-rejected': 'correct-order',
  'booking-unknown': 'open-resolve',
  'offer-expired': 'choose-again',
  'offer-used': 'open-resolve',
  'choice-refused': 'choose-again',
  'account-refused': 'open-setup',
  'plan-exhausted': 'ask-lead',
  'service-busy': 'retry',
  'booking-paused': 'open-ship',
  'text-not-sendable': 'retry',
  'text-too-long': 'correct-order',
  'text-is-code': 'retry',
  'insurance-refused': 'choose-again',
  'pickup-incomplete': 'retry',
  'pickup-doubtful': 'ask-lead',
  'pickup-rejected': 'retry',
  'pickup-unknown': 'open-resolve',
  'pickup-already-requested': 'ask-lead',
  'pickup-may-be-requested': 'ask-lead',
  'nothing-to-collect': 'rescan',
  'number-not-found': 'rescan',
  'look-up-refused': 'retry',
  'not-booked-yet': 'open-ship',
  'sent-with-other-key': 'ask-lead',
  'label-missing': 'retry',
  'label-unreadable': 'ask-lead',
  'label-of-another-order': 'ask-lead',
  'label-in-other-printer': 'ask-lead',
  'label-held-back': 'open-resolve',
  'label-not-compared': 'ask-lead',
  'number-taken': 'rescan',
  'label-on-wrong-parcel': 'rescan',
  'label-scanned-before': 'rescan',
  'reprint-needs-reason': 'retry',
  'not-its-label': 'rescan',
  'document-unreadable': 'ask-lead',
  'no-papers': 'rescan',
  'document-refused': 'retry',
  'no-label-printer': 'open-setup',
  'label-printer-gone': 'open-setup',
  'no-document-printer': 'open-setup',
  'no-standby-printer': 'open-setup',
  'printer-offline': 'check-printer',
  'printer-out-of-labels': 'check-printer',
  'printer-head-open': 'check-printer',
  'printer-buffer-full': 'check-printer',
  'printer-out-of-ribbon': 'check-printer',
  'printer-paused': 'check-printer',
  'printer-not-ready': 'check-printer',
  'print-unknown': 'open-resolve',
  'print-held': 'open-resolve',
  'print-failed': 'check-printer',
  'wait-stopped': 'retry',
  'journal-unwritable': 'ask-lead',
  'journal-lost': 'ask-lead',
  'journal-damaged': 'ask-lead',
  'answer-not-written': 'ask-lead',
  'disk-low': 'ask-lead',
  'may-be-shipped': 'rescan',
  'file-not-written': 'retry',
  'pin-wrong': 'ask-lead',
  'pin-too-soon': 'wait',
  'badge-unknown': 'retry',
  'badge-too-soon': 'wait',
  'person-pin-wrong': 'retry',
  'proof-wrong': 'retry',
  'proof-gone': 'ask-lead',
  'recovery-code-wrong': 'retry',
  'passphrase-wrong': 'retry',
  'passphrase-missing': 'open-setup',
  'recovery-key-missing': 'retry',
  'recovery-not-empty': 'ask-lead',
  'data-locked': 'ask-lead',
  'reason-missing': 'ask-lead',
  'url-not-allowed': 'open-setup',
  'key-of-another-address': 'open-setup',
  'link-not-allowed': 'ask-lead',
  'setting-invalid': 'open-setup',
  'only-in-sandbox': 'open-setup',
  'no-quotes-to-check': 'open-setup',
  'not-allowed': 'ask-lead',
  'not-now': 'wait',
  bug: 'rescan',
} as const satisfies Record<string, Remedy>;

export type FailureCode = keyof typeof failureRemedies;
export const failureCodes = Object.keys(failureRemedies) as [FailureCode, ...FailureCode[]];

/** Possible meanings of a refusal, by the action that was refused. If there are several, the first of these has to be fixed first. */
const meanings = {
  'booking-rejected': [
    'credentials-rejected',
    'account-refused',
    'offer-used',
    'offer-expired',
    'plan-exhausted',
    'choice-refused',
    'service-busy',
  ],
  'service-refused': ['credentials-rejected', 'account-refused', 'plan-exhausted', 'offer-expired', 'service-busy'],
  'pickup-rejected': ['credentials-rejected', 'account-refused', 'service-busy'],
  'look-up-refused': ['credentials-rejected', 'account-refused', 'number-not-found', 'service-busy'],
} as const satisfies Partial<Record<FailureCode, readonly FailureCode[]>>;

/** A refusal that may turn out to be something else. */
export type Refusing = keyof typeof meanings;
/** Every possible meaning of a code, including itself. */
export type MeaningOf<C extends FailureCode> = C | (C extends Refusing ? (typeof meanings)[C][number] : never);

export const meaningsOf = <C extends Refusing>(refusal: C): (typeof meanings)[C] => meanings[refusal];

/** The code whose remedy fixes a refusal: its known meaning, else the refusal itself. */
export function meaningOf<C extends FailureCode>(refusal: C, understood: readonly (FailureCode | undefined)[]): MeaningOf<C> {
  const known: Partial<Record<FailureCode, readonly FailureCode[]>> = meanings;
  return (known[refusal]?.find((code) => understood.includes(code)) ?? refusal) as MeaningOf<C>;
}

/**
 * `ref` is a short text the packer can read out; the log contains it next to the cause. `detail` is the message of the other side; it is
 * shown and never parsed again.
 */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  ref: z.string(),
  detail: z.string(),
  /** Faults that this program found itself, instead of `detail`. */
  reasons: z.array(reasonSchema).optional(),
  /** Meaning of the service's message; absent if unknown. */
  means: z.array(meaningSchema).optional(),
});
/** One of `C`, if the possible codes are known. */
export type Failure<C extends FailureCode = FailureCode> = Omit<z.infer<typeof failureSchema>, 'code'> & { readonly code: C };

/** The fields of a failure that hold its cause. */
export function because(why: string | Reason | readonly Reason[]): Pick<Failure, 'detail' | 'reasons'> {
  if (typeof why === 'string') return { detail: why };
  return { detail: '', reasons: 'code' in why ? [why] : [...why] };
}

/** The first fault that this program found, else the message of the other side. */
export const whyOf = ({ reasons, detail }: Pick<Failure, 'detail' | 'reasons'>): string | Reason => reasons?.[0] ?? detail;
