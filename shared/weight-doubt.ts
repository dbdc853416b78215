import type { Box, Parcel } from './order.ts';

/**
 * Kilograms per litre of box. Books and drinks stay below 1.2, and even a box of steel parts stays below this limit because of the air
 * between them.
 */
const mostKgPerLitre = 3;

/** Why a weight is probably a typing error: a digit too many, or the goods without their box. */
export type WeightDoubt = 'lighter-than-box' | 'too-heavy-for-box';

/** Undefined if the weight is plausible for this box. `boxes`: the box presets of Setup. */
export function weightDoubt(
  grams: number,
  { boxName, lengthCm, widthCm, heightCm }: Pick<Parcel, 'boxName' | 'lengthCm' | 'widthCm' | 'heightCm'>,
  boxes: readonly Box[],
): WeightDoubt | undefined {
  const box = boxes.find(({ name }) => name === boxName);
  if (box && grams < box.emptyWeightGrams) return 'lighter-than-box';
  if (lengthCm === null || widthCm === null || heightCm === null) return undefined;
  const litres = (lengthCm * widthCm * heightCm) / 1000;
  return grams / 1000 > litres * mostKgPerLitre ? 'too-heavy-for-box' : undefined;
}
