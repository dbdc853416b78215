import { useEffect, useRef, useState } from 'react';
import type { HistoryLine } from '../../shared/history.ts';
import { useKey } from '../key-presses.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
import { SlipButton } from '../ship/papers-notice.tsx';
import { momentText, timeWithSeconds } from '../text/format.ts';
import { remarkText, savedFileOf } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { Band } from './band.tsx';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';
import { Foot, Primary } from './foot.tsx';
import { Table } from './table.tsx';

interface HistoryButtonProps {
  readonly bookingId: string;
  readonly isSmall?: boolean;
}

/** Opens the history of one shipment over the current screen. */
export function HistoryButton({ bookingId, isSmall = false }: HistoryButtonProps) {
  const { openTimeline } = useWindowState();
  return (
    <Button kind="quiet" isSmall={isSmall} means="history" onPress={() => openTimeline(bookingId)}>
      {text.timeline.open}
    </Button>
  );
}

/** The history of one shipment, newest last, and its export as one file. */
export function Timeline({ bookingId }: { bookingId: string }) {
  const { station, closeTimeline } = useWindowState();
  const words = text.timeline;
  const found = useQuery('shipments', () => station.timeline({ bookingId }), [bookingId]);
  const { send, failure, isBusy } = useIntent();
  const printing = useIntent();
  const [file, setFile] = useState('');
  const end = useRef<HTMLDivElement>(null);
  useKey('leave', closeTimeline);
  const { value } = found;
  const count = value?.lines.length ?? 0;
  useEffect(() => {
    // Scrolling returns a promise in newer Chromium, which React would take for a clean-up.
    end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  const save = async (): Promise<void> => {
    const saved = await send(station.exportTimeline({ bookingId }));
    setFile(saved?.file ?? '');
  };
  return (
    <>
      <Band
        size="compact"
        state="ready"
        message={words.status}
        aside={value && words.title(value.booking.orderKey, value.booking.shipmentNo)}
      />
      <div className="body body-col">
        <FailureNote failure={failure ?? found.failure} onRetry={failure ? () => void save() : found.reload} />
        <FailureNote failure={printing.failure} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it */}
        <section className="card card-flush grow timeline" tabIndex={0} aria-label={words.status}>
          {value && (
            <Table
              label={words.status}
              rows={value.lines}
              keyOf={(line) => String(line.sequence)}
              columns={[
                { name: words.columns.at, className: 'nowrap', cell: ({ at }) => <When at={at} /> },
                { name: words.columns.step, className: 'strong', cell: stepWords },
                { name: words.columns.detail, cell: ({ detail }) => remarkText(detail) },
                { name: words.columns.by, cell: ({ by }) => by },
              ]}
            />
          )}
          <div ref={end} />
        </section>
      </div>
      <Foot>
        <Button means="leave" onPress={closeTimeline}>
          {words.close}
        </Button>
        <PrintPapers bookingId={bookingId} intent={printing} />
        {value?.booking.state === 'booked' && value.booking.bench === undefined && (
          <SlipButton bookingId={bookingId} intent={printing} hasKey={false} />
        )}
        <p className="statement muted grow">{file ? words.saved(file) : words.exportHint}</p>
        <Primary means="save" isDisabled={isBusy || !value} onPress={() => void save()}>
          {words.export}
        </Primary>
      </Foot>
    </>
  );
}

/** A document that is kept in a folder goes to no printer. */
function stepWords({ what, detail }: HistoryLine): string {
  if (what === 'print-at' && typeof detail === 'string' && detail.startsWith('folder:')) return text.timeline.toFolder;
  return what === 'print-sent' && savedFileOf(detail) !== undefined ? text.frame.savedAsFile : text.timeline.step(what);
}

const When = ({ at }: { at: string }) => (
  <>
    {timeWithSeconds(at)}
    <small>{momentText(at).split(',')[0]}</small>
  </>
);

/** For a parcel whose label came with copies or documents: prints them, as often as requested. */
function PrintPapers({ bookingId, intent }: { bookingId: string; intent: Intent }) {
  const { station } = useWindowState();
  const pages = useQuery(null, () => station.labelPages({ bookingId }), [bookingId]);
  const count =
    pages.value?.filter(({ is, place }) => is === 'copy' || is === 'document' || (is === 'unclear' && place === 'kept')).length ?? 0;
  if (count === 0) return null;
  return (
    <Button isDisabled={intent.isBusy} onPress={() => void intent.send(station.printPapers({ bookingId }))}>
      {text.timeline.printPapers(count)}
    </Button>
  );
}
