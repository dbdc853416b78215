import { z } from 'zod';
import type { FactJournal } from '../bench/ports/journal/facts.ts';
import type { Store } from './store.ts';

const factRow = z.object({ value: z.string() });

/** Caches facts: each state update to the screens reads them a dozen times. */
export function createFacts(store: Store): Pick<FactJournal, 'fact' | 'setFact'> {
  const known = new Map<string, string | undefined>();
  const read = (name: string): string | undefined => store.get(factRow, 'SELECT value FROM facts WHERE name = $name', { name })?.value;
  return {
    fact(name) {
      // A running commit may still be rolled back.
      if (store.inCommit()) return read(name);
      if (!known.has(name)) known.set(name, read(name));
      return known.get(name);
    },
    setFact(name, value) {
      known.delete(name);
      store.run('INSERT OR REPLACE INTO facts (name, value) VALUES ($name, $value)', { name, value });
    },
  };
}
