/**
 * Rules for key leases if the service books the price that was requested last and other benches use the key too. Pure: tests try every
 * order in which leases may be taken.
 */

/**
 * True if no other bench used the key since this bench requested its price. `askedIn`: key lease of that request, undefined for none.
 * `lease`: the current key lease, undefined if the key is not shared.
 */
export const isLastOfKey = (
  askedIn: string | undefined,
  lease: { readonly id: string; readonly before: string | null } | undefined,
): boolean => lease === undefined || lease.id === askedIn || lease.before === askedIn;
