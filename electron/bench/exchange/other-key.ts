import { type KeyAccount, nameOfKeyAccount } from '../../../shared/key-account.ts';
import type { Refusal } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';

interface SentWith {
  readonly otherAccount: KeyAccount | null;
}

/** True if the key in use can act for it: it was sent with this key and for this account. */
export const isOfKeyInUse = ({ otherAccount }: SentWith): boolean => otherAccount === null;

/** Refuses actions that need the key something was sent with; undefined if that key is in use. */
export const sentWithOtherKey = (
  { fail }: Pick<ContextParts, 'fail'>,
  { otherAccount }: SentWith,
): Refusal<'sent-with-other-key'> | undefined => (otherAccount ? fail('sent-with-other-key', nameOfKeyAccount(otherAccount)) : undefined);
