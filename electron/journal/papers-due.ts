import { z } from 'zod';
import { messageSchema } from '../../shared/message.ts';
import { type PaperDue, type PaperKind, paperKindSchema } from '../../shared/paper-due.ts';
import type { PaperJournal } from '../bench/ports/journal/papers-due.ts';
import { messageCell, readMessage } from './message-column.ts';
import type { Store } from './store.ts';

const dueRow = z.object({ owner_id: z.string(), kind: paperKindSchema, why: z.string() });
const kindRow = z.object({ kind: paperKindSchema });

export const papersDueOf = (store: Store, ownerId: string): PaperKind[] =>
  store.all(kindRow, 'SELECT kind FROM papers_due WHERE owner_id = $ownerId ORDER BY kind', { ownerId }).map(({ kind }) => kind);

export function createPapersDue(store: Store): PaperJournal {
  return {
    writePaperDue: ({ ownerId, kind, why }) =>
      store.commit(() => {
        const sequence = store.record(ownerId, 'paper-due', { code: 'paper-due', paper: kind, why });
        store.run('INSERT OR REPLACE INTO papers_due (owner_id, kind, sequence, why) VALUES ($ownerId, $kind, $sequence, $why)', {
          ownerId,
          kind,
          sequence,
          why: messageCell(why),
        });
      }),
    papersDue: () =>
      store
        .all(dueRow, 'SELECT owner_id, kind, why FROM papers_due ORDER BY sequence')
        .map(({ owner_id: ownerId, kind, why }): PaperDue => ({ ownerId, kind, why: readMessage(messageSchema, why) })),
    closePaper: (ownerId, kind, how) =>
      store.commit(() => {
        const closed = store.run('DELETE FROM papers_due WHERE owner_id = $ownerId AND kind = $kind', { ownerId, kind });
        if (closed !== 1) return false;
        store.record(ownerId, 'paper-closed', `${kind}: ${how}`);
        if (kind !== 'manifest') store.publish({ is: 'booking-changed', bookingId: ownerId });
        return true;
      }),
  };
}
