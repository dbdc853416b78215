import { z } from 'zod';
import type { DeliveryJournal } from '../bench/ports/journal/deliveries.ts';
import type { FactJournal } from '../bench/ports/journal/facts.ts';
import type { KeptDelivery } from '../bench/ports/webhooks.ts';
import type { Blobs } from './blobs.ts';
import { bytesColumn, type Store } from './store.ts';

const aboutSchema = z.object({ contentType: z.string(), candidates: z.array(z.string()) });
const deliveryRow = z.object({ id: z.string(), received_at: z.string(), size: z.int(), encrypted_about: bytesColumn });
const lastDeliveryFact = 'last-delivery-at';

export function createDeliveries(store: Store, blobs: Blobs, facts: Pick<FactJournal, 'fact' | 'setFact'>): DeliveryJournal {
  const whole = (row: z.infer<typeof deliveryRow>): KeptDelivery => {
    const about = store.decrypt(aboutSchema, row.encrypted_about, ['deliveries.encrypted_about', row.id]) ?? {
      contentType: '',
      candidates: [],
    };
    return { id: row.id, receivedAt: row.received_at, sizeBytes: row.size, ...about };
  };

  return {
    keepDelivery: ({ receivedAt, contentType, body, candidates }) =>
      store.commit(() => {
        const id = store.newId();
        const at = receivedAt.toISOString();
        store.run(
          `INSERT INTO deliveries (id, sequence, state, received_at, size, encrypted_about)
           VALUES ($id, $sequence, 'waiting', $at, $size, $about)`,
          {
            id,
            sequence: store.record(null, 'delivery-kept', `${body.length} bytes`),
            at,
            size: body.length,
            about: store.encrypt({ contentType, candidates }, ['deliveries.encrypted_about', id]),
          },
        );
        blobs.keep(id, 'delivery', body);
        facts.setFact(lastDeliveryFact, at);
        return id;
      }),

    deliveries: (state) => store.all(deliveryRow, 'SELECT * FROM deliveries WHERE state = $state ORDER BY sequence', { state }).map(whole),

    deliveryBody: (id) => blobs.bytes(id, 'delivery') ?? (blobs.isKept(id, 'delivery') ? 'damaged' : 'deleted'),

    setDeliveryAside: (id) =>
      store.commit(() => {
        if (store.run(`UPDATE deliveries SET state = 'not-understood' WHERE id = $id AND state = 'waiting'`, { id }) === 1)
          store.record(null, 'delivery-not-understood', id);
      }),

    closeDelivery: (id, how) =>
      store.commit(() => {
        if (store.run('DELETE FROM deliveries WHERE id = $id', { id }) === 0) return false;
        blobs.drop(id, 'delivery');
        store.record(null, 'delivery-closed', `${id}: ${how}`);
        return true;
      }),

    lastDeliveryAt: () => facts.fact(lastDeliveryFact),
  };
}
