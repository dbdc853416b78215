import { z } from 'zod';
import { type BatchLine, batchLineSchema, batchStateSchema } from '../../shared/batch.ts';
import type { BatchJournal } from '../bench/ports/journal/batches.ts';
import { bytesColumn, type Store } from './store.ts';

const batchRow = z.object({ id: z.string(), state: batchStateSchema, opened_at: z.string() });
const lineRow = z.object({ position: z.int(), encrypted: bytesColumn });

export function createBatches(store: Store): BatchJournal {
  const encrypted = (id: string, position: number, line: BatchLine): Uint8Array =>
    store.encrypt(line, ['batch_lines.encrypted', `${id} ${position}`]);

  return {
    openBatch: (lines) =>
      store.commit(() => {
        const id = store.newId();
        store.run('DELETE FROM batch_lines');
        store.run(`INSERT INTO batches (id, state, opened_at) VALUES ($id, 'quoting', $at)`, { id, at: store.now() });
        for (const [position, line] of lines.entries())
          store.run('INSERT INTO batch_lines (batch_id, position, encrypted) VALUES ($id, $position, $encrypted)', {
            id,
            position,
            encrypted: encrypted(id, position, line),
          });
        store.record(null, 'batch-opened', `${lines.length} orders`);
        return id;
      }),

    batch: () => {
      const row = store.get(batchRow, `SELECT id, state, opened_at FROM batches ORDER BY number DESC LIMIT 1`);
      if (!row || row.state === 'closed') return undefined;
      const lines = store
        .all(lineRow, 'SELECT position, encrypted FROM batch_lines WHERE batch_id = $id ORDER BY position', { id: row.id })
        .flatMap(({ position, encrypted: bytes }) => {
          const line = store.decrypt(batchLineSchema, bytes, ['batch_lines.encrypted', `${row.id} ${position}`]);
          return line ? [{ position, line }] : [];
        });
      return { id: row.id, state: row.state, openedAt: row.opened_at, lines };
    },

    moveBatch: (id, state) =>
      store.commit(() => {
        store.run('UPDATE batches SET state = $state WHERE id = $id', { id, state });
        if (state === 'closed') store.run('DELETE FROM batch_lines WHERE batch_id = $id', { id });
        store.record(null, `batch-${state}`, '');
      }),

    writeBatchLine: (id, position, line) => {
      store.commit(() => {
        store.run('UPDATE batch_lines SET encrypted = $encrypted WHERE batch_id = $id AND position = $position', {
          id,
          position,
          encrypted: encrypted(id, position, line),
        });
      });
    },
  };
}
