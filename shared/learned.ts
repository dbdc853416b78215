import { z } from 'zod';
import { type Box, inBox, type LearnedFact, learnedFacts, type Order, type Parcel } from './order.ts';

/** One parcel as it was sent: its box by name, empty if it had none, and its measured weight with the box, or null. */
export const packedSchema = z.object({ boxName: z.string(), weightGrams: z.int().positive().nullable() });
export type Packed = z.infer<typeof packedSchema>;

/** Box and weight that earlier parcels with exactly these items had. A fact that the order has already is null. */
export const learnedSchema = z.object({
  boxName: z.string().min(1).nullable(),
  /** The median of the weights in this box. */
  weightGrams: z.int().positive().nullable(),
  /** How many parcels this is from. */
  parcels: z.int().positive(),
  /** The largest distance of one of these weights from the median. */
  spreadGrams: z.int().nonnegative(),
  /** False if the weights differ too much for one of them to be taken unseen. */
  isSteady: z.boolean(),
});
export type Learned = z.infer<typeof learnedSchema>;

/** How many parcels are remembered for the same items. Packaging changes, so older ones do not count. */
export const mostRemembered = 10;
/** From here on a fact is offered, if the weights differ by at most this part of the median. */
const offered = { parcels: 3, spread: 0.05 };
/** From here on a rule or a batch may take it, if Setup allows that. */
const certain = { parcels: 5, spread: 0.03 };

/**
 * Names the items of an order, so that two orders with the same items have the same name: SKU (or name without one) and quantity of each
 * line, sorted. Undefined if it is not certain what is in its one parcel.
 */
export function namedItemsOf({
  lines,
  parcels,
  isPartlyRefunded,
}: Pick<Order, 'lines' | 'parcels' | 'isPartlyRefunded'>): string | undefined {
  if (parcels.length !== 1 || lines.length === 0 || isPartlyRefunded) return undefined;
  const quantities = new Map<string, number>();
  for (const { sku, name, quantity } of lines) {
    const item = (sku.trim() || name.trim()).toLowerCase();
    if (item === '') return undefined;
    quantities.set(item, (quantities.get(item) ?? 0) + quantity);
  }
  return JSON.stringify([...quantities].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns what earlier parcels with the same items say about the facts that this parcel lacks; undefined if they say nothing, or are too
 * few. `packed`: newest first. `boxes`: the boxes of Setup; a box that is not among them any more is not offered.
 */
export function learnedFor(parcel: Parcel, packed: readonly Packed[], boxes: readonly Box[]): Learned | undefined {
  const lacksBox = parcel.lengthCm === null || parcel.widthCm === null || parcel.heightCm === null;
  const lacksWeight = parcel.weightGrams === null;
  if (!lacksBox && !lacksWeight) return undefined;
  const boxName = lacksBox ? usualBox(packed, boxes) : parcel.boxName;
  if (boxName === undefined) return undefined;
  const inThisBox = packed.filter((each) => each.boxName === boxName);
  const weights = inThisBox.flatMap(({ weightGrams }) => weightGrams ?? []);
  const box = lacksBox ? { boxName } : { boxName: null };
  if (!lacksWeight || weights.length < offered.parcels)
    return lacksBox ? { ...box, weightGrams: null, parcels: inThisBox.length, spreadGrams: 0, isSteady: true } : undefined;
  const weightGrams = medianOf(weights);
  const spreadGrams = Math.max(...weights.map((grams) => Math.abs(grams - weightGrams)));
  return { ...box, weightGrams, parcels: weights.length, spreadGrams, isSteady: spreadGrams <= offered.spread * weightGrams };
}

/** Like `learnedFor`, but only what is certain enough to be taken without asking: all of it, or nothing. */
export function certainFor(parcel: Parcel, packed: readonly Packed[], boxes: readonly Box[]): Learned | undefined {
  const learned = learnedFor(parcel, packed, boxes);
  if (!learned || learned.parcels < certain.parcels) return undefined;
  if (parcel.weightGrams === null && learned.weightGrams === null) return undefined;
  if (learned.weightGrams !== null && learned.spreadGrams > certain.spread * learned.weightGrams) return undefined;
  const isOneBox = packed.slice(0, certain.parcels).every(({ boxName }) => boxName === learned.boxName);
  return learned.boxName === null || isOneBox ? learned : undefined;
}

/** The facts that a packer takes with one key: weights that differ too much are only shown. */
export const takenFrom = ({ boxName, weightGrams, isSteady }: Learned): readonly LearnedFact[] =>
  learnedFacts.filter((fact) => (fact === 'box' ? boxName !== null : weightGrams !== null && isSteady));

/** The parcel with what was learned, marked as learned. Undefined if its box is not in Setup, or if nothing can be taken. */
export function withLearned(parcel: Parcel, learned: Learned, boxes: readonly Box[]): Parcel | undefined {
  const taken = takenFrom(learned);
  const box = boxes.find(({ name }) => name === learned.boxName);
  if (taken.length === 0 || (taken.includes('box') && !box)) return undefined;
  return {
    ...(box ? inBox(parcel, box) : parcel),
    ...(taken.includes('weight') && { weightGrams: learned.weightGrams }),
    learned: [...taken],
  };
}

/** The box that most of these parcels went in, if it was enough of them and Setup still has it. */
function usualBox(packed: readonly Packed[], boxes: readonly Box[]): string | undefined {
  return boxes.find(({ name }) => {
    const times = packed.filter(({ boxName }) => boxName === name).length;
    return times >= offered.parcels && times * 2 > packed.length;
  })?.name;
}

function medianOf(weights: readonly number[]): number {
  const sorted = weights.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[half - 1] ?? 0) + upper) / 2);
}
