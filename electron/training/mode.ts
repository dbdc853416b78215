/** Choices of the service that its document leaves open. */
export interface TrainingMode {
  /** `fixed`: a courier's service always has the same id, and `ship` books the last quote that offered it. */
  readonly serviceIds: 'per-quote' | 'fixed';
  /** Effect of a second `ship` with the id of one quote; fixed ids are never used up. */
  readonly usedServiceId: 'books-again' | 'is-refused';
  /** `lone-object`: the answer for one order number is one record instead of a list of one. `map`: records by order number. */
  readonly trackAnswer: 'list' | 'lone-object' | 'map';
  /** Accepted spellings: `environment` and `instructions`, `environmet` and `instuctions`, or both. */
  readonly spelling: 'both' | 'of-the-tables' | 'of-the-samples';
  /** `any`: `parcel` is accepted as `Parcel`. */
  readonly enumCase: 'any' | 'as-documented';
  /** True if the answer to `ship` lists the items. */
  readonly shipItems: boolean;
  readonly labelDpi: 203 | 300;
  /** Number of quotes kept; older ones are forgotten first. */
  readonly keptQuotes: 60 | 6000;
}

/** As in the samples of the document; otherwise the most tolerant choice. */
export const usualMode: TrainingMode = {
  serviceIds: 'per-quote',
  usedServiceId: 'books-again',
  trackAnswer: 'list',
  spelling: 'both',
  enumCase: 'any',
  shipItems: false,
  labelDpi: 203,
  keptQuotes: 60,
};

/** The accepted spellings of a field. */
export function acceptedNames(mode: TrainingMode, table: string, sample: string): readonly string[] {
  if (mode.spelling === 'both') return [table, sample];
  return mode.spelling === 'of-the-tables' ? [table] : [sample];
}

const choices: { readonly [K in keyof TrainingMode]: readonly TrainingMode[K][] } = {
  serviceIds: ['per-quote', 'fixed'],
  usedServiceId: ['books-again', 'is-refused'],
  trackAnswer: ['list', 'lone-object', 'map'],
  spelling: ['both', 'of-the-tables', 'of-the-samples'],
  enumCase: ['any', 'as-documented'],
  shipItems: [true, false],
  labelDpi: [203, 300],
  keptQuotes: [60, 6000],
};

/** Validates changes to the mode from outside. Throws with the allowed values if a value is not allowed. */
export function readMode(changes: Readonly<Record<string, unknown>>): Partial<TrainingMode> {
  for (const [name, value] of Object.entries(changes)) {
    const known: readonly unknown[] = Object.hasOwn(choices, name) ? choices[name as keyof TrainingMode] : [];
    if (!known.includes(value)) throw new Error(`${name} must be one of ${JSON.stringify(known)}`);
  }
  return changes as Partial<TrainingMode>;
}
