import { z } from 'zod';

/**
 * Record of one printer since its last answer: the shipments whose labels it took without answering, and those of them whose labels a
 * person has seen.
 */
const silenceSchema = z.object({ took: z.array(z.string()), seen: z.array(z.string()) });
/** By the address key of each printer. */
export const silencesSchema = z.record(z.string(), silenceSchema);
export type Silences = z.infer<typeof silencesSchema>;

const provenBy = 3;
/** Limit of stored shipments: older labels are no longer expected to be seen. */
const mostKept = 50;

/** True if the printer never answers but prints, because persons have seen its labels. Waiting less for its answer loses nothing. */
export const isMute = (silences: Silences, at: string): boolean => (silences[at]?.seen.length ?? 0) >= provenBy;

/** A printer took the label of a shipment without answering. */
export function tookInSilence(silences: Silences, at: string, bookingId: string): Silences {
  const { took, seen } = silences[at] ?? { took: [], seen: [] };
  if (took.includes(bookingId)) return silences;
  return { ...silences, [at]: { took: [...took, bookingId].slice(-mostKept), seen } };
}

/** A person has seen the label of a shipment. */
export function seenByPerson(silences: Silences, bookingId: string): Silences {
  const found = Object.entries(silences).find(([, { took, seen }]) => took.includes(bookingId) && !seen.includes(bookingId));
  if (!found) return silences;
  const [at, { took, seen }] = found;
  return isMute(silences, at) ? silences : { ...silences, [at]: { took, seen: [...seen, bookingId] } };
}

/** A printer answered: deletes the record of its silence. */
export function answered(silences: Silences, at: string): Silences {
  const { [at]: ended, ...others } = silences;
  return ended ? others : silences;
}
