import { z } from 'zod';

/** Reasons to stop buying: an unknown outcome, or a service that could not be reached. */
const troubleKindSchema = z.enum(['unknown', 'unreachable']);
export type TroubleKind = z.infer<typeof troubleKindSchema>;

/** Why booking is paused. `why` is `unknown` if any of the three troubles was, because a person has to settle that one. */
export const pauseSchema = z.object({ since: z.iso.datetime(), why: troubleKindSchema });
export type Pause = z.infer<typeof pauseSchema>;

export const breakerSchema = z.object({
  /** The newest troubles, at most as many as cause a pause. */
  troubles: z.array(z.object({ at: z.iso.datetime(), is: troubleKindSchema })),
  pause: pauseSchema.nullable(),
});
export type BreakerState = z.infer<typeof breakerSchema>;

export type BreakerEvent =
  | { readonly is: TroubleKind; readonly at: string }
  /** A person resumes booking after a successful read that began at this time. */
  | { readonly is: 'resumed'; readonly at: string };

/** Number of troubles, and the window in which they occur, that pause booking. */
export const troublesThatPause = 3;
export const pauseWindowMs = 60_000;

export const firstBreakerState: BreakerState = { troubles: [], pause: null };

/**
 * Applies an event to the state. A pause never ends by itself, however long nothing fails. Times are UTC. If the clock was set back, the
 * absolute difference counts, so a trouble is never hidden for longer than the window.
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
