import { type DragEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Failure } from '../../shared/failure.ts';
import type { ImportReport } from '../../shared/ipc.ts';
import { isFixedByMapping } from '../../shared/mapping.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import { maxOrderFileBytes } from '../../shared/order-file-reason.ts';
import type { Held } from '../../shared/order-plan.ts';
import { ok } from '../../shared/result.ts';
import { useKey } from '../key-presses.ts';
import { type Intent, useQuery } from '../query.ts';
import { todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/card.tsx';
import { type RowsHandle } from '../ui/roving-rows.ts';
import { useFrame, useWindowState } from '../window-state.ts';
import { FilterCard } from './filter-card.tsx';
import { ImportCard, type UnreadableRow } from './import-card.tsx';
import type { ListedOrders } from './listed-orders.ts';
import { OrderListFoot } from './order-list-foot.tsx';
import { OrderTable } from './order-table.tsx';
import { OrderTools } from './order-tools.tsx';
import { mayBePlanned, PlanCard } from './plan-card.tsx';

interface OrderListStageProps {
  readonly orders: ListedOrders;
  readonly intent: Intent;
  readonly unreadable: readonly UnreadableRow[];
  /** Result of the last file, from any source. */
  readonly lastImport: { readonly report: ImportReport | null; readonly failure: Failure | null } | null;
  readonly onMap: () => void;
  readonly onNew: () => void;
  readonly onEdit: (order: Order) => void;
  readonly onCorrect: (row: UnreadableRow) => void;
  readonly onBatch: (() => void) | null;
  readonly onBatchOpened: (leftOut: number) => void;
}

/** The orders. Beside them: actions for the picked one, the filter, or the result of the last file. */
export function OrderListStage(props: OrderListStageProps) {
  const { orders, intent, unreadable, lastImport, onMap, onNew, onEdit, onCorrect, onBatch, onBatchOpened } = props;
  const { search, isFiltered, isFiltering, setFiltering, asked, list, isFound, total, isEmpty, next, picked, pick, ticks } = orders;
  const { station } = useWindowState();
  const words = text.orders;
  const { send, isBusy } = intent;
  const failure = intent.failure ?? lastImport?.failure ?? null;
  const importing = useFrame((frame) => frame.importing);
  const canBeTicked = !onBatch;
  const held = ticks.count === 0 ? picked?.plan.held : null;
  const { notice, showNotice } = useNotice(JSON.stringify([asked, picked?.order.key, held, ticks.isAll, ticks.count, canBeTicked]));
  const tableRows = useRef<RowsHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);

  const chooseFile = () => void send(station.chooseOrderFile({}));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) {
      const beginning = file.slice(0, maxOrderFileBytes + 1);
      void beginning.arrayBuffer().then((bytes) => send(station.importOrders({ name: file.name, bytes: new Uint8Array(bytes) })));
    }
  };
  const toRows = useWayToRows(orders, tableRows);
  const unpick = (key: OrderKey) => {
    pick(null);
    tableRows.current?.focus(key);
  };
  const quoteAll = async () => {
    const keys = ticks.isAll ? null : ticks.keys;
    const opened = await send(station.openBatch({ keys, ...asked }));
    if (!opened) return;
    if (opened.taken === 0) return showNotice(text.batch.noneTaken(ticks.count));
    ticks.clear();
    onBatchOpened(opened.leftOut);
  };
  const canBePlanned = picked && !failure && ticks.count === 0 && mayBePlanned(picked);
  useKey('move', toRows);
  useKey('leave', picked && !canBePlanned && !isFiltering ? () => unpick(picked.order.key) : undefined);
  const stopsShip = held ? heldWords(held) : picked || ticks.count > 0 ? '' : words.openOneFirst(canBeTicked);
  useKey('check', stopsShip ? () => showNotice(stopsShip) : undefined);
  useKey('commit', () => showNotice(stopsShip || (ticks.count > 0 ? text.batch.pricesFirst : words.boughtAtShip)));
  const isMappable = failure?.reasons?.some(isFixedByMapping) ?? false;
  const newOrders = useOrdersOfNewColumns(failure);
  return (
    <>
      <Band
        size="compact"
        state={(failure && newOrders === 0) || notice || (list.failure && !list.value) ? 'look' : isBusy || importing ? 'working' : 'ready'}
        message={newOrders > 0 ? words.newColumns(newOrders) : failure ? text.failures[failure.code].what : notice || messageOf()}
      />
      <div className="body orders" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <OrderTools
          orders={orders}
          onFilter={() => setFiltering(!isFiltering)}
          onFile={chooseFile}
          onExport={() => void send(station.exportOrders(asked))}
          onNew={onNew}
          onBatch={onBatch}
          searchRef={searchField}
          onDown={toRows}
        />
        <section className="card card-flush orders-list">
          {isEmpty ? (
            <Empty icon="list" title={search || isFiltered ? words.notFoundTitle : words.emptyTitle}>
              {isFiltered ? words.notFiltered : search ? words.notFound : words.empty}
            </Empty>
          ) : (
            <OrderTable orders={orders} handle={tableRows} canBeTicked={canBeTicked} onAbove={() => searchField.current?.focus()} />
          )}
          {next && 'show' in next && (
            <Button kind="quiet" className="list-more" onPress={next.show}>
              {words.more(next.more)}
            </Button>
          )}
          {next && 'endsAt' in next && <p className="muted list-more">{words.endsHere(next.endsAt, total)}</p>}
        </section>
        {isFiltering ? (
          <FilterCard filter={orders.filter} onChange={orders.setFilter} onClose={() => setFiltering(false)} />
        ) : canBePlanned ? (
          <PlanCard key={picked.order.key} row={picked} onClose={() => unpick(picked.order.key)} />
        ) : (
          <ImportCard
            report={lastImport?.report ?? null}
            unreadable={unreadable}
            failure={failure}
            onMap={isMappable ? onMap : null}
            newOrders={newOrders}
            onEncoding={(encoding) => void send(station.importInLetters({ encoding }))}
            listFailure={list.failure}
            onRetry={failure?.code === 'order-file-unreadable' ? chooseFile : list.reload}
            onCorrect={onCorrect}
          />
        )}
      </div>
      <OrderListFoot
        orders={orders}
        canBeTicked={canBeTicked}
        isBusy={isBusy}
        onQuoteAll={() => void quoteAll()}
        onEdit={onEdit}
        onShip={(code) => void send(station.scan({ code }))}
      />
    </>
  );

  function messageOf(): string {
    if (importing) return words.statusImporting(importing);
    if (!list.value || ((search || isFiltered) && !isFound))
      return list.failure ? text.failures[list.failure.code].what : words.statusReading;
    if (search || isFiltered) return words.statusFound(total);
    return isEmpty ? words.statusNone : words.status(total, unreadable.length);
  }
}

