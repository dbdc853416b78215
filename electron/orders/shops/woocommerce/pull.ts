import { z } from 'zod';
import type { ShopRead } from '../../../bench/ports/shops.ts';
import { afterOf, dateOf, markOf, rememberTaken } from '../changes.ts';
import type { Pull } from '../connection.ts';
import type { ShopClient } from '../shop-client.ts';
import { api, isOpen, orderSchema } from './orders.ts';
import type { ProductFacts } from './product-facts.ts';

/** Orders in one page: 20 orders of 250 lines are 4 MB. */
const inPage = 20;
/** The lists that one reading goes through. The first reading of a shop takes its open orders only, not its whole history. */
const listsOf = (after: string): readonly string[] => (after === '' ? ['processing,on-hold'] : ['any', 'trash']);

/**
 * Progress of a reading. Orders are listed by id. An order that changes meanwhile is listed again by the next reading; it moves no other
 * order out of a page that is still to come.
 */
const placeSchema = z.object({
  /** Only changes after this time are listed, by the clock of the shop; empty before the first reading has ended. */
  after: z.string(),
  list: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  lastId: z.number(),
  size: z.int().positive(),
  /** When this reading began, by the clock of the shop. */
  began: z.string(),
  /** The newest change so far. */
  newest: z.string(),
});
type Place = z.infer<typeof placeSchema>;

const beginning = (after: string): Place => ({ after, list: 0, offset: 0, lastId: 0, size: inPage, began: '', newest: '' });
const placeOf = (text: string): Place => (text === '' ? beginning('') : placeSchema.parse(JSON.parse(text)));

/** The beginning of the next reading after the program was closed. */
export const keptPlace = (text: string): string => JSON.stringify(beginning(placeOf(text).after));

/** Reads the orders that changed, page by page. */
export function createPull(client: ShopClient, facts: ProductFacts): Pull {
  const taken = rememberTaken();
  return async ({ address }, text, isKnown, until) => {
    const place = placeOf(text);
    taken.begin(text);
    const lists = listsOf(place.after);
    const status = lists[place.list] ?? 'any';
    // The last order of the page before is asked for again: if it is missing there, the list has moved up.
    const offset = Math.max(0, place.offset - 1);
    const asked = new URLSearchParams({ status, orderby: 'id', order: 'asc', per_page: String(place.size), offset: String(offset) });
    if (place.after !== '') {
      asked.set('modified_after', place.after);
      asked.set('dates_are_gmt', 'true');
    }
    const answer = await client.ask({ method: 'GET', address, path: `${api}/orders?${asked.toString()}` }, { until });
    if (answer.is === 'later' && answer.why.code === 'answer-too-large' && place.size > 1)
      return await readOn({ ...place, size: Math.max(1, Math.floor(place.size / 4)) });
    if (answer.is !== 'answered') return { is: 'later', afterMs: answer.is === 'later' ? answer.afterMs : 0, why: answer.why };
    const page = z.array(orderSchema).safeParse(answer.json).data;
    if (!page) return { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' } };
    const [first] = page;
    if (place.lastId > 0 && (!first || first.id > place.lastId)) return await readOn({ ...place, offset: 0, lastId: 0 });

    const wanted = page.filter((order) => !taken.has(markOf(address, order.id, order)) && (isOpen(order) || isKnown(order.number)));
    const completed = wanted.length === 0 ? [] : await facts.complete(address, wanted, { until });
    if ('is' in completed) return { is: 'later', afterMs: completed.is === 'later' ? completed.afterMs : 0, why: completed.why };

    const newest = [place.newest, ...page.map((order) => order.date_modified_gmt)].toSorted().at(-1) ?? '';
    const began = place.began || dateOf(answer.date);
    const isEnd = page.length < place.size;
    const isLast = isEnd && place.list + 1 >= lists.length;
    const next: Place = isLast
      ? beginning(afterOf({ ...place, began, newest }))
      : isEnd
        ? { ...place, began, newest, list: place.list + 1, offset: 0, lastId: 0 }
        : { ...place, began, newest, offset: offset + page.length, lastId: page.at(-1)?.id ?? 0 };
    const nextPlace = JSON.stringify(next);
    taken.handOver(
      nextPlace,
      page.map((order) => markOf(address, order.id, order)),
    );
    return {
      is: 'read',
      page: {
        file: completed.length === 0 ? undefined : new TextEncoder().encode(JSON.stringify(completed)),
        place: nextPlace,
        isLast,
      },
    };

    /** Repeats the request from another place in the next turn. */
    async function readOn(to: Place): Promise<ShopRead> {
      return { is: 'read', page: { file: undefined, place: JSON.stringify(to), isLast: false } };
    }
  };
}
