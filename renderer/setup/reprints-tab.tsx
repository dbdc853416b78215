import './reprints-tab.css';
import { useState } from 'react';
import { countsBy, type Reprint } from '../../shared/reprint.ts';
import type { Setup } from '../../shared/settings.ts';
import { useIntent, useQuery } from '../query.ts';
import { dayText, momentText, timeText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Segment } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { useWindowState } from '../window-state.ts';

const weeks = ['0', '1', '2', '3'] as const;
type Week = (typeof weeks)[number];

/** The reprints of one week: how many, and the parcels. */
export function ReprintsTab({ setup }: { setup: Setup }) {
  const { station } = useWindowState();
  const words = text.reprint.list;
  const [week, setWeek] = useState<Week>('0');
  const { value, failure } = useQuery('shipments', () => station.reprints({ weeksBack: Number(week) }), [week]);
  const exporting = useIntent();
  const [file, setFile] = useState('');
  const save = async () => setFile((await exporting.send(station.exportReprints({ weeksBack: Number(week) })))?.file ?? '');
  const printerOf = ({ printerId }: Reprint): string => {
    const printer = setup.settings.printers.find(({ id }) => id === printerId);
    return printer ? (printer.name ?? printer.address) : words.printerGone;
  };
  const rows = value?.reprints.toReversed() ?? [];
  const counts = [
    [words.byReason, countsBy(rows, ({ why }) => text.reprint.reasons[why])],
    [words.byPacker, countsBy(rows, ({ by }) => by || words.noName)],
    [words.byPrinter, countsBy(rows, printerOf)],
    [words.byCourier, countsBy(rows, ({ courier }) => courier || words.noCourier)],
  ] as const;
  return (
    <>
      <Card
        className="col"
        title={value ? words.title(dayText(value.from), dayText(value.until), rows.length) : words.reading}
        aside={
          <Button isSmall means="save" isDisabled={exporting.isBusy || rows.length === 0} onPress={() => void save()}>
            {words.export}
          </Button>
        }
      >
        <Segment
          label={words.week}
          options={weeks.map((id) => ({ id, name: words.weeks[id] }))}
          value={week}
          onChange={(id: Week) => {
            setWeek(id);
            setFile('');
          }}
        />
        <FailureNote failure={failure ?? exporting.failure} />
        {file && <output>{words.saved(file)}</output>}
        {rows.length > 0 && (
          <div className="reprint-counts">
            {counts.map(([name, list]) => (
              <dl key={name} aria-label={name}>
                <dt className="muted">{name}</dt>
                {list.map(({ of, count }) => (
                  <dd key={of}>
                    <span>{of}</span>
                    <b>{count}</b>
                  </dd>
                ))}
              </dl>
            ))}
          </div>
        )}
      </Card>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it */}
      <section className="card card-flush grow scroll reprint-list" tabIndex={0} aria-label={words.parcels}>
        {rows.length > 0 ? (
          <Table
            label={words.parcels}
            rows={rows}
            keyOf={({ at, orderKey }) => `${at} ${orderKey}`}
            isTall
            columns={[
              {
                name: words.columns.at,
                className: 'nowrap',
                cell: ({ at }) => (
                  <>
                    {timeText(at)}
                    <small>{momentText(at).split(',')[0]}</small>
                  </>
                ),
              },
              {
                name: words.columns.order,
                className: 'mono strong',
                cell: ({ orderKey, shipmentNo, bench }) => (
                  <>
                    {text.ship.shipment(orderKey, shipmentNo)}
                    {bench !== null && <small>{words.boughtAt(bench)}</small>}
                  </>
                ),
              },
              {
                name: words.columns.why,
                cell: ({ why, oldLabel }) => (
                  <>
                    {text.reprint.reasons[why]}
                    {oldLabel && <small>{text.reprint.oldLabels[oldLabel]}</small>}
                  </>
                ),
              },
              { name: words.columns.by, cell: ({ by }) => by || words.noName },
              {
                name: words.columns.printer,
                cell: (row) => (
                  <>
                    <span className="nowrap">{printerOf(row)}</span>
                    <small>{row.courier}</small>
                  </>
                ),
              },
            ]}
          />
        ) : (
          value && (
            <Empty icon="tick" title={words.none}>
              {words.noneHint}
            </Empty>
          )
        )}
      </section>
    </>
  );
}
