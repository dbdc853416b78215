/**
 * Where the service books the last price that was asked: what a bench makes of the turns of a key that others use too. Pure: every order in
 * which they may be taken is tried on these.
 */

/**
 * Whether nobody asked with the key since this bench did. `askedIn`: the turn in which it asked, undefined for none. `turn`: the one it has
 * now, undefined where nobody shares the key.
 */
export const isLastOfKey = (
  askedIn: string | undefined,
  turn: { readonly id: string; readonly before: string | null } | undefined,
): boolean => turn === undefined || turn.id === askedIn || turn.before === askedIn;
