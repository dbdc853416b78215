import { weightText } from '../../shared/units.ts';
import './orders.css';
import { type DragEvent, useState } from 'react';
import { Button as AriaButton, Checkbox } from 'react-aria-components';
import { emptyAddress } from '../../shared/address.ts';
import type { CallReply, ImportReport, Station } from '../../shared/ipc.ts';
import { isMendedByMapping } from '../../shared/mapping.ts';
import { emptyOrder, type Order, type OrderKey } from '../../shared/order.ts';
import { maxOrderFileBytes } from '../../shared/order-file-reason.ts';
import { allOrders, isAllOrders, type OrderFilter } from '../../shared/order-list.ts';
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
import { BatchStage } from './batch-stage.tsx';
import { FilterCard } from './filter-card.tsx';
import { ImportCard, type UnreadableRow } from './import-card.tsx';
import { MappingScreen } from './mapping-screen.tsx';
import { OrderForm } from './order-form.tsx';
import { isPlanned, OrderState, ShipByCell } from './order-state.tsx';
import { mayBePlanned, PlanCard } from './plan-card.tsx';

type OrderRow = CallReply<'orders'>['rows'][number];

const pageRows = 50;

const mostRows = 500;

/** What the form is open for: a new order, one to change, or a row of a file that could not be read. */
type FileToMap = NonNullable<Extract<Awaited<ReturnType<Station['fileToMap']>>, { ok: true }>['value']>;

interface Editing {
  readonly order: Order;
  readonly isNew: boolean;
  readonly row: UnreadableRow | null;
  readonly isInBatch?: boolean;
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
  const [ticked, setTicked] = useState<ReadonlySet<OrderKey>>(new Set());
  const [filter, setFilter] = useState(allOrders);
  const [isFiltering, setFiltering] = useState(false);
  /** What was asked for while all of it was selected, or null. */
  const [allOf, setAllOf] = useState<string | null>(null);
  const [showsOrders, setShowsOrders] = useState(false);
  const [toldBatch, setToldBatch] = useState('');
  const batch = useQuery('batch', () => station.batch({}), []);
  const isFiltered = !isAllOrders(filter);
  const asked = { search, ...(isFiltered && { filter }) };
  const askedAs = JSON.stringify(asked);
  const list = useQuery('orders', () => station.orders({ ...asked, offset: 0, limit }), [askedAs, limit]);
  const open = useQuery('toResolve', () => station.toResolve({}), []);
  const { send, failure, isBusy } = useIntent();
  const [toMap, setToMap] = useState<FileToMap | null>(null);
  const importing = useFrame((frame) => frame.importing);

  if (inHand) return <OrderInHand orderKey={inHand} />;
  /** The form of an order that a batch could not price; once it is closed the price is asked again. */
  const correct = async (key: OrderKey) => {
    const order = await send(station.order({ key }));
    if (order) setEditing({ order, isNew: false, row: null, isInBatch: true });
  };
  const closeForm = () => {
    const key = editing?.order.key;
    setEditing(null);
    if (key && batch.value?.stopped.some(({ orderKey }) => orderKey === key)) void send(station.askBatchLine({ key }));
  };
  if (toMap)
    return (
      <MappingScreen
        {...toMap}
        onClose={() => setToMap(null)}
        onTaken={(taken) => {
          setToMap(null);
          setReport(taken);
        }}
      />
    );
  if (editing) return <OrderForm {...editing} isInHand={false} onClose={closeForm} />;
  const unreadable = (open.value ?? []).filter((item) => item.kind === 'row-unreadable');
  const toCorrect = unreadable.find(({ id }) => id === rowToCorrect);
  if (toCorrect) return <OrderForm {...correcting(toCorrect)} isInHand={false} onClose={() => openScreen('resolve')} />;

  if (batch.value && !showsOrders)
    return <BatchStage batch={batch.value} onCorrect={(key) => void correct(key)} onShowOrders={() => setShowsOrders(true)} />;

  const rows = list.value?.rows ?? [];
  const total = list.value?.total ?? 0;
  const pickedRow = rows.find((row) => row.order.key === pickedKey);
  const picked = pickedRow?.order;

