import { createCipheriv, createHash, createHmac, createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { Order } from '../../shared/order.ts';
import type { WordRun } from '../bench/ports/journal/prepared-orders.ts';
import type { Place } from './encryption.ts';
import { bytesColumn, type Store } from './store.ts';
import { tokenBlocks } from './token-blocks.ts';
import {
  asOne,
  beginningsOf,
  cipherBlock,
  type Findable,
  findableOf,
  inBlocks,
  itemWord,
  longestBeginning,
  wordRun,
  wordsIn,
  wordsOf,
} from './word-run.ts';

/** More words than this do not narrow a search further. */
const mostWords = 8;
/** From this many orders on, their words are stored together as one run, which costs a search one more lookup. */
export const shortestRun = 16;
/** This many orders of an old journal become one run. */
const ordersPerRun = 500;
/** A run is stored in this many blocks: few rows to write, and little to read for one word. */
const blocks = 64;

const noPlace = 0;
const noItem = 0;

const searchKeyPlace: Place = ['search_key.encrypted_key', 1];
const keyRow = z.object({ encrypted_key: bytesColumn });
const idRow = z.object({ id: z.int() });
const shownRow = z.object({ shown: z.string() });
const runRow = z.object({ id: z.int(), first_owner: z.int() });
const blockRow = z.object({ id: z.int(), tokens: z.string() });
const ownersRow = z.object({ ids: z.string().transform((text) => JSON.parse(text) as readonly number[]) });
const oldOrderRow = z.object({ key: z.string(), encrypted: bytesColumn });
const oldNumberRow = z.object({ order_key: z.string(), shown: z.string() });

/**
 * Finds orders by the beginnings of their words without storing a readable word: each beginning is stored as a token, keyed with a secret
 * of this journal that is itself encrypted. Words are only added: after a name was changed, the old one still finds the order.
 */
export interface Words {
  readonly learn: (orders: readonly Order[]) => void;
  /**
   * Indexes the words of orders that were imported together, with these keys; orders without a key are left out. `made`: the run, if it
   * exists already.
   */
  readonly learnRun: (orders: readonly Findable[], keys: readonly (string | null)[], made?: WordRun) => void;
  readonly learnNumbers: (orderKey: string, numbers: readonly string[]) => void;
  /** Removes the words of these orders. Afterwards only their numbers find them. */
  readonly forget: (orderKeys: readonly string[]) => void;
  /** Token for a bar code of a label, which may contain a name. Never equal to the token of a word. */
  readonly tokenOfCode: (code: string) => number;
  /** Tokens for the places of addresses, all in one call; 0 for an empty place. Places are compared by their first 16 characters. */
  readonly tokensOfPlaces: (places: readonly string[]) => readonly number[];
  /** Tokens for item codes in the form of `itemCode`, all in one call; 0 for an empty code. */
  readonly tokensOfItems: (codes: readonly string[]) => readonly number[];
  /** Token for a value that orders share, such as their country. Never equal to the token of a word. */
  readonly tokenOfValue: (kind: string, value: string) => number;
  /**
   * Returns a condition for a statement's WHERE: the orders that have every word of `search`; `column` holds the order's key.
   * Undefined if the search is empty.
   */
  readonly finding: (search: string, column: string) => Condition | undefined;
  /** The same for the orders that have, or had, a line with this item code. */
  readonly holdingItem: (code: string, column: string) => Condition;
}

interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, number | string>>;
}

/** Translates the owners of a line of a run from indexes to ids; those without an id are left out. */
const inPlaces = (owners: string, places: readonly (number | undefined)[]): string =>
  owners
    .split(',')
    .flatMap((at) => places[Number(at)] ?? [])
    .join(',');

/** Selects the owners that the blocks of all runs have for one token. */
const ownersInRuns = (block: string, path: string): string =>
  `SELECT first_owner + owners.value FROM word_runs CROSS JOIN word_blocks ON word_blocks.id = word_runs.id * ${blocks} + ${block}
   CROSS JOIN json_each(tokens, ${path}) AS owners`;

