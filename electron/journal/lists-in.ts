import { type List, lists, listsOfParcels } from '../../shared/lists.ts';

/** The lists that show something of each table. */
export const listsOfTables: Readonly<Record<string, readonly List[]>> = {
  orders: ['orders'],
  listed_orders: ['orders'],
  listed_values: ['orders'],
  deleted_orders: ['orders'],
  shared_orders: ['orders'],
  unread_orders: ['orders'],
  row_problems: ['orders', 'toResolve'],
  bookings: listsOfParcels,
  joined_orders: listsOfParcels,
  numbers: listsOfParcels,
  pieces_on_parcel: listsOfParcels,
  print_jobs: listsOfParcels,
  reprints: listsOfParcels,
  pickups: listsOfParcels,
  pickup_bookings: listsOfParcels,
  to_collect: listsOfParcels,
  uploads: listsOfParcels,
  papers_due: listsOfParcels,
  kept: ['shipments', 'toResolve'],
  mirror_parcels: listsOfParcels,
  mirror_joined: listsOfParcels,
  mirror_numbers: listsOfParcels,
  mirror_pickups: listsOfParcels,
  mirror_pickup_parcels: listsOfParcels,
  mirror_to_collect: listsOfParcels,
  outbox: ['shipments', 'toResolve', 'setup'],
  deliveries: ['toResolve', 'setup'],
  facts: ['toResolve', 'setup'],
  // Shown with other tables, from memory, or not at all.
  attempts: [],
  batch_lines: [],
  batches: [],
  day_keys: [],
  erasures: [],
  feed_facts: [],
  history: [],
  label_codes: [],
  mirror_feeds: [],
  item_codes: [],
  packed: [],
  product_codes: [],
  products: [],
  search_key: [],
  sequence: [],
  totals: [],
  unsynced: [],
  word_blocks: [],
  word_owners: [],
  word_runs: [],
  words: [],
};

/** The lists that show something of these tables. */
export function listsIn(tables: ReadonlySet<string>): readonly List[] {
  const touched = new Set([...tables].flatMap((table) => listsOfTables[table] ?? []));
  return lists.filter((list) => touched.has(list));
}
