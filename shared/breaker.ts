import { z } from 'zod';

/** What speaks against buying more: an outcome nobody knows, or a service that could not be reached. */
const troubleKindSchema = z.enum(['unknown', 'unreachable']);
export type TroubleKind = z.infer<typeof troubleKindSchema>;

/** Why nothing is booked now. `why` is `unknown` as soon as one of the three was, for that is what a person has to settle. */
export const pauseSchema = z.object({ since: z.iso.datetime(), why: troubleKindSchema });
export type Pause = z.infer<typeof pauseSchema>;

export const breakerSchema = z.object({
  /** The newest ones, at most as many as break. */
  troubles: z.array(z.object({ at: z.iso.datetime(), is: troubleKindSchema })),
  pause: pauseSchema.nullable(),
});
export type BreakerState = z.infer<typeof breakerSchema>;

export type BreakerEvent =
  | { readonly is: TroubleKind; readonly at: string }
  /** A person goes on, after a read that began at this time and worked. */
  | { readonly is: 'resumed'; readonly at: string };

/** So many troubles within so long pause booking. */
export const troublesThatPause = 3;
export const pauseWindowMs = 60_000;

export const firstBreakerState: BreakerState = { troubles: [], pause: null };

/**
 * Folds what happened into the verdict. A pause never ends by itself, however quiet it stays. Times are UTC; a clock that was
 * set back counts as the time between, so that it hides no trouble for longer than the window.
 */
export function afterBreakerEvent(state: BreakerState, event: BreakerEvent): BreakerState {
  const at = Date.parse(event.at);
  if (event.is === 'resumed') return { troubles: state.troubles.filter((trouble) => Date.parse(trouble.at) > at), pause: null };
  const troubles = [...state.troubles, { at: event.at, is: event.is }]
    .filter((trouble) => Math.abs(at - Date.parse(trouble.at)) < pauseWindowMs)
    .slice(-troublesThatPause);
  if (state.pause || troubles.length < troublesThatPause) return { troubles, pause: state.pause };
  return { troubles, pause: { since: event.at, why: troubles.some(({ is }) => is === 'unknown') ? 'unknown' : 'unreachable' } };
}
