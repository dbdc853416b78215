import './orders.css';
import { useState } from 'react';
import { emptyAddress } from '../../shared/address.ts';
import type { Station } from '../../shared/ipc.ts';
import { emptyOrder, type Order, type OrderKey } from '../../shared/order.ts';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { UndoPlace } from '../ui/undo-bar.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { BatchStage } from './batch-stage.tsx';
import { type UnreadableRow } from './import-card.tsx';
import { useListedOrders } from './listed-orders.ts';
import { MappingScreen } from './mapping-screen.tsx';
import { OrderForm } from './order-form.tsx';
import { OrderListStage } from './order-list-stage.tsx';

type FileToMap = NonNullable<Extract<Awaited<ReturnType<Station['fileToMap']>>, { ok: true }>['value']>;

/** Content of the form: a new order, an order to change, or an unreadable row of a file. */
interface Editing {
  readonly order: Order;
  readonly isNew: boolean;
  readonly row: UnreadableRow | null;
  readonly isInBatch?: boolean;
}

/** The list, or the view over it: a form, a mapping, or the batch. */
export function OrdersScreen() {
  const { station, openScreen } = useWindowState();
  const inHand = useShown(({ orderToEdit }) => orderToEdit);
  const isFirstOrderAsked = useShown((shown) => shown.isFirstOrderAsked);
  const rowToCorrect = useShown((shown) => shown.rowToCorrect);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [toMap, setToMap] = useState<FileToMap | null>(null);
  const [showsOrders, setShowsOrders] = useState(false);
  const [leftOut, setLeftOut] = useState(0);
  const orders = useListedOrders();
  const batch = useQuery('batch', () => station.batch({}), []).value;
  const lastImport = useQuery('orders', () => station.lastImport({}), []).value ?? null;
  const open = useQuery('toResolve', () => station.toResolve({}), []);
  const intent = useIntent();
  const { send } = intent;

  if (inHand) return <OrderInHand orderKey={inHand} />;
  if (isFirstOrderAsked)
    return <OrderForm order={blankOrder('')} isNew row={null} isInHand={false} isFirst onClose={() => openScreen('setup', 'steps')} />;
  /** Opens the form of an order that a batch could not price. When it is closed, the price is requested again. */
  const correct = async (key: OrderKey) => {
    const order = await send(station.order({ key }));
    if (order) setEditing({ order, isNew: false, row: null, isInBatch: true });
  };
  const closeForm = () => {
    const key = editing?.order.key;
    setEditing(null);
    if (key && batch?.stopped.some(({ orderKey }) => orderKey === key)) void send(station.askBatchLine({ key }));
  };
  const map = async () => {
    const file = await send<FileToMap | null>(station.fileToMap({}));
    if (file) setToMap(file);
  };
  if (toMap) return <MappingScreen {...toMap} onClose={() => setToMap(null)} />;
  if (editing) return <OrderForm {...editing} isInHand={false} onClose={closeForm} />;
  const unreadable = (open.value ?? []).filter((item) => item.kind === 'row-unreadable');
  const toCorrect = unreadable.find(({ id }) => id === rowToCorrect);
  if (toCorrect) return <OrderForm {...correcting(toCorrect)} isInHand={false} onClose={() => openScreen('resolve')} />;
  if (batch && !showsOrders)
    return (
      <UndoPlace key="batch">
        <BatchStage batch={batch} leftOut={leftOut} onCorrect={(key) => void correct(key)} onShowOrders={() => setShowsOrders(true)} />
      </UndoPlace>
    );
  return (
    <UndoPlace>
      <OrderListStage
        orders={orders}
        intent={intent}
        unreadable={unreadable}
        lastImport={lastImport}
        onMap={() => void map()}
        onNew={() => setEditing({ order: blankOrder(''), isNew: true, row: null })}
        onEdit={(order) => setEditing({ order, isNew: false, row: null })}
        onCorrect={(row) => setEditing(correcting(row))}
        onBatch={batch ? () => setShowsOrders(false) : null}
        onBatchOpened={(count) => {
          setLeftOut(count);
          setShowsOrders(false);
        }}
      />
    </UndoPlace>
  );
}

/** The form of the parcel in hand, over the list; closing it returns to Ship. */
function OrderInHand({ orderKey }: { orderKey: OrderKey }) {
  const { station, openScreen } = useWindowState();
  const question = useShown(({ questionToEdit }) => questionToEdit);
  const { value: order, failure } = useQuery('orders', () => station.order({ key: orderKey }), [orderKey]);
  if (!order) return <FailureNote failure={failure} />;
  return <OrderForm order={order} isNew={false} row={null} isInHand question={question} onClose={() => openScreen('ship')} />;
}

const correcting = (row: UnreadableRow): Editing => ({ order: blankOrder(row.problem.orderKey), isNew: true, row });

const blankOrder = (key: string): Order => ({
  ...emptyOrder,
  key: key as OrderKey,
  source: text.orders.form.source,
  recipient: emptyAddress,
});
