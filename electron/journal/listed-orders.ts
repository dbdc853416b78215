import { z } from 'zod';
import type { UnreadOrder } from '../../shared/elsewhere.ts';
import { type Order, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { type OrderSort, type OrderStage, orderStages } from '../../shared/order-list.ts';
import { type Held, noPlan, type OrderPlan, otherWays, priorities } from '../../shared/order-plan.ts';
import { slotOf } from '../../shared/scan.ts';
import type { OrderJournal, OrderQuery } from '../bench/ports/journal/orders.ts';
import { elsewhereOf, standingOf } from './schema.ts';
import { bytesColumn, type Store } from './store.ts';
import type { Words } from './words.ts';

/** Facts by which an order is listed, besides its key. */
export type ListedFacts = Pick<Order, 'key' | 'source' | 'hold' | 'priority' | 'shipBy'> & {
  readonly recipient: Pick<Order['recipient'], 'country'>;
  /** As of `placeOf`. */
  readonly place: string;
  /** The codes of its items, in the form of `itemCode`. */
  readonly items?: readonly string[];
  readonly isOnePiece?: boolean;
};

export interface ListedOrders
  extends Pick<
    OrderJournal,
    'orderPlan' | 'ordersBy' | 'holdOrder' | 'releaseOrder' | 'shipOtherwise' | 'closedOrders' | 'reopenOrder' | 'planOrder'
  > {
  /** Runs in the current commit. */
  write(orders: readonly { readonly facts: ListedFacts; readonly sequence: number }[]): void;
  /** Returns the orders to ship that may go to this place, oldest first, without those of this slot. */
  toShipAt(place: string, slot: string, most: number): readonly { readonly key: string; readonly since: string }[];
  /** Returns the orders to ship that are, or were, one piece of an item with one of these codes, behind `after`, the oldest first. */
  ofOnePiece(
    codes: readonly string[],
    page: { readonly after: number; readonly limit: number },
  ): readonly { readonly key: string; readonly sequence: number }[];
  /** Returns the keys in the requested order, and the total number of matches. */
  find(query: OrderQuery): { readonly total: number; readonly keys: readonly string[] };
  /** Runs in the current commit: removes the order from the list and remembers it as deleted. `by` is empty if another bench deleted it. */
  remove(key: string, by: string): void;
  /** Returns those of the given slots at which an order was deleted. */
  deletedAt(slots: readonly string[]): ReadonlySet<string>;
  /** Returns who deleted the order and when, and forgets the deletion. Runs in the current commit. */
  takeBack(key: OrderKey): { readonly by: string; readonly at: string } | undefined;
  hold(key: OrderKey, held: Omit<Held, 'at'> & { readonly at?: string }): void;
  release(key: OrderKey): void;
}

const holdSchema = z.object({ by: z.string(), why: z.string(), isBack: z.boolean(), otherwise: z.enum(otherWays).optional() });
const deletedSchema = z.object({ by: z.string() });

const planRow = z.object({ priority: z.int(), due: z.string(), held_at: z.string().nullable(), encrypted_hold: bytesColumn.nullable() });
const keyRow = z.object({ key: z.string() });
const closedRow = z.object({ key: orderKeySchema });
const placedRow = z.object({ key: z.string(), since: z.string() });
const sequencedRow = z.object({ key: z.string(), sequence: z.int() });
const itemRow = z.object({ item: z.int() });
const countRow = z.object({ total: z.int() });
const valueRow = z.object({ id: z.int(), encrypted: bytesColumn });
const slotRow = z.object({ slot: z.string() });
const deletedRow = z.object({ at: z.string(), encrypted: bytesColumn });

type Kind = 'source' | 'country';

/** Held not by a person, but until its change can be decrypted here. */
const unreadSince = '(SELECT changed_at FROM unread_orders WHERE unread_orders.slot = listed_orders.slot)';
/** Number of tokens in memory: those of the countries and of the last files. */
const mostTokens = 500;
/** Stands for a missing date. */
const never = '9999';

const sorts: Readonly<Record<OrderSort, string>> = {
  newest: 'sequence DESC',
  oldest: 'sequence',
  turn: 'priority, due, sequence DESC',
  'ship-by': 'due, priority, sequence DESC',
  order: 'key',
  country: 'rank, sequence DESC',
  source: 'rank, sequence DESC',
  state: 'rank, sequence DESC',
};

/** Columns whose values have no order of their own: they are sorted by the ranks of `ranksFor`. */
const rankedColumns: Readonly<Partial<Record<OrderSort, string>>> = { country: 'country', source: 'source', state: 'stage' };

/**
 * Lists, sorts and holds orders with narrow rows beside the encrypted ones, so that a list of a hundred thousand orders is found and sorted
 * without decrypting any. Values that orders share are stored as tokens; the value of a token is encrypted.
 */
export function createListedOrders(store: Store, words: Words, unreadOf: (slot: string) => UnreadOrder | undefined): ListedOrders {
  const values = createSharedValues(store, words);
  return {
    write: (orders) => write(store, words, values, orders),
    toShipAt: (place, slot, most) =>
      place === ''
        ? []
        : store.all(
            placedRow,
            `SELECT key, taken_at AS since FROM listed_orders
             WHERE place = $place AND place <> 0 AND stage = 'to-ship' AND slot <> $slot ORDER BY sequence LIMIT $most`,
            { place: words.tokensOfPlaces([place])[0] ?? 0, slot, most },
          ),
    ofOnePiece: (codes, page) => ofOnePiece(store, words, codes, page),
    ...createOrderQuery(store, words, values),
    ...createPlans(store, unreadOf),
    ...createDeletions(store),
  };
}

type SharedValues = ReturnType<typeof createSharedValues>;
function createSharedValues(store: Store, words: Words) {
  /** Returns the tokens of one kind by their values. */
  function valuesOf(kind: Kind): ReadonlyMap<string, readonly number[]> {
    const known = new Map<string, number[]>();
    const rows = store.all(valueRow, 'SELECT id, encrypted FROM listed_values WHERE kind = $kind ORDER BY at DESC, id', { kind });
    for (const { id, encrypted } of rows) {
      const value = store.decrypt(z.string(), encrypted, ['listed_values.encrypted', id]);
      if (value !== undefined) known.set(value, [...(known.get(value) ?? []), id]);
    }
    return known;
  }

  const made = new Map<string, number>();
  function tokenOfValue(kind: Kind, value: string): number {
    const name = `${kind} ${value}`;
    const token = made.get(name) ?? words.tokenOfValue(kind, value);
    if (made.size >= mostTokens) made.clear();
    made.set(name, token);
    return token;
  }

  function tokens(kind: Kind, values: readonly string[]): ReadonlyMap<string, number> {
    const tokenOf = new Map([...new Set(values)].map((value) => [value, tokenOfValue(kind, value)]));
    for (const [value, id] of tokenOf) {
      const at = store.now();
      if (store.run('UPDATE listed_values SET at = max(at, $at) WHERE id = $id', { id, at }) === 0)
        store.run('INSERT INTO listed_values (id, kind, at, encrypted) VALUES ($id, $kind, $at, $encrypted)', {
          id,
          kind,
          at,
          encrypted: store.encrypt(value, ['listed_values.encrypted', id]),
        });
    }
    return tokenOf;
  }

  return { valuesOf, tokens };
}

function write(
  store: Store,
  words: Pick<Words, 'tokensOfPlaces' | 'tokensOfItems'>,
  { tokens }: SharedValues,
  orders: Parameters<ListedOrders['write']>[0],
): void {
  if (orders.length === 0) return;
  const sources = tokens(
    'source',
    orders.map(({ facts }) => facts.source),
  );
  const countries = tokens(
    'country',
    orders.map(({ facts }) => facts.recipient.country),
  );
  const places = words.tokensOfPlaces(orders.map(({ facts }) => facts.place));
  const items = writeItems(store, words, orders);
  const at = store.now();
  store.runEach(
    `INSERT INTO listed_orders
       (key, slot, sequence, taken_at, source, country, is_barred, order_priority, order_ship_by, standing, elsewhere, place, only_item)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ${standingOf('?1')}, ${elsewhereOf('?2')}, ?10, ?11)
     ON CONFLICT (key) DO UPDATE SET source = excluded.source, country = excluded.country, is_barred = excluded.is_barred,
       order_priority = excluded.order_priority, order_ship_by = excluded.order_ship_by, place = excluded.place,
       only_item = excluded.only_item`,
    orders.map(({ sequence, facts: { key, source, recipient, hold, priority = 'normal', shipBy = '' } }, index) => [
      key,
      slotOf(key),
      sequence,
      at,
      sources.get(source) ?? 0,
      countries.get(recipient.country) ?? 0,
      hold === null ? 0 : 1,
      priorities.indexOf(priority),
      shipBy,
      places[index] ?? 0,
      items[index] ?? 0,
    ]),
  );
  store.run(`UPDATE listed_orders SET held_at = ${unreadSince} WHERE held_at IS NULL AND slot IN (SELECT slot FROM unread_orders)`);
}

/** Returns the token of each order's only item, 0 if it is not one piece. Stores the further codes of these items. */
function writeItems(store: Store, words: Pick<Words, 'tokensOfItems'>, orders: Parameters<ListedOrders['write']>[0]): readonly number[] {
  const codesOf = orders.map(({ facts: { items = [], isOnePiece = false } }) => (isOnePiece ? items : []));
  const codes = [...new Set(codesOf.flat())];
  const tokens = words.tokensOfItems(codes);
  const tokenOf = new Map(codes.map((code, at) => [code, tokens[at] ?? 0]));
  const pairs = new Map<string, readonly number[]>();
  const items = codesOf.map(([first = '', ...further]) => {
    const item = tokenOf.get(first) ?? 0;
    for (const code of further) pairs.set(`${code} ${item}`, [tokenOf.get(code) ?? 0, item]);
    return item;
  });
  store.runEach('INSERT OR IGNORE INTO item_codes (code, item) VALUES (?1, ?2)', [...pairs.values()]);
  return items;
}

function ofOnePiece(
  store: Store,
  words: Pick<Words, 'tokensOfItems'>,
  codes: readonly string[],
  { after, limit }: Parameters<ListedOrders['ofOnePiece']>[1],
): ReturnType<ListedOrders['ofOnePiece']> {
  const tokens = words.tokensOfItems(codes).filter((token) => token !== 0);
  const further = store.all(itemRow, 'SELECT item FROM item_codes WHERE code IN (SELECT value FROM json_each($tokens))', {
    tokens: JSON.stringify(tokens),
  });
  // One at a time, each by its index: a code hardly ever has more than two.
  return [...new Set([...tokens, ...further.map(({ item }) => item)])]
    .flatMap((item) =>
      store.all(
        sequencedRow,
        `SELECT key, sequence FROM listed_orders
         WHERE only_item = $item AND only_item <> 0 AND stage = 'to-ship' AND sequence > $after ORDER BY sequence LIMIT $limit`,
        { item, after, limit },
      ),
    )
    .sort((one, other) => one.sequence - other.sequence)
    .slice(0, limit);
}

function createOrderQuery(store: Store, words: Words, { valuesOf }: SharedValues) {
  function conditionsOf({ stage, source = null, country = null, taken, due, priority, search }: OrderQuery) {
    const found = words.finding(search, 'key');
    const conditions: string[] = found ? [found.sql] : [];
    const params: Record<string, string | number> = { ...found?.params };
    const where = (sql: string, more: Readonly<Record<string, string | number>>): void => {
      conditions.push(sql);
      Object.assign(params, more);
    };
    const idsOf = (kind: Kind, value: string): string => JSON.stringify(valuesOf(kind).get(value) ?? []);
    if (stage) where('stage = $stage', { stage });
    if (source !== null) where('source IN (SELECT value FROM json_each($source))', { source: idsOf('source', source) });
    if (country !== null) where('country IN (SELECT value FROM json_each($country))', { country: idsOf('country', country) });
    if (taken) where('taken_at >= $takenFrom AND taken_at < $takenUntil', { takenFrom: taken.from, takenUntil: taken.until });
    if (due) where('due >= $dueFrom AND due <= $dueTo', { dueFrom: due.from, dueTo: due.to });
    if (priority) where('priority = $priority', { priority: priorities.indexOf(priority) });
    return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', params };
  }

  /** Returns the tokens with their ranks in the order of their values. */
  function ranksFor(sort: OrderSort): readonly (readonly [string | number, number])[] {
    if (sort === 'state') return orderStages.map((stage: OrderStage, rank) => [stage, rank] as const);
    if (sort !== 'country' && sort !== 'source') return [];
    return [...valuesOf(sort)]
      .sort(([one], [other]) => one.localeCompare(other))
      .flatMap(([, ids], rank) => ids.map((id) => [id, rank] as const));
  }

  return {
    find(query) {
      const { where, params } = conditionsOf(query);
      const { sort = 'newest', limit, offset } = query;
      const column = rankedColumns[sort];
      // Materialized and indexed, so that each row finds its rank at once.
      const ranks = column && 'WITH ranks (id, rank) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each($ranks))';
      const joined = column ? `LEFT JOIN ranks ON ranks.id = +${column}` : '';
      const rows = store.all(
        keyRow,
        `${ranks ?? ''} SELECT key FROM listed_orders ${joined} ${where} ORDER BY ${sorts[sort]} LIMIT $limit OFFSET $offset`,
        { ...params, ...(column && { ranks: JSON.stringify(ranksFor(sort)) }), limit, offset },
      );
      return {
        total: store.get(countRow, `SELECT count(*) AS total FROM listed_orders ${where}`, params)?.total ?? 0,
        keys: rows.map(({ key }) => key),
      };
    },

    ordersBy: () => ({ sources: [...valuesOf('source').keys()], countries: [...valuesOf('country').keys()].sort() }),
  } satisfies Partial<ListedOrders>;
}

function createPlans(store: Store, unreadOf: (slot: string) => UnreadOrder | undefined) {
  const rowOf = (key: string) =>
    store.get(planRow, 'SELECT priority, due, held_at, encrypted_hold FROM listed_orders WHERE key = $key', { key });

  const hold: ListedOrders['hold'] = (key, { by, why, isBack, otherwise, at = store.now() }) => {
    const held: z.infer<typeof holdSchema> = { by, why, isBack, ...(otherwise && { otherwise }) };
    store.run('UPDATE listed_orders SET held_at = $at, encrypted_hold = $encrypted, is_otherwise = $isOtherwise WHERE key = $key', {
      key,
      at,
      encrypted: store.encrypt(held, ['listed_orders.encrypted_hold', key]),
      isOtherwise: Number(otherwise !== undefined),
    });
  };

  const release: ListedOrders['release'] = (key) =>
    void store.run(`UPDATE listed_orders SET held_at = ${unreadSince}, encrypted_hold = NULL, is_otherwise = 0 WHERE key = $key`, { key });

  return {
    hold,
    release,

    orderPlan(key) {
      const row = rowOf(key);
      if (!row) return noPlan;
      const { held_at: at, encrypted_hold: encrypted, due } = row;
      const held = encrypted && store.decrypt(holdSchema, encrypted, ['listed_orders.encrypted_hold', key]);
      const unread = at === null || encrypted ? undefined : unreadOf(slotOf(key));
      return {
        // Still held if the details can no longer be decrypted.
        held:
          at === null
            ? null
            : {
                ...(held ?? { by: '', why: '', isBack: false }),
                at,
                ...(unread && { changedBy: unread.bench, isPast: unread.isPast }),
              },
        priority: priorities[row.priority] ?? 'normal',
        shipBy: due === never ? '' : due,
      } satisfies OrderPlan;
    },

    holdOrder: (key, why, by) =>
      store.commit(() => {
        hold(key, { by, why, isBack: false });
        store.record(null, 'order-held', `${key}: ${why}`);
      }),

    releaseOrder: (key) =>
      store.commit(() => {
        release(key);
        store.record(null, 'order-released', key);
      }),

    shipOtherwise: ({ orderKey: key, way, why, by, at }) =>
      store.commit(() => {
        hold(key, { by, why, at, isBack: false, otherwise: way });
        store.record(null, 'order-shipped-otherwise', `${key}: ${[by, way, why].filter(Boolean).join(', ')}`);
      }),

    closedOrders: () => store.all(closedRow, "SELECT key FROM listed_orders WHERE stage = 'otherwise'").map(({ key }) => key),

    reopenOrder: (key, reason, by) =>
      store.commit(() => {
        release(key);
        store.record(null, 'order-reopened', `${key}: ${[by, reason].filter(Boolean).join(', ')}`);
      }),

    planOrder: (key, { priority, shipBy }) =>
      store.commit(() => {
        store.run(
          `UPDATE listed_orders SET given_priority = coalesce($priority, given_priority), given_ship_by = coalesce($shipBy, given_ship_by)
           WHERE key = $key`,
          { key, priority: priority === undefined ? null : priorities.indexOf(priority), shipBy: shipBy ?? null },
        );
        store.record(null, 'order-planned', `${key}: ${[priority, shipBy].filter((part) => part !== undefined).join(', ')}`);
      }),
  } satisfies Partial<ListedOrders>;
}

function createDeletions(store: Store) {
  return {
    remove(key, by) {
      const slot = slotOf(key);
      store.run('DELETE FROM listed_orders WHERE key = $key', { key });
      store.run('INSERT OR REPLACE INTO deleted_orders (slot, at, encrypted) VALUES ($slot, $at, $encrypted)', {
        slot,
        at: store.now(),
        encrypted: store.encrypt({ by } satisfies z.infer<typeof deletedSchema>, ['deleted_orders.encrypted', slot]),
      });
      store.record(null, 'order-deleted', key);
    },

    deletedAt(slots) {
      // Most journals never had an order deleted: this avoids looking up each slot.
      if (!store.get(slotRow, 'SELECT slot FROM deleted_orders LIMIT 1')) return new Set();
      const rows = store.all(slotRow, 'SELECT slot FROM deleted_orders WHERE slot IN (SELECT value FROM json_each($slots))', {
        slots: JSON.stringify(slots),
      });
      return new Set(rows.map(({ slot }) => slot));
    },

    takeBack(key) {
      const slot = slotOf(key);
      const row = store.get(deletedRow, 'SELECT at, encrypted FROM deleted_orders WHERE slot = $slot', { slot });
      if (!row) return undefined;
      store.run('DELETE FROM deleted_orders WHERE slot = $slot', { slot });
      const { by } = store.decrypt(deletedSchema, row.encrypted, ['deleted_orders.encrypted', slot]) ?? { by: '' };
      return { by, at: row.at };
    },
  } satisfies Partial<ListedOrders>;
}
