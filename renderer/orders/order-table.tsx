import { memo, type RefObject } from 'react';
import { Checkbox } from 'react-aria-components';
import type { Order, OrderKey } from '../../shared/order.ts';
import { weightText } from '../../shared/units.ts';
import { useWarehouseDay } from '../clock.ts';
import { countryName, recipientName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';
import { type RowsHandle, useRovingRows } from '../ui/roving-rows.ts';
import type { ListedOrders, OrderRow } from './listed-orders.ts';
import { isPlanned, OrderState, ShipByCell } from './order-state.tsx';

interface OrderTableProps {
  readonly orders: ListedOrders;
  readonly handle: RefObject<RowsHandle | null>;
  /** False if a batch is open already. */
  readonly canBeTicked: boolean;
  readonly onAbove: () => void;
}

/** The orders as rows: Space ticks one, Enter or a press opens it. More rows follow below the last one. */
export function OrderTable({ orders: { list, rows, picked, pick, ticks, next }, handle, canBeTicked, onAbove }: OrderTableProps) {
  const { title, columns } = text.orders;
  const today = useWarehouseDay(list.value?.timeZone);
  const keys = rows.map(({ order }) => order.key);
  const { current, body } = useRovingRows({
    keys,
    handle,
    onOpen: (key) => pick(key as OrderKey),
    onAbove,
    onBelow: () => next && 'show' in next && next.show(),
  });
  const hasPlan = rows.some(isPlanned);
  const shown = [columns.order, columns.recipient, columns.place, columns.weight, ...(hasPlan ? [columns.plan] : []), columns.state];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its rows take the focus and are selected
    <table className="table" role="grid" aria-label={title} {...(canBeTicked && { 'aria-multiselectable': true })}>
      <thead>
        <tr>
          {canBeTicked && (
            <th scope="col" className="tick-cell">
              <span className="unseen">{text.batch.column}</span>
            </th>
          )}
          {shown.map((name) => (
            <th key={name} scope="col" className={name === columns.weight ? 'num' : name === columns.place ? 'when-wide' : ''}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...body}>
        {rows.map((row) => (
          <Row
            key={row.order.key}
            row={row}
            isPicked={row === picked}
            isCurrent={row.order.key === current}
            isTicked={ticks.has(row.order.key)}
            hasPlan={hasPlan}
            today={today}
            onOpen={pick}
            onTick={canBeTicked ? ticks.toggle : null}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: OrderRow;
  readonly isPicked: boolean;
  readonly isCurrent: boolean;
  readonly isTicked: boolean;
  readonly hasPlan: boolean;
  /** The day in the warehouse. */
  readonly today: string;
  readonly onOpen: (key: OrderKey) => void;
  readonly onTick: ((key: OrderKey) => void) | null;
}

const Row = memo(function Row({ row, isPicked, isCurrent, isTicked, hasPlan, today, onOpen, onTick }: RowProps) {
  const { order } = row;
  const { key, recipient } = order;
  return (
    <tr
      data-key={key}
      tabIndex={isCurrent ? 0 : -1}
      className={isPicked ? 'is-picked' : ''}
      onClick={() => onOpen(key)}
      {...(isPicked && { 'aria-current': true })}
      {...(onTick && { 'aria-selected': isTicked })}
    >
      {onTick && (
        <td className="tick-cell">
          <Tick orderKey={key} isTicked={isTicked} onTick={onTick} />
        </td>
      )}
      <td className="mono strong">{key}</td>
      <td className="strong data">
        {recipientName(recipient)}
        <small className="when-narrow">{placeOf(order)}</small>
      </td>
      <td className="when-wide data">{placeOf(order)}</td>
      <td className="num">{weightOf(order)}</td>
      {hasPlan && (
        <td className="ship-by">
          <ShipByCell plan={row.plan} today={today} />
        </td>
      )}
      <td>
        <OrderState row={row} />
        {row.sameAddress !== undefined && <small className="muted">{text.orders.sameAddress(row.sameAddress)}</small>}
      </td>
    </tr>
  );
});

/** The tick of an order for the batch. Space on its row toggles it too. */
function Tick({ orderKey, isTicked, onTick }: { orderKey: OrderKey; isTicked: boolean; onTick: (key: OrderKey) => void }) {
  return (
    <Checkbox
      className="tick"
      isSelected={isTicked}
      aria-label={text.batch.select(orderKey)}
      excludeFromTabOrder
      onChange={() => onTick(orderKey)}
    >
      <span>{isTicked && <Icon name="tick" />}</span>
    </Checkbox>
  );
}

const placeOf = ({ recipient }: Order): string => [recipient.city, countryName(recipient.country)].filter(Boolean).join(', ');

function weightOf(order: Order): string {
  let grams = 0;
  for (const parcel of order.parcels) {
    if (parcel.weightGrams === null) return text.orders.noWeight;
    grams += parcel.weightGrams;
  }
  return weightText(grams);
}
