import { createCipheriv, createHash, createHmac, createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { Order } from '../../shared/order.ts';
import type { WordRun } from '../bench/ports/journal/prepared-orders.ts';
import type { Place } from './sealing.ts';
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

/** More words than this narrow nothing down any more. */
const mostWords = 8;
/** From so many orders on their words are kept together as one run, which costs a search one more look. */
export const shortestRun = 16;
/** So many orders of an old journal become one run. */
const ordersPerRun = 500;
/** A run is kept in so many blocks: few rows to write, and little to read for one word. */
export const blocks = 64;

/** Of the secret with this number. */
export const searchKeyPlace = (number: number): Place => ['search_key.sealed_key', number];
const keyRow = z.object({ number: z.int(), sealed_key: bytesColumn });
const idRow = z.object({ id: z.int() });
const ownersRow = z.object({ ids: z.string().transform((text) => JSON.parse(text) as readonly number[]) });
const oldOrderRow = z.object({ key: z.string(), sealed: bytesColumn });
const oldNumberRow = z.object({ order_key: z.string(), shown: z.string() });

/**
 * Finds orders by the beginnings of their words without a readable word on the disk: each beginning is kept as a token, keyed with a
 * secret of this journal that is itself sealed. Words are only added: who changes a name still finds the order by the old one.
 */
export interface Words {
  readonly learn: (orders: readonly Order[]) => void;
  /** The words of orders that came together, which have these keys; those without one are left out. `made`: where they are known already. */
  readonly learnRun: (orders: readonly Findable[], keys: readonly (string | null)[], made?: WordRun) => void;
  readonly learnNumbers: (orderKey: string, numbers: readonly string[]) => void;
  /** Stands for a bar code of a label, which may hold a name. Apart from all words. */
  readonly tokenOfCode: (code: string) => number;
  /** The same, and those by which journals that were merged into this one know it. */
  readonly tokensOfCode: (code: string) => readonly number[];
  /** Stands for something that orders have in common, such as their country. Apart from all words. */
  readonly tokenOfValue: (kind: string, value: string) => number;
  /**
   * A condition for a statement's WHERE: the orders that have every word of `search`, where `column` holds the order's key.
   * Undefined where nothing was searched for.
   */
  readonly finding: (search: string, column: string) => Condition | undefined;
  /** The same for the orders that have, or had, a line with this item code. */
  readonly holdingItem: (code: string, column: string) => Condition;
}

interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, number | string>>;
}

/** The owners of a line of a run by their places; those without one are left out. */
const inPlaces = (owners: string, places: readonly (number | undefined)[]): string =>
  owners
    .split(',')
    .flatMap((at) => places[Number(at)] ?? [])
    .join(',');

/** The owners that blocks of runs have for one token. */
const ownersInRuns = (block: string, path: string): string =>
  `SELECT first_owner + owners.value FROM word_runs CROSS JOIN word_blocks ON word_blocks.id = word_runs.id * ${blocks} + ${block}
   CROSS JOIN json_each(tokens, ${path}) AS owners`;