function createWords(store: Store, secret: Uint8Array): Words {
  // Creating a key for each word costs four times as much as hashing the word.
  const key = createSecretKey(secret);
  /** 48 bits: two words of a journal hardly ever share a token, and SQLite stores them as small integers. */
  const tokenOf = (text: string): number => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6);

  const wordKey = createSecretKey(createHmac('sha256', key).update('runs of words').digest());
  const placeKey = createSecretKey(createHmac('sha256', key).update('places').digest());
  const itemKey = createSecretKey(createHmac('sha256', key).update('items').digest());
  /** Computes the tokens of many beginnings in one call: `tokenOf` takes as long for each of them. */
  function tokensOf(beginnings: Uint8Array, by = wordKey): readonly number[] {
    const encrypted = createCipheriv('aes-256-ecb', by, null).setAutoPadding(false).update(beginnings);
    const tokens: number[] = [];
    for (let at = 0; at < encrypted.length; at += cipherBlock) tokens.push(encrypted.readUIntBE(at, 6));
    return tokens;
  }

  /** Returns the ids that orders have in the word index, in the order of these keys. */
  function ownersOf(orderKeys: readonly string[]): readonly number[] {
    const keys = JSON.stringify(orderKeys);
    store.run('INSERT OR IGNORE INTO word_owners (order_key) SELECT value FROM json_each($keys)', { keys });
    const owners = store.get(
      ownersRow,
      `SELECT json_group_array(word_owners.id ORDER BY wanted.key) AS ids FROM json_each($keys) AS wanted
       CROSS JOIN word_owners ON word_owners.order_key = wanted.value`,
      { keys },
    );
    return owners?.ids ?? [];
  }

  function learnWords(orderKey: string, words: readonly string[]): void {
    const [owner] = ownersOf([orderKey]);
    if (owner === undefined) throw new Error(`Order ${orderKey} has no place among the words.`);
    const tokens = JSON.stringify(tokensOf(inBlocks([...new Set(words.flatMap(beginningsOf))])));
    store.run('INSERT OR IGNORE INTO words (token, owner) SELECT value, $owner FROM json_each($tokens)', { tokens, owner });
  }

  /** Appends the words of many orders in a few rows: an index entry for each would touch every page of a large journal. */
  function learnRun(orders: readonly Findable[], keys: readonly (string | null)[], made?: WordRun): void {
    const ids = ownersOf(keys.filter((key) => key !== null));
    if (ids.length === 0) return;
    const { beginnings, owners } = made ?? wordRun(orders);
    const [first, last] = [Math.min(...ids), Math.max(...ids)];
    const numbers = ids.values();
    const places = keys.map((key) => (key === null ? undefined : (numbers.next().value ?? 0) - first));
    const areInOrder = places.every((place, index) => place === index);
    const placed = areInOrder
      ? owners
      : owners
          .split('\n')
          .map((all) => inPlaces(all, places))
          .join('\n');
    const run =
      store.get(idRow, 'INSERT INTO word_runs (first_owner, last_owner) VALUES ($first, $last) RETURNING id', { first, last })?.id ?? 0;
    store.runEach(
      'INSERT INTO word_blocks (id, tokens) VALUES (?1, ?2)',
      tokenBlocks(tokensOf(beginnings), placed, blocks).map((tokens, block) => [run * blocks + block, tokens]),
    );
  }

  function learn(orders: readonly Order[]): void {
    if (orders.length >= shortestRun)
      learnRun(
        orders.map(findableOf),
        orders.map(({ key }) => key),
      );
    else for (const order of orders) learnWords(order.key, wordsOf(findableOf(order)));
  }
  function learnNumbers(orderKey: string, numbers: readonly string[]): void {
    const words = numbers.flatMap((number) => [...wordsIn(number), asOne(number)]);
    if (words.some((word) => word !== '')) learnWords(orderKey, words);
  }

  /** Selects the owners of words with these beginnings. `ownersOf(word, of)`: `of` names its parameters. */
  function owners() {
    const params: Record<string, number | string> = {};
    const named = (name: string, value: number | string): string => {
      params[name] = value;
      return `$${name}`;
    };
    const ownersOf = (word: string, of: string): string => {
      const token = tokensOf(inBlocks([word.slice(0, longestBeginning)]))[0] ?? 0;
      const alone = `SELECT owner FROM words WHERE token = ${named(`${of}By`, token)}`;
      const runs = ownersInRuns(named(`${of}Block`, token % blocks), named(`${of}Path`, `$."${token}"`));
      return `SELECT owner FROM (${alone} UNION ALL ${runs})`;
    };
    return { params, ownersOf };
  }

  return {
    learn,
    learnRun,
    learnNumbers,
    forget: (orderKeys) => forgetWords(store, orderKeys, learnNumbers),
    tokensOfPlaces: (places) => {
      const tokens = tokensOf(inBlocks(places.map((place) => place.slice(0, cipherBlock))), placeKey);
      return tokens.map((token, at) => (places[at] === '' ? noPlace : token));
    },
    tokensOfItems: (codes) => {
      const tokens = tokensOf(inBlocks(codes.map((code) => itemWord(code).slice(0, cipherBlock))), itemKey);
      return tokens.map((token, at) => (codes[at] === '' ? noItem : token));
    },
    tokenOfCode: (code) => tokenOf(`code ${code}`),
    tokenOfValue: (kind, value) => tokenOf(`${kind} ${value}`),
    finding: (search, column) => {
      const words = wordsIn(search).slice(0, mostWords);
      if (words.length === 0) return undefined;
      const { params, ownersOf } = owners();
      const every = words.map((word, index) => ownersOf(word, `word${index}`)).join(' INTERSECT ');
      return {
        sql: `${column} IN (SELECT order_key FROM word_owners WHERE id IN (${every} UNION ${ownersOf(words.join(''), 'asOne')}))`,
        params,
      };
    },
    holdingItem: (code, column) => {
      const { params, ownersOf } = owners();
      return { sql: `${column} IN (SELECT order_key FROM word_owners WHERE id IN (${ownersOf(itemWord(code), 'item')}))`, params };
    },
  };
}

