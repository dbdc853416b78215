/**
 * Decisions of a bench about an attempt that a shared ledger knows. Pure: the tests try every order of events on them.
 * `stands`: its state in the journal. `isAtRest`: this run is not sending it.
 */

/** Decides on the ledger's answer to `claim` or `send`. `isSameEra`: the ledger was not found to be a different one since the request. */
export const afterGrant = ({
  isGranted,
  isSameEra,
}: {
  readonly isGranted: boolean;
  readonly isSameEra: boolean;
}): 'go-on' | 'take-back' => (isGranted && isSameEra ? 'go-on' : 'take-back');

/** Decides after a crash. An intent alone is not enough: the journal itself may be an older copy. */
export function atStart(stands: 'intent' | 'sending', isShared: boolean): 'take-back' | 'ask-ledger' | 'unknown' {
  if (stands === 'sending') return 'unknown';
  return isShared ? 'ask-ledger' : 'take-back';
}

/** Decides on the ledger's answer about an intent at rest; undefined if there was no answer. */
export function afterAsking(answer: 'released' | 'may-be-sent' | undefined): 'take-back' | 'unknown' | 'ask-again' {
  if (answer === undefined) return 'ask-again';
  return answer === 'released' ? 'take-back' : 'unknown';
}

/** Decides before a bench agrees to a ledger that may have lost data: such a ledger cannot prove that an intent was never sent. */
export const beforeAgreeing = (isAtRest: boolean): 'unknown' | 'leave' => (isAtRest ? 'unknown' : 'leave');
