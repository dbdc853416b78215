import type { FailureCode } from '../../shared/failure.ts';
import { type CallName, contract, type Handlers } from '../../shared/ipc.ts';
import type { Right } from '../../shared/person.ts';
import type { Result } from '../../shared/result.ts';
import type { Actor, Authorize } from './authorize.ts';
import type { CallParts } from './call-parts.ts';
import { orderCalls } from './orders.ts';
import { pickupCalls } from './pickup.ts';
import { resolveCalls } from './resolve.ts';
import { setupCalls } from './setup.ts';
import { shipCalls } from './ship.ts';
import { trackCalls } from './track.ts';

/** The calls that are taken before the data of the bench can be read. */
const whileLocked: readonly CallName[] = ['snapshot', 'setup', 'openData', 'recover', 'trustHost', 'stillHere'];

/** The people at this bench. */
export interface Actors {
  /** The person who makes this call. An approval that was given for it is used up. */
  readonly actorFor: (call: CallName, right: Right) => Actor;
  /** Runs a call, so that every line it writes names this actor. */
  readonly as: <T>(actor: Actor, act: () => Promise<T>) => Promise<T>;
  /** Writes to the history that this actor may not make the call, that another person approved it, or that it was done. */
  readonly noted: (actor: Actor, call: CallName, what: 'call-refused' | 'call-approved' | 'call-done') => void;
}

/** Calls for shift leads and admins. Calls of packers write lines of their own, with the parcel. */
const isDecision = (right: Right): boolean => right === 'decide' || right === 'set-up';

/**
 * Implements every call of the contract, each in one line to the bench or the station. Authorizes the actor before each call. Sends pending
 * changes to the window before the answer, so that no answer is ahead of the screen.
 */
export function createHandlers(
  parts: CallParts,
  actors: Actors,
  {
    isLocked,
    authorize,
    rightOf,
  }: {
    /** True until the data of this bench can be read. */
    readonly isLocked: () => boolean;
    readonly authorize: Authorize;
    readonly rightOf: (call: CallName, args: unknown) => Right;
  },
  pushChanges: () => Promise<void>,
): Handlers {
  const calls: Handlers = {
    ...shipCalls(parts),
    ...orderCalls(parts),
    ...pickupCalls(parts),
    ...trackCalls(parts),
    ...resolveCalls(parts),
    ...setupCalls(parts),
  };
  const answerTo: Readonly<Record<CallName, (args: never) => Promise<unknown>>> = calls;
  const guarded =
    (name: CallName) =>
    async (args: never): Promise<unknown> => {
      const right = rightOf(name, args);
      const actor = actors.actorFor(name, right);
      const refused = isLocked() && !whileLocked.includes(name) ? parts.fail('data-locked') : authorize(actor, right);
      if (refused?.failure.code === 'not-allowed') actors.noted(actor, name, 'call-refused');
      else if (actor.approvedBy !== undefined) actors.noted(actor, name, 'call-approved');
      const answer = refused ?? (await actors.as(actor, () => answerTo[name](args)));
      if (isDecision(right) && (answer as Result<unknown, FailureCode>).ok) actors.noted(actor, name, 'call-done');
      await pushChanges();
      return answer;
    };
  const names = Object.keys(contract.calls) as CallName[];
  return Object.fromEntries(names.map((name) => [name, guarded(name)])) as unknown as Handlers;
}
