/** How the service decides what its document leaves open. */
export interface TrainingMode {
  /** `fixed`: a courier's service always has the same id, and `ship` books the last quote that offered it. */
  readonly serviceIds: 'per-quote' | 'fixed';
  /** What a second `ship` with the id of one quote does; fixed ids are never used up. */
  readonly usedServiceId: 'books-again' | 'is-refused';
  /** `lone-object`: one order number is answered with one record instead of a list of one. `map`: records by order number. */
  readonly trackAnswer: 'list' | 'lone-object' | 'map';
  /** Whether it listens to `environment` and `instructions`, to `environmet` and `instuctions`, or to both. */
  readonly spelling: 'both' | 'of-the-tables' | 'of-the-samples';
  /** Whether `parcel` is a Parcel. */
  readonly enumCase: 'any' | 'as-documented';
  /** Whether the answer to `ship` lists the items. */
  readonly shipItems: boolean;
  readonly labelDpi: 203 | 300;
  /** Offers of more quotes than these are forgotten, the oldest first. */
  readonly keptQuotes: 60 | 6000;
}

/** What the samples of the document show, and else the most forgiving. */
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

/** The spellings of an element it listens to. */
export function heardNames(mode: TrainingMode, table: string, sample: string): readonly string[] {
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

/** Changes to the mode as they came from outside; throws, naming what can be chosen, when one is not a choice. */
export function readMode(changes: Readonly<Record<string, unknown>>): Partial<TrainingMode> {
  for (const [name, value] of Object.entries(changes)) {
    const known: readonly unknown[] = Object.hasOwn(choices, name) ? choices[name as keyof TrainingMode] : [];
    if (!known.includes(value)) throw new Error(`${name} must be one of ${JSON.stringify(known)}`);
  }
  return changes as Partial<TrainingMode>;
}
