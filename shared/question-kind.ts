/** The facts that may be asked for, in this order. */
export const questionKinds = [
  'country',
  'name',
  'po-box',
  'parcel-machine',
  'post-number',
  'street',
  'house-number',
  'postal-code',
  'city',
  'province',
  'phone',
  'box',
  'weight',
  'contents',
  'value',
  'hs-code',
] as const;
export type QuestionKind = (typeof questionKinds)[number];
