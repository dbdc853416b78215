import type { PersonsRows } from '../bench/ports/journal/persons.ts';
import type { Params } from './answers.ts';
import { erased } from './day-keys.ts';

/** Runs a statement and returns the number of changed rows. */
type Run = (sql: string, params: Params) => number;

export interface ErasedRows {
  readonly orders: number;
  readonly shipments: number;
  readonly labels: number;
  readonly lines: number;
}

const ofKeys = 'IN (SELECT value FROM json_each($keys))';
/** Shipments of these orders, alone or joined with others: those go to the same address. */
const ids = `SELECT id FROM bookings WHERE order_key ${ofKeys} OR id IN (SELECT booking_id FROM joined_orders WHERE order_key ${ofKeys})`;
const owners = `${ids} UNION SELECT id FROM print_jobs WHERE booking_id IN (${ids}) UNION SELECT id FROM uploads WHERE booking_id IN (${ids})`;

/** Overwrites the personal data of these rows in a journal or in a copy of one. Runs in one commit. */
export function eraseRows(run: Run, rows: PersonsRows): ErasedRows {
  const { orderKeys, lines: alone, problems, deliveries, uploads, pickupIds, openBatch } = rows;
  const params = { keys: JSON.stringify(orderKeys), erased };
  const inPickups = { erased, pickups: JSON.stringify(pickupIds) };
  const set = (table: string, columns: readonly string[], where: string): number =>
    run(`UPDATE ${table} SET ${columns.map((each) => `${each} = iif(${each} IS NULL, NULL, $erased)`).join(', ')} WHERE ${where}`, params);
  const orders = set('orders', ['encrypted'], `key ${ofKeys}`);
  const parts = ['order', 'sender', 'extras', 'messages', 'verdict'].map((part) => `encrypted_${part}`);
  const shipments = set('bookings', parts, `id IN (${ids})`);
  const labels = set('kept', ['encrypted'], `owner_id IN (${owners}) AND kind IN ('label', 'sheet')`);
  set('kept', ['encrypted'], `owner_id IN (${owners})`);
  set('listed_orders', ['encrypted_hold'], `key ${ofKeys}`);
  set('print_jobs', ['encrypted_title'], `booking_id IN (${ids})`);
  set('uploads', ['encrypted_name', 'encrypted_message'], `booking_id IN (${ids})`);
  const inUploads = { erased, uploads: JSON.stringify(uploads) };
  const ofUploads = 'IN (SELECT value FROM json_each($uploads))';
  run(`UPDATE kept SET encrypted = $erased WHERE owner_id ${ofUploads}`, inUploads);
  run(
    `UPDATE uploads SET encrypted_name = $erased, encrypted_message = iif(encrypted_message IS NULL, NULL, $erased) WHERE id ${ofUploads}`,
    inUploads,
  );
  run('DELETE FROM deliveries WHERE id IN (SELECT value FROM json_each($deliveries))', { deliveries: JSON.stringify(deliveries) });
  run('DELETE FROM kept WHERE owner_id IN (SELECT value FROM json_each($deliveries))', { deliveries: JSON.stringify(deliveries) });
  // The last answers that could not be read: they may be about anybody, and each is stored with its shipment too.
  run("DELETE FROM kept WHERE owner_id LIKE 'unread %'", {});
  set('outbox', ['encrypted_why', 'encrypted_request', 'encrypted_otherwise'], `booking_id IN (${ids}) OR order_key ${ofKeys}`);
  const elsewhere = `order_key ${ofKeys} OR attempt_id IN (SELECT attempt_id FROM mirror_joined WHERE order_key ${ofKeys})`;
  // As if its bench had reported no more than that it is booked.
  run(`UPDATE mirror_parcels SET encrypted = NULL WHERE ${elsewhere}`, { keys: params.keys });
  run(`DELETE FROM mirror_to_collect WHERE attempt_id IN (SELECT attempt_id FROM mirror_parcels WHERE ${elsewhere})`, {
    keys: params.keys,
  });
  run(
    `UPDATE kept SET encrypted = $erased WHERE owner_id IN (SELECT value FROM json_each($pickups)
       UNION SELECT id FROM print_jobs WHERE pickup_id IN (SELECT value FROM json_each($pickups)))`,
    inPickups,
  );
  run(
    `UPDATE pickups SET encrypted_messages = iif(encrypted_messages IS NULL, NULL, $erased)
     WHERE id IN (SELECT value FROM json_each($pickups))`,
    inPickups,
  );
  run('DELETE FROM batch_lines WHERE batch_id <> $openBatch', { openBatch });
  const lines =
    set('history', ['encrypted_detail'], `about_id IN (${owners})`) +
    run('UPDATE history SET encrypted_detail = $erased WHERE sequence IN (SELECT value FROM json_each($alone))', {
      erased,
      alone: JSON.stringify(alone),
    });
  run('DELETE FROM row_problems WHERE id IN (SELECT value FROM json_each($problems))', { problems: JSON.stringify(problems) });
  run(`UPDATE listed_orders SET place = 0 WHERE key ${ofKeys}`, { keys: params.keys });
  run(`DELETE FROM label_codes WHERE booking_id IN (${ids})`, { keys: params.keys });
  run(`DELETE FROM words WHERE owner IN (SELECT id FROM word_owners WHERE order_key ${ofKeys})`, { keys: params.keys });
  return { orders, shipments, labels, lines };
}