/** Moves the focus to the requested rows once they are here. If the request changes meanwhile, the focus stays. */
function useWayToRows({ asked, isFound }: ListedOrders, rows: RefObject<RowsHandle | null>): () => void {
  const isWanted = useRef(false);
  const askedAs = JSON.stringify(asked);
  useLayoutEffect(() => {
    isWanted.current = false;
  }, [askedAs]);
  useLayoutEffect(() => {
    if (!isFound || !isWanted.current) return;
    isWanted.current = false;
    rows.current?.enter();
  }, [isFound, rows]);
  return () => {
    if (isFound) rows.current?.enter();
    else isWanted.current = true;
  };
}

/** Why a held order does not go to Ship, and the remedy. */
const heldWords = ({ changedBy, at, otherwise }: Held): string =>
  otherwise
    ? text.orders.otherwise.reopenFirst
    : changedBy === undefined
      ? text.orders.releaseFirst
      : text.orders.plan.changedBy(changedBy, todayOrMoment(at));

/** Why a key has no effect now. Cleared when another row is picked or ticked or the search changes; it does not return. */
function useNotice(now: string): { readonly notice: string; readonly showNotice: (notice: string) => void } {
  const [last, setLast] = useState({ at: now, notice: '' });
  if (last.at !== now && last.notice) setLast({ at: now, notice: '' });
  return { notice: last.at === now ? last.notice : '', showNotice: (notice) => setLast({ at: now, notice }) };
}

/** Orders that the proposed mapping reads from the file that failed, without a row that it cannot read; 0 if the columns need a person. */
function useOrdersOfNewColumns(failure: Failure | null): number {
  const { station } = useWindowState();
  const isNew = failure?.reasons?.some(({ code }) => code === 'columns-not-known') ?? false;
  const count = async () => {
    const file = isNew ? await station.fileToMap({}) : undefined;
    const tried = file?.ok && file.value ? await station.tryMapping({ mapping: file.value.proposal }) : undefined;
    return ok(tried?.ok && tried.value.problemCount === 0 ? tried.value.orders : 0);
  };
  const { value = 0 } = useQuery(null, count, [isNew, failure?.ref ?? '']);
  return isNew ? value : 0;
}
