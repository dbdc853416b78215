import { weightText } from '../../shared/units.ts';
import './orders.css';
import { type DragEvent, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { emptyAddress } from '../../shared/address.ts';
import type { ImportReport, Station } from '../../shared/ipc.ts';
import { emptyOrder, type Order, type OrderKey } from '../../shared/order.ts';
import { useIntent, useQuery } from '../query.ts';
import { countryName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Table } from '../ui/table.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { useFrame, useShown, useWindowState } from '../window-state.ts';
import { ImportCard, type UnreadableRow } from './import-card.tsx';
import { OrderForm } from './order-form.tsx';
import { OrderState } from './order-state.tsx';

const pageRows = 50;

const mostRows = 500;

/** What the form is open for: a new order, one to change, or a row of a file that could not be read. */
interface Editing {
  readonly order: Order;
  readonly isNew: boolean;
  readonly row: UnreadableRow | null;
}

export function OrdersScreen() {
  const { station, openScreen } = useWindowState();
  const words = text.orders;
  const inHand = useShown(({ orderToEdit }) => orderToEdit);
  const rowToCorrect = useShown((shown) => shown.rowToCorrect);
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(pageRows);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [pickedKey, setPickedKey] = useState<OrderKey | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const list = useQuery('orders', () => station.orders({ search, offset: 0, limit }), [search, limit]);
  const open = useQuery('toResolve', () => station.toResolve({}), []);
  const { send, failure, isBusy } = useIntent();
  const importing = useFrame((frame) => frame.importing);

  if (inHand) return <OrderInHand orderKey={inHand} />;
  if (editing) return <OrderForm {...editing} isInHand={false} onClose={() => setEditing(null)} />;
  const unreadable = (open.value ?? []).filter((item) => item.kind === 'row-unreadable');
  const asked = unreadable.find(({ id }) => id === rowToCorrect);
  if (asked) return <OrderForm {...correcting(asked)} isInHand={false} onClose={() => openScreen('resolve')} />;

  const rows = list.value?.rows ?? [];
  const total = list.value?.total ?? 0;
  const pickedRow = rows.find((row) => row.order.key === pickedKey);
  const picked = pickedRow?.order;

  const read = async (asked: ReturnType<Station['importOrders']> | ReturnType<Station['chooseOrderFile']>) => {
    const answer = await send<ImportReport | null>(asked);
    if (answer) setReport(answer);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) {
      void file.arrayBuffer().then((bytes) => read(station.importOrders({ name: file.name, bytes: new Uint8Array(bytes) })));
    }
  };
  const saysOf = (): string => {
    if (importing) return words.saysImporting(importing);
    if (search) return words.saysFound(total);
    return isEmpty ? words.saysNone : words.says(total, unreadable.length);
  };
  const isEmpty = list.value !== undefined && rows.length === 0;
  return (
    <>
      <Band
        size="compact"
        state={failure ? 'look' : isBusy || importing ? 'working' : 'ready'}
        says={failure ? text.failures[failure.code].what : saysOf()}
      />
      <div className="body orders" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <div className="row orders-tools">
          <div className="orders-search">
            <SearchField label={words.searchLabel} placeholder={words.searchHint} value={search} onChange={setSearch} hasFocus />
          </div>
          <Button isSmall onPress={() => void read(station.chooseOrderFile({}))}>
            <Icon name="file" />
            {words.chooseFile}
          </Button>
          <Button isSmall onPress={() => setEditing({ order: blankOrder(''), isNew: true, row: null })}>
            <Icon name="plus" />
            {words.newOrder}
          </Button>
        </div>
        <section className="card card-flush orders-list">
          {isEmpty ? (
            <Empty icon="list" title={search ? words.notFoundTitle : words.emptyTitle}>
              {search ? words.notFound : words.empty}
            </Empty>
          ) : (
            <Table
              label={words.title}
              rows={rows}
              keyOf={(row) => row.order.key}
              isPicked={(row) => row.order.key === pickedKey}
              onRow={(row) => setPickedKey(row.order.key)}
              columns={[
                { name: words.columns.order, cell: (row) => <PickKey orderKey={row.order.key} onPick={setPickedKey} /> },
                {
                  name: words.columns.recipient,
                  className: 'strong',
                  cell: ({ order }) => order.recipient.name || order.recipient.company,
                },
                { name: words.columns.place, cell: ({ order }) => placeOf(order) },
                { name: words.columns.weight, isNumber: true, cell: ({ order }) => weightOf(order) },
                { name: words.columns.state, cell: (row) => <OrderState row={row} /> },
              ]}
            />
          )}
          {total > rows.length && rows.length > 0 && limit < mostRows && (
            <Button kind="quiet" className="list-more" onPress={() => setLimit(Math.min(limit + pageRows, mostRows))}>
              {words.more(Math.min(pageRows, total - rows.length))}
            </Button>
          )}
        </section>
        <ImportCard
          report={report}
          unreadable={unreadable}
          failure={failure}
          listFailure={list.failure}
          onRetry={failure?.code === 'order-file-unreadable' ? () => void read(station.chooseOrderFile({})) : list.reload}
          onCorrect={(row) => setEditing(correcting(row))}
        />
      </div>
      <Foot>
        {picked ? (
          <>
            <p className="statement">
              <b>{words.picked(picked.key)}</b>, {words.parcels(picked.parcels.length)}
            </p>
            {pickedRow?.booking && <HistoryButton bookingId={pickedRow.booking.id} />}
            <Button kind="quiet" onPress={() => setEditing({ order: picked, isNew: false, row: null })}>
              {words.edit}
            </Button>
            <Primary keyName="F7" code={picked.key} onPress={() => void send(station.scan({ code: picked.key }))}>
              {words.ship(picked.key)}
            </Primary>
          </>
        ) : (
          <p className="statement muted">{words.pickOne}</p>
        )}
      </Foot>
    </>
  );
}

/** The form of the parcel in hand, over the list; closing it leads back to Ship. */
function OrderInHand({ orderKey }: { orderKey: OrderKey }) {
  const { station, openScreen } = useWindowState();
  const { value: order, failure } = useQuery('orders', () => station.order({ key: orderKey }), [orderKey]);
  if (!order) return <FailureNote failure={failure} />;
  return <OrderForm order={order} isNew={false} row={null} isInHand onClose={() => openScreen('ship')} />;
}

/** The key of a row as a button, so that an order can be picked without a mouse. */
function PickKey({ orderKey, onPick }: { orderKey: OrderKey; onPick: (key: OrderKey) => void }) {
  return (
    <AriaButton className="pick-key mono strong" onPress={() => onPick(orderKey)}>
      {orderKey}
    </AriaButton>
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

const correcting = (row: UnreadableRow): Editing => ({ order: blankOrder(row.problem.orderKey), isNew: true, row });

const blankOrder = (key: string): Order => ({
  ...emptyOrder,
  key: key as OrderKey,
  source: text.orders.form.source,
  recipient: emptyAddress,
});
