import { createHash, createHmac, createSecretKey } from 'node:crypto';
import anyAscii from 'any-ascii';
import { z } from 'zod';
import type { Order } from '../../shared/order.ts';
import type { Place } from './sealing.ts';
import { bytesColumn, type Store } from './store.ts';

/** Beginnings of words are found from three letters on; a shorter word only as a whole. */
const shortestBeginning = 3;
/** More words than this narrow nothing down any more. */
const mostWords = 8;
/** What two words share up to here is not told apart. */
const longestBeginning = 16;

/** Of the secret with this number. */
export const searchKeyPlace = (number: number): Place => ['search_key.sealed_key', number];
const keyRow = z.object({ number: z.int(), sealed_key: bytesColumn });
const ownerRow = z.object({ id: z.int() });
const oldOrderRow = z.object({ key: z.string(), sealed: bytesColumn });
const oldNumberRow = z.object({ order_key: z.string(), shown: z.string() });

/** Letters and digits of a text as they are compared: without case, accents and signs. */
const wordsIn = (text: string): string[] =>
  anyAscii(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

function beginningsOf(word: string): string[] {
  const longest = Math.min(word.length, longestBeginning);
  if (longest < shortestBeginning) return [word];
  return Array.from({ length: longest - shortestBeginning + 1 }, (_each, index) => word.slice(0, shortestBeginning + index));
}

/** A key or number as one word, whatever stands between its parts. */
const asOne = (text: string): string => wordsIn(text).join('');

/** What an order can be found by. */
const textsOf = ({ key, reference, recipient }: Order): string[] => [
  key,
  asOne(key),
  reference,
  asOne(reference),
  recipient.name,
  recipient.company,
  recipient.city,
  recipient.country,
  recipient.postalCode,
  asOne(recipient.postalCode),
];

/**
 * Finds orders by the beginnings of their words without a readable word on the disk: each beginning is kept as a token, keyed with a
 * secret of this journal that is itself sealed. Words are only added: who changes a name still finds the order by the old one.
 */
export interface Words {
  readonly learn: (order: Order) => void;
  readonly learnNumber: (orderKey: string, number: string) => void;
  /** Stands for a bar code of a label, which may hold a name. Apart from all words. */
  readonly tokenOfCode: (code: string) => number;
  /** The same, and those by which journals that were merged into this one know it. */
  readonly tokensOfCode: (code: string) => readonly number[];
  /**
   * A condition for a statement's WHERE: the orders that have every word of `search`, where `column` holds the order's key.
   * Undefined where nothing was searched for.
   */
  readonly finding: (
    search: string,
    column: string,
  ) => { readonly sql: string; readonly params: Readonly<Record<string, number>> } | undefined;
}

/** Learns with the first of the secrets, finds what was learnt with any. */
function createWords(store: Store, secret: Uint8Array, ...merged: readonly Uint8Array[]): Words {
  // A key made anew for each word costs four times what the word does.
  const key = createSecretKey(secret);
  const keys = [key, ...merged.map((each) => createSecretKey(each))];
  /** 48 bits: two words of a journal hardly ever share a token, and SQLite counts them as small whole numbers. */
  const tokenOf = (beginning: string, by = key): number => createHmac('sha256', by).update(beginning).digest().readUIntBE(0, 6);
  const tokensOf = (beginning: string): number[] => keys.map((each) => tokenOf(beginning, each));
  const codeWord = (code: string): string => `code ${code}`;

  function learnTexts(orderKey: string, texts: readonly string[]): void {
    store.run('INSERT OR IGNORE INTO word_owners (order_key) VALUES ($orderKey)', { orderKey });
    const owner = store.get(ownerRow, 'SELECT id FROM word_owners WHERE order_key = $orderKey', { orderKey })?.id;
    if (owner === undefined) throw new Error(`Order ${orderKey} has no place among the words.`);
    const beginnings = new Set(texts.flatMap(wordsIn).flatMap(beginningsOf));
    for (const beginning of beginnings)
      store.run('INSERT OR IGNORE INTO words (token, owner) VALUES ($token, $owner)', { token: tokenOf(beginning), owner });
  }

  const learn = (order: Order): void => learnTexts(order.key, textsOf(order));
  const learnNumber = (orderKey: string, number: string): void => learnTexts(orderKey, [number, asOne(number)]);

  return {
    learn,
    learnNumber,
    tokenOfCode: (code) => tokenOf(codeWord(code)),
    tokensOfCode: (code) => tokensOf(codeWord(code)),
    finding: (search, column) => {
      const words = wordsIn(search).slice(0, mostWords);
      if (words.length === 0) return undefined;
      const named = (name: string, word: string): [string, number][] =>
        tokensOf(word.slice(0, longestBeginning)).map((token, index) => [`${name}By${index}`, token]);
      const ownersOf = (tokens: readonly [string, number][]): string =>
        `SELECT owner FROM words WHERE token IN (${tokens.map(([name]) => `$${name}`).join(', ')})`;
      const every = words.map((word, index) => named(`word${index}`, word));
      const asOne = named('asOne', words.join(''));
      const owners = `${every.map(ownersOf).join(' INTERSECT ')} UNION ${ownersOf(asOne)}`;
      return {
        sql: `${column} IN (SELECT order_key FROM word_owners WHERE id IN (${owners}))`,
        params: Object.fromEntries([...every.flat(), ...asOne]),
      };
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
    store.run('DELETE FROM words');
    store.run('DELETE FROM word_owners');
    store.run('DELETE FROM label_codes');
    store.run('DELETE FROM search_keys');
    const secret = new Uint8Array(createHash('sha256').update(`${store.newId()} ${store.newId()}`).digest());
    store.run('INSERT INTO search_keys (number, sealed_key) VALUES (1, $key)', { key: store.sealBytes(secret, searchKeyPlace(1)) });
    const words = createWords(store, secret);
    for (const { key, sealed } of store.all(oldOrderRow, 'SELECT key, sealed FROM orders')) {
      const order = readOrder(key, sealed);
      if (order) words.learn(order);
    }
    for (const { order_key, shown } of store.all(
      oldNumberRow,
      `SELECT order_key, shown FROM numbers JOIN bookings ON bookings.id = booking_id`,
    ))
      words.learnNumber(order_key, shown);
    return words;
  });
}
