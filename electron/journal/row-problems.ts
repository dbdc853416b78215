import { z } from 'zod';
import { type RowProblem, rowProblemSchema } from '../../shared/order.ts';
import type { OrderJournal } from '../bench/ports/journal/orders.ts';
import { digestOf } from './prepare-orders.ts';
import { bytesColumn, type Store } from './store.ts';

export interface RowProblems extends Pick<OrderJournal, 'rowProblems' | 'dismissRow'> {
  /** Stores new problems, in the running commit. Call the returned function after that commit: it adds them to the cache. */
  readonly keep: (problems: readonly RowProblem[]) => () => void;
  /** Removes problems, in the running commit. Call the returned function after that commit: it removes them from the cache. */
  readonly remove: (ids: readonly string[]) => () => void;
}

const problemRow = z.object({ id: z.string(), encrypted: bytesColumn });
const unreadableProblem: RowProblem = { file: '', line: 1, orderKey: '', reason: '', row: '' };

type Row = ReturnType<OrderJournal['rowProblems']>[number];

interface Known {
  readonly rows: readonly Row[];
  readonly digests: () => Set<string>;
}

function knowing(rows: readonly Row[]): Known {
  let digests: Set<string> | undefined;
  return { rows, digests: () => (digests ??= new Set(rows.map(({ problem }) => digestOfProblem(problem)))) };
}

/** Thousands may wait for a person: each is decrypted when it is first shown, and then cached. */
export function createRowProblems(store: Store): RowProblems {
  let known: Known | undefined;
  store.whenForgotten(() => {
    known = undefined;
  });

  const openedWhenRead = ({ id, encrypted }: z.infer<typeof problemRow>): Row => {
    let opened: RowProblem | undefined;
    return {
      id,
      get problem() {
        opened ??= store.decrypt(rowProblemSchema, encrypted, ['row_problems.encrypted', id]) ?? unreadableProblem;
        return opened;
      },
    };
  };

  function all(): Known {
    if (known) return known;
    const read = knowing(store.all(problemRow, 'SELECT id, encrypted FROM row_problems ORDER BY sequence').map(openedWhenRead));
    // A commit may still be rolled back.
    if (!store.inCommit()) known = read;
    return read;
  }

  return {
    rowProblems: () => all().rows,
    keep: (problems) => {
      if (problems.length === 0) return () => undefined;
      const { rows, digests } = all();
      const knownDigests = digests();
      const added = new Map<string, Row>();
      for (const problem of problems) {
        const digest = digestOfProblem(problem);
        if (knownDigests.has(digest) || added.has(digest)) continue;
        const id = store.newId();
        added.set(digest, { id, problem });
        store.run('INSERT INTO row_problems (id, sequence, encrypted) VALUES ($id, $sequence, $encrypted)', {
          id,
          sequence: store.nextSequence(),
          encrypted: store.encrypt(problem, ['row_problems.encrypted', id]),
        });
      }
      return () => {
        for (const digest of added.keys()) knownDigests.add(digest);
        known = { rows: [...rows, ...added.values()], digests };
      };
    },
    remove: (ids) => {
      const gone = new Set(ids);
      if (gone.size > 0)
        store.run('DELETE FROM row_problems WHERE id IN (SELECT value FROM json_each($ids))', { ids: JSON.stringify(ids) });
      return () => {
        if (gone.size > 0) known = known && knowing(known.rows.filter(({ id }) => !gone.has(id)));
      };
    },
    dismissRow: (id) => {
      store.commit(() => {
        store.run('DELETE FROM row_problems WHERE id = $id', { id });
        store.record(null, 'row-dismissed', id);
      });
      known = known && knowing(known.rows.filter((row) => row.id !== id));
    },
  };
}

/** Digest that is equal for equal problems. */
const digestOfProblem = (problem: RowProblem): string => digestOf(rowProblemSchema.parse(problem));