/** Learns with the first of the secrets, finds what was learnt with any. */
function createWords(store: Store, secret: Uint8Array, ...merged: readonly Uint8Array[]): Words {
  // A key made anew for each word costs four times what the word does.
  const key = createSecretKey(secret);
  const keys = [key, ...merged.map((each) => createSecretKey(each))];
  /** 48 bits: two words of a journal hardly ever share a token, and SQLite counts them as small whole numbers. */
  const tokenOf = (beginning: string, by = key): number => createHmac('sha256', by).update(beginning).digest().readUIntBE(0, 6);
  const tokensOf = (beginning: string): number[] => keys.map((each) => tokenOf(beginning, each));
  const codeWord = (code: string): string => `code ${code}`;

  const runKeys = keys.map((each) => createSecretKey(createHmac('sha256', each).update('runs of words').digest()));
  /** Of many beginnings in one call; older journals have those of single orders by `tokenOf`, which takes as long for each. */
  function tokensInRun(beginnings: Uint8Array, by = runKeys[0]): readonly number[] {
    if (!by) return [];
    const encrypted = createCipheriv('aes-256-ecb', by, null).setAutoPadding(false).update(beginnings);
    const tokens: number[] = [];
    for (let at = 0; at < encrypted.length; at += cipherBlock) tokens.push(encrypted.readUIntBE(at, 6));
    return tokens;
  }

  /** The numbers that orders have among the words, in the order of these keys. */
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
    const tokens = JSON.stringify(tokensInRun(inBlocks([...new Set(words.flatMap(beginningsOf))])));
    store.run('INSERT OR IGNORE INTO words (token, owner) SELECT value, $owner FROM json_each($tokens)', { tokens, owner });
  }

  /** The words of many orders in a few rows behind all others: an index entry for each would touch every page of a large journal. */
  function learnRun(orders: readonly Findable[], keys: readonly (string | null)[], made?: WordRun): void {
    const ids = ownersOf(keys.filter((key) => key !== null));
    if (ids.length === 0) return;
    const { beginnings, owners } = made ?? wordRun(orders);
    const first = Math.min(...ids);
    const numbers = ids.values();
    const places = keys.map((key) => (key === null ? undefined : (numbers.next().value ?? 0) - first));
    const areInOrder = places.every((place, index) => place === index);
    const placed = areInOrder
      ? owners
      : owners
          .split('\n')
          .map((all) => inPlaces(all, places))
          .join('\n');
    const run = store.get(idRow, 'INSERT INTO word_runs (first_owner) VALUES ($first) RETURNING id', { first })?.id ?? 0;
    store.runEach(
      'INSERT INTO word_blocks (id, tokens) VALUES (?1, ?2)',
      tokenBlocks(tokensInRun(beginnings), placed, blocks).map((tokens, block) => [run * blocks + block, tokens]),
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

  /** Selects who has words with these beginnings. `ownersOf(word, of)`: `of` names its parameters. */
  function owners() {
    const params: Record<string, number | string> = {};
    const named = (name: string, value: number | string): string => {
      params[name] = value;
      return `$${name}`;
    };
    const ownersOf = (word: string, of: string): string => {
      const beginning = word.slice(0, longestBeginning);
      const inRuns = runKeys.map((each) => tokensInRun(inBlocks([beginning]), each)[0] ?? 0);
      const alone = [...tokensOf(beginning), ...inRuns].map((token, index) => named(`${of}By${index}`, token));
      const runs = inRuns.map((token, index) =>
        ownersInRuns(named(`${of}Block${index}`, token % blocks), named(`${of}Path${index}`, `$."${token}"`)),
      );
      return `SELECT owner FROM (${[`SELECT owner FROM words WHERE token IN (${alone.join(', ')})`, ...runs].join(' UNION ALL ')})`;
    };
    return { params, ownersOf };
  }

  return {
    learn,
    learnRun,
    learnNumbers,
    tokenOfCode: (code) => tokenOf(codeWord(code)),
    tokenOfValue: (kind, value) => tokenOf(`${kind} ${value}`),
    tokensOfCode: (code) => tokensOf(codeWord(code)),
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

/**
 * The words of this journal. Where there were none yet, or one of their secrets cannot be opened any more, those of all orders are learnt
 * anew, in one commit, and label codes nobody can find any more are dropped. `readOrder` opens what an order's row has sealed.
 */
export function openWords(store: Store, readOrder: (key: string, sealed: Uint8Array) => Order | undefined): Words {
  const kept = store.all(keyRow, 'SELECT number, sealed_key FROM search_keys ORDER BY number');
  const [first, ...others] = kept.flatMap(({ number, sealed_key }) => store.unsealBytes(sealed_key, searchKeyPlace(number)) ?? []);
  if (first && others.length === kept.length - 1) return createWords(store, first, ...others);
  return store.commit(() => {
    for (const table of ['words', 'word_runs', 'word_blocks', 'word_owners', 'label_codes', 'search_keys'])
      store.run(`DELETE FROM ${table}`);
    const secret = new Uint8Array(createHash('sha256').update(`${store.newId()} ${store.newId()}`).digest());
    store.run('INSERT INTO search_keys (number, sealed_key) VALUES (1, $key)', { key: store.sealBytes(secret, searchKeyPlace(1)) });
    const words = createWords(store, secret);
    const rows = store.all(oldOrderRow, 'SELECT key, sealed FROM orders');
    for (let at = 0; at < rows.length; at += ordersPerRun)
      words.learn(rows.slice(at, at + ordersPerRun).flatMap(({ key, sealed }) => readOrder(key, sealed) ?? []));
    for (const { order_key, shown } of store.all(
      oldNumberRow,
      `SELECT order_key, shown FROM numbers JOIN bookings ON bookings.id = booking_id`,
    ))
      words.learnNumbers(order_key, [shown]);
    return words;
  });
}
