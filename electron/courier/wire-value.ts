/** JSON as received: every number is the text of its own digits, so that no id and no price passes through a floating-point number. */
export type WireValue = string | boolean | null | readonly WireValue[] | WireFields;
export interface WireFields {
  readonly [name: string]: WireValue;
}
