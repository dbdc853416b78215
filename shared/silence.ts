import { z } from 'zod';

/**
 * What is known of the silence of one printer since it last answered anything: the shipments whose labels it took without a word, and
 * those of them whose labels a person has seen.
 */
const silenceSchema = z.object({ took: z.array(z.string()), seen: z.array(z.string()) });
/** By the name that a printer's room gives each printer. */
export const silencesSchema = z.record(z.string(), silenceSchema);
export type Silences = z.infer<typeof silencesSchema>;

const provenBy = 3;
/** What nobody has looked at for so many labels is not looked at any more. */
const mostKept = 50;

/** A printer that is mute still prints: persons have seen it. It answers nothing, so nothing is lost by waiting less for an answer. */
export const isMute = (silences: Silences, at: string): boolean => (silences[at]?.seen.length ?? 0) >= provenBy;

/** A printer took the label of a shipment without a word. */
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

/** A printer answered: whatever was thought of its silence is wrong. */
export function answered(silences: Silences, at: string): Silences {
  const { [at]: ended, ...others } = silences;
  return ended ? others : silences;
}
