import { useState } from 'react';
import type { Station } from '../../shared/ipc.ts';
import type { ShipmentLayout } from '../../shared/shipment-table.ts';
import { useIntent, useQuery } from '../query.ts';
import { countryName, recipientName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Select } from '../ui/field.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { useWindowState } from '../window-state.ts';
import { shortMoment } from './found-parcel.tsx';

const pageRows = 100;

/** Reads this many pages of booked shipments as one list. */
async function firstPages({ underWay }: Station, search: string, pages: number): ReturnType<Station['underWay']> {
  const first = await underWay({ search, offset: 0, limit: pageRows });
  if (!first.ok) return first;
  const rows = [...first.value.rows];
  for (let page = 1; page < pages && rows.length < first.value.total; page += 1) {
    const next = await underWay({ search, offset: page * pageRows, limit: pageRows });
    if (!next.ok) return next;
    rows.push(...next.value.rows);
  }
  return { ok: true, value: { total: first.value.total, rows } };
}

/** Tracking numbers, couriers and costs of shipments, as a file for the shop. */
function ShipmentExport() {
  const { station } = useWindowState();
  const words = text.track.export;
  const [layout, setLayout] = useState<ShipmentLayout>('packbench');
  const [days, setDays] = useState<keyof typeof words.days>('0');
  const { send, failure, isBusy } = useIntent();
  const options = <Id extends string>(names: Readonly<Record<Id, string>>) =>
    (Object.entries(names) as [Id, string][]).map(([id, name]) => ({ id, name }));
  return (
    <>
      <FailureNote failure={failure} />
      <div className="track-export">
        <Select label={words.layout} options={options(words.layouts)} value={layout} onChange={setLayout} />
        <Select label={words.since} options={options(words.days)} value={days} onChange={setDays} />
        <Button isSmall isDisabled={isBusy} onPress={() => void send(station.exportShipments({ layout, daysBefore: Number(days) }))}>
          {words.save}
        </Button>
      </div>
    </>
  );
}

/** All booked shipments that have not arrived. Picking one looks it up. */
export function UnderWay({ onPick, canBeSaved = false }: { onPick: (number: string) => void; canBeSaved?: boolean }) {
  const { station } = useWindowState();
  const words = text.track;
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [pages, setPages] = useState(1);
  const list = useQuery('shipments', () => firstPages(station, search, pages), [search, pages]);
  const rows = list.value?.rows ?? [];
  const total = list.value?.total ?? 0;
  const title = list.value ? words.underWay(rows.length, total) : words.underWayReading;
  return (
    <Card
      isFlush
      className="col grow track-underway"
      title={title}
      aside={<SearchField label={words.underWaySearch} placeholder={words.underWayHint} value={search} onChange={setSearch} />}
    >
      <FailureNote failure={list.failure} onRetry={list.reload} />
      {canBeSaved && (total > 0 || search !== '') && <ShipmentExport />}
      {rows.length > 0 ? (
        <>
          <PickList
            label={title}
            items={rows}
            keyOf={({ id }) => id}
            nameOf={({ orderKey, order }) => `${recipientName(order.recipient)} ${orderKey}`}
            picked={picked}
            onPick={(id) => {
              setPicked(id);
              const chosen = rows.find((row) => row.id === id);
              if (chosen) onPick(chosen.orderKey);
            }}
          >
            {({ orderKey, order, changedAt, bench }) => (
              <span className="what grow">
                <b>{[recipientName(order.recipient), order.recipient.city].filter(Boolean).join(', ')}</b>
                <span>
                  <span className="mono">{orderKey}</span> · {countryName(order.recipient.country)} · {words.since(shortMoment(changedAt))}
                  {bench !== undefined && ` · ${text.frame.atBench(bench)}`}
                </span>
              </span>
            )}
          </PickList>
          {rows.length < total && (
            <Button kind="quiet" className="list-more" onPress={() => setPages(pages + 1)}>
              {words.more}
            </Button>
          )}
        </>
      ) : (
        list.value && (
          <Empty icon="truck" title={search ? words.notFoundTitle : words.emptyTitle}>
            {search ? words.notFound : words.empty}
          </Empty>
        )
      )}
    </Card>
  );
}
