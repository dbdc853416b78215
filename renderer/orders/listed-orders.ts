import { useCallback, useState } from 'react';
import type { CallArgs, CallReply } from '../../shared/ipc.ts';
import type { OrderKey } from '../../shared/order.ts';
import { allOrders, isAllOrders, type OrderFilter } from '../../shared/order-list.ts';
import { ok } from '../../shared/result.ts';
import { type Answered, useQuery } from '../query.ts';
import { useWindowState } from '../window-state.ts';

type OrderList = CallReply<'orders'>;
export type OrderRow = OrderList['rows'][number];

const pageRows = 50;

const mostRows = 500;

const noRows: readonly OrderRow[] = [];

/** The orders that search and filter find. One may be picked, and several ticked. */
export interface ListedOrders {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly filter: OrderFilter;
  readonly setFilter: (filter: OrderFilter) => void;
  readonly isFiltered: boolean;
  /** True if the filter card is open. */
  readonly isFiltering: boolean;
  readonly setFiltering: (isFiltering: boolean) => void;
  readonly asked: Pick<CallArgs<'orders'>, 'search' | 'filter'>;
  readonly list: Answered<OrderList>;
  /** False while a request is pending: the rows belong to the previous request. */
  readonly isFound: boolean;
  readonly rows: readonly OrderRow[];
  readonly total: number;
  /** True if nothing was found; false until the answer is here. */
  readonly isEmpty: boolean;
  readonly next: Next;
  readonly picked: OrderRow | undefined;
  readonly pick: (key: OrderKey | null) => void;
  readonly ticks: Ticks;
}

/** The end of the list: more rows to show, nothing, or the limit of shown rows. */
type Next = { readonly more: number; readonly show: () => void } | { readonly endsAt: number } | null;

interface Ticks {
  readonly keys: OrderKey[];
  readonly count: number;
  /** True if all found orders are ticked, listed or not. */
  readonly isAll: boolean;
  readonly has: (key: OrderKey) => boolean;
  readonly toggle: (key: OrderKey) => void;
  readonly tickAll: () => void;
  readonly clear: () => void;
}

export function useListedOrders(): ListedOrders {
  const { station } = useWindowState();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(allOrders);
  const [isFiltering, setFiltering] = useState(false);
  const [limit, setLimit] = useState(pageRows);
  const [pickedKey, pick] = useState<OrderKey | null>(null);
  const isFiltered = !isAllOrders(filter);
  const asked = { search, ...(isFiltered && { filter }) };
  const askedAs = JSON.stringify(asked);
  const list = useQuery('orders', async () => {
    const found = await station.orders({ ...asked, offset: 0, limit });
    return found.ok ? ok({ ...found.value, askedAs, limit }) : found;
  }, [askedAs, limit]);
  const isFound = list.value?.askedAs === askedAs;
  const rows = list.value?.rows ?? noRows;
  const total = list.value?.total ?? 0;
  const ticks = useTicks(askedAs, isFound, rows, total);
  return {
    search,
    setSearch,
    filter,
    setFilter,
    isFiltered,
    isFiltering,
    setFiltering,
    asked,
    list,
    isFound,
    rows,
    total,
    isEmpty: list.value !== undefined && rows.length === 0,
    next: nextOf(),
    picked: rows.find((row) => row.order.key === pickedKey),
    pick,
    ticks,
  };

  function nextOf(): Next {
    const answered = list.value?.limit ?? limit;
    if (total > rows.length && rows.length > 0 && limit < mostRows)
      return { more: Math.min(pageRows, total - rows.length), show: () => setLimit(Math.min(answered + pageRows, mostRows)) };
    return total > mostRows && limit === mostRows ? { endsAt: mostRows } : null;
  }
}

/** The ticked orders. No tick changes while the rows belong to another request. */
function useTicks(askedAs: string, isFound: boolean, rows: readonly OrderRow[], total: number): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<OrderKey>>(new Set());
  /** The request for which all orders were ticked, or null. */
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAll = isFound && allOf === askedAs;
  // Passed to the rows, which do not render again while it is unchanged.
  const toggle = useCallback(
    (key: OrderKey) => {
      if (!isFound) return;
      setTicked((last) => {
        const all = isAll ? new Set(rows.map(({ order }) => order.key)) : last;
        return all.has(key) ? new Set([...all].filter((each) => each !== key)) : new Set([...all, key]);
      });
      setAllOf(null);
    },
    [isFound, isAll, rows],
  );
  return {
    keys: [...ticked],
    count: isAll ? total : ticked.size,
    isAll,
    has: (key) => isAll || ticked.has(key),
    toggle,
    tickAll: () => isFound && setAllOf(askedAs),
    clear() {
      setTicked(new Set());
      setAllOf(null);
    },
  };
}
