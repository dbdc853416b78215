import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import { type Restored, restoredSchema, restoreFacts } from '../../shared/restored.ts';
import type { Store } from './store.ts';

/** What a fact of a merged journal becomes beside what is known here already; undefined where it is forgotten. */
export type MergedFact = (
  fact: { readonly name: string; readonly value: string },
  known: (name: string) => string | undefined,
  of: KeyAccount,
) => { readonly name: string; readonly value: string } | undefined;

const factRow = z.object({ name: z.string(), value: z.string() });
const { restored, marked, judged, unshippedPrefix } = restoreFacts;
const isOfRestore = (name: string): boolean => name === restored || name === marked || name === judged || name.startsWith(unshippedPrefix);

/** Takes the facts of an attached journal along. `takenAt`: the last line of it that was merged before, where some were. */
export function mergeFacts(
  store: Store,
  { key, mergedFact, takenAt }: { readonly key: KeyAccount; readonly mergedFact: MergedFact; readonly takenAt: string | undefined },
): void {
  const known = (name: string): string | undefined =>
    store.get(factRow, 'SELECT name, value FROM main.facts WHERE name = $name', { name })?.value;
  const set = (name: string, value: string): void =>
    void store.run('INSERT OR REPLACE INTO main.facts (name, value) VALUES ($name, $value)', { name, value });
  const theirs = store.all(factRow, 'SELECT name, value FROM merged.facts');
  for (const fact of theirs) {
    if (fact.name === 'history-head' || isOfRestore(fact.name)) continue;
    const kept = mergedFact(fact, known, key);
    if (kept) set(kept.name, kept.value);
  }
  mergeDoubt(store, new Map(theirs.map(({ name, value }) => [name, value])), known, set, takenAt);
}

/** A journal that knows too little makes the one it is merged into know too little. What was said of one doubt is not said of two. */
function mergeDoubt(
  store: Store,
  theirs: ReadonlyMap<string, string>,
  known: (name: string) => string | undefined,
  set: (name: string, value: string) => void,
  takenAt: string | undefined,
): void {
  const read = (value: string | undefined): Restored | undefined => (value ? restoredSchema.parse(JSON.parse(value)) : undefined);
  const [ours, of] = [read(known(restored)), read(theirs.get(restored))];
  if (of && !ours && takenAt === undefined) {
    for (const [name, value] of theirs) if (isOfRestore(name) && name !== judged) set(name, value);
    return;
  }
  if (!of && takenAt === undefined) return;
  const since = [...[ours, of].flatMap((each) => (each ? [each.backupAt] : [])), ...(takenAt ? [takenAt] : [])];
  const backupAt = since.includes(null) ? null : (since.flatMap((at) => at ?? []).toSorted()[0] ?? null);
  set(restored, JSON.stringify({ backupAt, restoredAt: store.now() } satisfies Restored));
}
