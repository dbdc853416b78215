/**
 * Data that the window requests apart from the pushed state. Each list has a revision of its own; the window does not request a list
 * again until its revision changes.
 */
export const lists = ['orders', 'shipments', 'pickups', 'toResolve', 'setup', 'printers', 'batch'] as const;
export type List = (typeof lists)[number];
export type Revisions = Readonly<Record<List, number>>;

/** Sets every list to the same revision. */
export const revisionsAt = (revision: number): Revisions =>
  Object.fromEntries(lists.map((list) => [list, revision])) as Record<List, number>;

/** Lists that may contain a parcel on its way through the bench. */
export const listsOfParcels: readonly List[] = ['orders', 'shipments', 'pickups', 'toResolve'];