  const read = async (reading: ReturnType<Station['importOrders']> | ReturnType<Station['chooseOrderFile']>) => {
    const answer = await send<ImportReport | null>(reading);
    if (answer) setReport(answer);
  };
  const map = async () => {
    const file = await send<FileToMap | null>(station.fileToMap({}));
    if (file) setToMap(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) {
      const told = file.slice(0, maxOrderFileBytes + 1);
      void told.arrayBuffer().then((bytes) => read(station.importOrders({ name: file.name, bytes: new Uint8Array(bytes) })));
    }
  };
  const unpick = (key: OrderKey) => {
    setPickedKey(null);
    document.getElementById(idOf(key))?.focus();
  };
  const isMappable = failure?.reasons?.some(isMendedByMapping) ?? false;
  const saysOf = (): string => {
    if (importing) return words.saysImporting(importing);
    if (search || isFiltered) return words.saysFound(total);
    return isEmpty ? words.saysNone : words.says(total, unreadable.length);
  };
  const isEmpty = list.value !== undefined && rows.length === 0;
  const isAll = allOf === askedAs;
  const isTicked = (key: OrderKey): boolean => isAll || ticked.has(key);
  const selected = isAll ? total : ticked.size;
  const tick = (key: OrderKey) => {
    const all = isAll ? new Set(rows.map(({ order }) => order.key)) : ticked;
    setTicked(all.has(key) ? new Set([...all].filter((each) => each !== key)) : new Set([...all, key]));
    setAllOf(null);
  };
  const selectNone = () => {
    setTicked(new Set());
    setAllOf(null);
  };
  const quoteAll = async () => {
    const opened = await send(station.openBatch({ keys: isAll ? null : [...ticked], ...asked }));
    if (!opened) return;
    setToldBatch(opened.taken === 0 ? text.batch.noneTaken : opened.leftOut > 0 ? text.batch.leftOut(opened.leftOut) : '');
    if (opened.taken === 0) return;
    selectNone();
    setShowsOrders(false);
  };
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
          <Button isSmall isDisabled={isEmpty} onPress={() => void send(station.exportOrders(asked))}>
            {words.export}
          </Button>
          <Button isSmall onPress={() => setEditing({ order: blankOrder(''), isNew: true, row: null })}>
            <Icon name="plus" />
            {words.newOrder}
          </Button>
          {total > 0 && !batch.value && (
            <Button kind="quiet" isSmall onPress={() => (isAll ? selectNone() : setAllOf(askedAs))}>
              {isAll ? text.batch.selectNone : text.batch.selectAll(total)}
            </Button>
          )}
          <Button isSmall {...(!isMappable && { keyName: 'F8' })} onPress={() => setFiltering(!isFiltering)}>
            {words.filter.open(filtersIn(filter))}
          </Button>
          {batch.value && (
            <Button isSmall onPress={() => setShowsOrders(false)}>
              {text.batch.show}
            </Button>
          )}
        </div>
        <section className="card card-flush orders-list">
          {isEmpty ? (
            <Empty icon="list" title={search || isFiltered ? words.notFoundTitle : words.emptyTitle}>
              {isFiltered ? words.notFiltered : search ? words.notFound : words.empty}
            </Empty>
          ) : (
            <Table
              label={words.title}
              rows={rows}
              keyOf={(row) => row.order.key}
              isPicked={(row) => row.order.key === pickedKey}
              onRow={(row) => setPickedKey(row.order.key)}
              columns={[
                ...(batch.value
                  ? []
                  : [
                      {
                        name: text.batch.column,
                        hidesName: true,
                        cell: ({ order: { key } }: OrderRow) => <Tick orderKey={key} isTicked={isTicked(key)} onTick={tick} />,
                      },
                    ]),
                { name: words.columns.order, cell: (row) => <PickKey orderKey={row.order.key} onPick={setPickedKey} /> },
                {
                  name: words.columns.recipient,
                  className: 'strong',
                  cell: ({ order }) => order.recipient.name || order.recipient.company,
                },
                { name: words.columns.place, cell: ({ order }) => placeOf(order) },
                { name: words.columns.weight, isNumber: true, cell: ({ order }) => weightOf(order) },
                ...(rows.some(isPlanned)
                  ? [{ name: words.columns.plan, className: 'nowrap', cell: (row: OrderRow) => <ShipByCell plan={row.plan} /> }]
                  : []),
                { name: words.columns.state, cell: (row) => <OrderState row={row} /> },
              ]}
            />
          )}
          {total > rows.length && rows.length > 0 && limit < mostRows && (
            <Button kind="quiet" className="list-more" onPress={() => setLimit(Math.min(limit + pageRows, mostRows))}>
              {words.more(Math.min(pageRows, total - rows.length))}
            </Button>
          )}
          {total > mostRows && limit === mostRows && <p className="muted list-more">{words.endsHere(mostRows, total)}</p>}
        </section>
        {isFiltering ? (
          <FilterCard filter={filter} onChange={setFilter} onClose={() => setFiltering(false)} />
        ) : pickedRow && !failure && selected === 0 && mayBePlanned(pickedRow) ? (
          <PlanCard key={pickedRow.order.key} row={pickedRow} onClose={() => unpick(pickedRow.order.key)} />
        ) : (
          <ImportCard
            report={report}
            unreadable={unreadable}
            failure={failure}
            onMap={isMappable ? () => void map() : null}
            listFailure={list.failure}
            onRetry={failure?.code === 'order-file-unreadable' ? () => void read(station.chooseOrderFile({})) : list.reload}
            onCorrect={(row) => setEditing(correcting(row))}
          />
        )}
      </div>
      <Foot>
        {selected > 0 ? (
          <>
            <p className="statement">
              <b>{text.batch.selected(selected)}</b>
            </p>
            <Button kind="quiet" onPress={selectNone}>
              {text.batch.selectNone}
            </Button>
            <Primary keyName="F7" isDisabled={isBusy} onPress={() => void quoteAll()}>
              {text.batch.quoteAll}
            </Primary>
          </>
        ) : picked ? (
          <>
            <p className="statement">
              <b>{words.picked(picked.key)}</b>, {words.parcels(picked.parcels.length)}
              {pickedRow?.heardFrom ? words.fromBench(pickedRow.heardFrom) : ''}
            </p>
            {pickedRow?.booking && pickedRow.booking.bench === undefined && <HistoryButton bookingId={pickedRow.booking.id} />}
            <Button kind="quiet" onPress={() => setEditing({ order: picked, isNew: false, row: null })}>
              {words.edit}
            </Button>
            {!pickedRow?.plan.held && (
              <Primary keyName="F7" code={picked.key} onPress={() => void send(station.scan({ code: picked.key }))}>
                {words.ship(picked.key)}
              </Primary>
            )}
          </>
        ) : (
          <p className="statement muted">{toldBatch || words.pickOne}</p>
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

const idOf = (key: OrderKey): string => `order ${key}`;

/** The key of a row as a button, so that an order can be picked without a mouse. */
function PickKey({ orderKey, onPick }: { orderKey: OrderKey; onPick: (key: OrderKey) => void }) {
  return (
    <AriaButton id={idOf(orderKey)} className="pick-key mono strong" onPress={() => onPick(orderKey)}>
      {orderKey}
    </AriaButton>
  );
}

/** Whether an order is one of those that are shipped together. */
function Tick({ orderKey, isTicked, onTick }: { orderKey: OrderKey; isTicked: boolean; onTick: (key: OrderKey) => void }) {
  return (
    <Checkbox className="tick" isSelected={isTicked} aria-label={text.batch.select(orderKey)} onChange={() => onTick(orderKey)}>
      <span>{isTicked && <Icon name="tick" />}</span>
    </Checkbox>
  );
}

const filtersIn = (filter: OrderFilter): number =>
  (Object.keys(allOrders) as (keyof OrderFilter)[]).filter((field) => filter[field] !== allOrders[field]).length;

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
