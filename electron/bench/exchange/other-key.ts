import { type KeyAccount, nameOfKeyAccount } from '../../../shared/key-account.ts';
import type { Refusal } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';

interface SentWith {
  readonly otherAccount: KeyAccount | null;
}

/** Whether the key in use can speak for it: it was sent with this key and for this account. */
export const isOfKeyInUse = ({ otherAccount }: SentWith): boolean => otherAccount === null;

/** The refusal of what only the key can do that something was sent with; undefined where that is in use. */
export const sentWithOtherKey = (
  { fail }: Pick<ContextParts, 'fail'>,
  { otherAccount }: SentWith,
): Refusal<'sent-with-other-key'> | undefined => (otherAccount ? fail('sent-with-other-key', nameOfKeyAccount(otherAccount)) : undefined);
