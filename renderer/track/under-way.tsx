import { useState } from 'react';
import type { Station } from '../../shared/ipc.ts';
import { useQuery } from '../query.ts';
import { countryName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { useWindowState } from '../window-state.ts';
import { shortMoment } from './found-parcel.tsx';

const pageRows = 100;

/** So many pages of what is booked, as one list. */
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

/** Everything booked that has not arrived. Picking one looks it up. */
export function UnderWay({ onPick }: { onPick: (number: string) => void }) {
  const { station } = useWindowState();
  const words = text.track;
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [pages, setPages] = useState(1);
  const list = useQuery('shipments', () => firstPages(station, search, pages), [search, pages]);
  const rows = list.value?.rows ?? [];
  const total = list.value?.total ?? 0;
  const title = words.underWay(rows.length, total);
  return (
    <Card isFlush className="col grow track-underway" title={title}>
      <FailureNote failure={list.failure} onRetry={list.reload} />
      <div className="track-filter row">
        <SearchField label={words.underWaySearch} placeholder={words.underWayHint} value={search} onChange={setSearch} />
      </div>
      {rows.length > 0 ? (
        <>
          <PickList
            label={title}
            items={rows}
            keyOf={({ id }) => id}
            nameOf={({ orderKey, order }) => `${order.recipient.name} ${orderKey}`}
            picked={picked}
            onPick={(id) => {
              setPicked(id);
              const chosen = rows.find((row) => row.id === id);
              if (chosen) onPick(chosen.orderKey);
            }}
          >
            {({ orderKey, order, changedAt }) => (
              <span className="what grow">
                <b>{[order.recipient.name || order.recipient.company, order.recipient.city].filter(Boolean).join(', ')}</b>
                <span>
                  <span className="mono">{orderKey}</span> · {countryName(order.recipient.country)} · {words.since(shortMoment(changedAt))}
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
