/** Results of many strangers of one kind. */
export interface ShopReport {
  readonly findings: readonly string[];
  readonly met: ReadonlyMap<string, number>;
  /** Orders taken, shipments a shop accepted, or files. */
  readonly counted: number;
}