const blocksOf = (run: number) => ({ from: run * blocks, to: run * blocks + blocks - 1 });

function forgetWords(store: Store, orderKeys: readonly string[], learnNumbers: Words['learnNumbers']): void {
  const keys = JSON.stringify(orderKeys);
  const ids = store.all(idRow, 'SELECT id FROM word_owners WHERE order_key IN (SELECT value FROM json_each($keys))', { keys });
  forgetOwners(store, new Set(ids.map(({ id }) => id)));
  const numbers = 'SELECT DISTINCT shown FROM numbers JOIN bookings ON bookings.id = booking_id WHERE order_key = $key';
  for (const key of orderKeys) learnNumbers(key, [key, ...store.all(shownRow, numbers, { key }).map(({ shown }) => shown)]);
}

/** Removes these ids from all words, also from those of runs, which are rewritten without them. */
function forgetOwners(store: Store, owners: ReadonlySet<number>): void {
  if (owners.size === 0) return;
  store.run('DELETE FROM words WHERE owner IN (SELECT value FROM json_each($owners))', { owners: JSON.stringify([...owners]) });
  const runs = store.all(
    runRow,
    `SELECT id, first_owner FROM word_runs
     WHERE EXISTS (SELECT 1 FROM json_each($owners) WHERE value BETWEEN first_owner AND last_owner)`,
    { owners: JSON.stringify([...owners]) },
  );
  for (const { id, first_owner } of runs)
    for (const block of store.all(blockRow, 'SELECT id, tokens FROM word_blocks WHERE id BETWEEN $from AND $to', blocksOf(id))) {
      const before = Object.entries(z.record(z.string(), z.array(z.int())).parse(JSON.parse(block.tokens)));
      const isLeft = (at: number): boolean => !owners.has(first_owner + at);
      const left = before.map(([token, at]) => [token, at.filter(isLeft)] as const).filter(([, at]) => at.length > 0);
      const tokens = JSON.stringify(Object.fromEntries(left));
      if (tokens !== block.tokens) store.run('UPDATE word_blocks SET tokens = $tokens WHERE id = $id', { tokens, id: block.id });
    }
}

/**
 * Opens the word index of this journal. If there is none yet, or its secret can no longer be decrypted, indexes the words of all orders
 * again, in one commit, and drops label codes that can no longer be found. `readOrder` decrypts an order's row.
 */
export function openWords(store: Store, readOrder: (key: string, encrypted: Uint8Array) => Order | undefined): Words {
  const kept = store.get(keyRow, 'SELECT encrypted_key FROM search_key');
  const known = kept && store.decryptBytes(kept.encrypted_key, searchKeyPlace);
  if (known) return createWords(store, known);
  return store.commit(() => {
    for (const table of ['words', 'word_runs', 'word_blocks', 'word_owners', 'label_codes', 'search_key'])
      store.run(`DELETE FROM ${table}`);
    const secret = new Uint8Array(createHash('sha256').update(`${store.newId()} ${store.newId()}`).digest());
    store.run('INSERT INTO search_key (one, encrypted_key) VALUES (1, $key)', { key: store.encryptBytes(secret, searchKeyPlace) });
    const words = createWords(store, secret);
    const rows = store.all(oldOrderRow, 'SELECT key, encrypted FROM orders');
    for (let at = 0; at < rows.length; at += ordersPerRun)
      words.learn(rows.slice(at, at + ordersPerRun).flatMap(({ key, encrypted }) => readOrder(key, encrypted) ?? []));
    for (const { order_key, shown } of store.all(
      oldNumberRow,
      `SELECT order_key, shown FROM numbers JOIN bookings ON bookings.id = booking_id`,
    ))
      words.learnNumbers(order_key, [shown]);
    return words;
  });
}
