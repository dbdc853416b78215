/** What the window asks for apart from the pushed state. Each has a revision of its own: a list whose revision stands is not asked for again. */
export const lists = ['orders', 'shipments', 'pickups', 'toResolve', 'setup', 'printers', 'batch'] as const;
export type List = (typeof lists)[number];
export type Revisions = Readonly<Record<List, number>>;

/** Every list at the same revision. */
export const revisionsAt = (revision: number): Revisions =>
  Object.fromEntries(lists.map((list) => [list, revision])) as Record<List, number>;

/** What a parcel on its way through the bench may be in. */
export const listsOfParcels: readonly List[] = ['orders', 'shipments', 'pickups', 'toResolve'];
