/**
 * What a bench does with an attempt that a ledger of many benches knows. Pure: every order in which things may happen is tried on these.
 * `stands`: in the journal. `isAtRest`: nothing of this run sends it.
 */

/** What an answer of the ledger is worth. `isSameEra`: the ledger was not found to be another one since it was asked. */
export const afterGrant = ({
  isGranted,
  isSameEra,
}: {
  readonly isGranted: boolean;
  readonly isSameEra: boolean;
}): 'go-on' | 'take-back' => (isGranted && isSameEra ? 'go-on' : 'take-back');

/** After a crash. An intent alone says too little: the journal itself may be an older copy. */
export function atStart(stands: 'intent' | 'sending', isShared: boolean): 'take-back' | 'ask-ledger' | 'unknown' {
  if (stands === 'sending') return 'unknown';
  return isShared ? 'ask-ledger' : 'take-back';
}

/** What the ledger said of an intent at rest; undefined where it said nothing. */
export function afterAsking(said: 'released' | 'may-be-sent' | undefined): 'take-back' | 'unknown' | 'ask-again' {
  if (said === undefined) return 'ask-again';
  return said === 'released' ? 'take-back' : 'unknown';
}

/** Before a bench agrees to a ledger that may have forgotten: as a witness it is worth nothing. */
export const beforeAgreeing = (isAtRest: boolean): 'unknown' | 'leave' => (isAtRest ? 'unknown' : 'leave');
