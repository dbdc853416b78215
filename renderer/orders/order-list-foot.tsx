import type { Order, OrderKey } from '../../shared/order.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import type { ListedOrders } from './listed-orders.ts';

interface OrderListFootProps {
  readonly orders: ListedOrders;
  /** False if a batch is open already. */
  readonly canBeTicked: boolean;
  readonly isBusy: boolean;
  readonly onQuoteAll: () => void;
  readonly onEdit: (order: Order) => void;
  readonly onShip: (key: OrderKey) => void;
}

/** Actions for the ticked orders, else for the picked one. */
export function OrderListFoot({ orders: { ticks, picked }, canBeTicked, isBusy, onQuoteAll, onEdit, onShip }: OrderListFootProps) {
  const words = text.orders;
  if (ticks.count > 0)
    return (
      <Foot>
        <p className="statement">
          <b>{text.batch.selected(ticks.count)}</b>
        </p>
        <Button kind="quiet" onPress={ticks.clear}>
          {text.batch.selectNone}
        </Button>
        <Primary means="check" isDisabled={isBusy} onPress={onQuoteAll}>
          {text.batch.quoteAll}
        </Primary>
      </Foot>
    );
  if (!picked)
    return (
      <Foot>
        <p className="statement muted">{words.pickOne(canBeTicked)}</p>
      </Foot>
    );
  const { order, booking, plan, receivedFrom } = picked;
  return (
    <Foot>
      <p className="statement">
        <b>{order.key}</b>, {words.parcels(order.parcels.length)}
        {receivedFrom ? words.fromBench(receivedFrom) : ''}
      </p>
      {booking && booking.bench === undefined && <HistoryButton bookingId={booking.id} />}
      <Button kind="quiet" means="edit" onPress={() => onEdit(order)}>
        {words.edit}
      </Button>
      {!plan.held && (
        <Primary means="check" code={order.key} onPress={() => onShip(order.key)}>
          {words.ship(order.key)}
        </Primary>
      )}
    </Foot>
  );
}
