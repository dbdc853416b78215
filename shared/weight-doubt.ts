import type { Box, Parcel } from './order.ts';

/** Kilograms to the litre of box. Books and drinks stay below 1.2, and a box full of steel parts below this: air is between them. */
const mostKgPerLitre = 3;

/** Why a weight is most likely a slip of the hand: a digit too many, or the goods without their box. */
export type WeightDoubt = 'lighter-than-box' | 'too-heavy-for-box';

/** Undefined if nothing speaks against this weight in this box. `boxes`: those that Setup knows. */
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
