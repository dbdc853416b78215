import type { RefObject } from 'react';
import { allOrders, type OrderFilter } from '../../shared/order-list.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { ListedOrders } from './listed-orders.ts';

interface OrderToolsProps {
  readonly orders: ListedOrders;
  readonly onFilter: () => void;
  readonly onFile: () => void;
  readonly onExport: () => void;
  readonly onNew: () => void;
  /** Opens the running batch; null if there is none. */
  readonly onBatch: (() => void) | null;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** Moves from the search to the results. */
  readonly onDown: () => void;
}

/** Actions for the whole list. */
export function OrderTools({ orders, onFilter, onFile, onExport, onNew, onBatch, searchRef, onDown }: OrderToolsProps) {
  const { search, setSearch, filter, total, isEmpty, ticks } = orders;
  const words = text.orders;
  return (
    <div className="row orders-tools">
      <div className="orders-search">
        <SearchField
          label={words.searchLabel}
          placeholder={words.searchHint}
          value={search}
          onChange={setSearch}
          onEnter={onDown}
          onDown={onDown}
          inputRef={searchRef}
          hasFocus
        />
      </div>
      <Button isSmall onPress={onFile}>
        <Icon name="file" />
        {words.chooseFile}
      </Button>
      <Button isSmall isDisabled={isEmpty} onPress={onExport}>
        {words.export}
      </Button>
      <Button isSmall onPress={onNew}>
        <Icon name="plus" />
        {words.newOrder}
      </Button>
      {total > 0 && !onBatch && (
        <Button kind="quiet" isSmall onPress={ticks.isAll ? ticks.clear : ticks.tickAll}>
          {ticks.isAll ? text.batch.selectNone : text.batch.selectAll(total)}
        </Button>
      )}
      <Button isSmall means="filter" onPress={onFilter}>
        {words.filter.open(filtersIn(filter))}
      </Button>
      {onBatch && (
        <Button isSmall onPress={onBatch}>
          {text.batch.show}
        </Button>
      )}
    </div>
  );
}

const filtersIn = (filter: OrderFilter): number =>
  (Object.keys(allOrders) as (keyof OrderFilter)[]).filter((field) => filter[field] !== allOrders[field]).length;
