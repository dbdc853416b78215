import type { DatabaseSync } from 'node:sqlite';
import { rebindLines } from './history-chain.ts';
import type { Place, PlacedSealing } from './sealing.ts';

/** Every sealed column but those of the history, with what tells its row from all others. */
const sealedColumns = [
  ['orders', 'sealed', 'key'],
  ['row_problems', 'sealed', 'id'],
  ['bookings', 'sealed_packer', 'id'],
  ['bookings', 'sealed_order', 'id'],
  ['bookings', 'sealed_sender', 'id'],
  ['bookings', 'sealed_extras', 'id'],
  ['bookings', 'sealed_said', 'id'],
  ['bookings', 'sealed_verdict', 'id'],
  ['pickups', 'sealed_instructions', 'id'],
  ['pickups', 'sealed_said', 'id'],
  ['pickups', 'sealed_drop_off_point', 'id'],
  ['print_jobs', 'sealed_title', 'id'],
  ['uploads', 'sealed_name', 'id'],
  ['uploads', 'sealed_said', 'id'],
  ['kept', 'sealed', "owner_id || ' ' || kind"],
  ['search_key', 'sealed_key', 'one'],
  ['deliveries', 'sealed_about', 'id'],
] as const;

/**
 * Seals everything anew for the place where it stands: what was sealed before places were bound opened in any row of any world.
 * What cannot be opened stays as it is.
 */
export function bindSealed(database: DatabaseSync, sealing: PlacedSealing): void {
  const rebind = (sealed: Uint8Array, place: Place): Uint8Array | undefined => {
    try {
      return sealing.seal(sealing.openUnbound(sealed), place);
    } catch {
      // Bound already, or sealed with another key: then it could not be read before either.
      return undefined;
    }
  };
  for (const [table, column, row] of sealedColumns) {
    const one = database.prepare(`SELECT ${column} AS sealed, ${row} AS row FROM ${table} WHERE rowid = ?`);
    const set = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`);
    for (const { rowid } of database.prepare(`SELECT rowid AS rowid FROM ${table} WHERE ${column} IS NOT NULL`).all()) {
      const { sealed, row: of } = one.get(Number(rowid)) ?? {};
      const bound = sealed instanceof Uint8Array && rebind(sealed, [`${table}.${column}`, String(of)]);
      if (bound) set.run(bound, Number(rowid));
    }
  }
  rebindLines(database, sealing, rebind);
}
