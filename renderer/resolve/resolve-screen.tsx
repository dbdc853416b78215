import './resolve.css';
import { useRef, useState } from 'react';
import type { ResolveItem } from '../../shared/ipc.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { type CardsHandle, useRovingCards } from '../ui/roving-cards.ts';
import { HistoryButton } from '../ui/timeline.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { ChangedAfterBooking } from './changed-after-booking.tsx';
import { DecidedContext } from './decision.ts';
import { EntryContext } from './entry.tsx';
import { bookingOf, keyOf } from './entry-key.ts';
import { besideOf, groupOf, groups, inGroups } from './groups.ts';
import { JournalRestored } from './journal-restored.tsx';
import { LabelDoubtful } from './label-doubtful.tsx';
import { LabelMissing } from './label-missing.tsx';
import { PaperDue } from './paper-due.tsx';
import { PrintUnconfirmed } from './print-unconfirmed.tsx';
import { PutAside } from './put-aside.tsx';
import { RowUnreadable } from './row-unreadable.tsx';
import { ShopNotInformed } from './shop-not-informed.tsx';
import { BookingOnItsWay, BookingUnknown, PickupUnknown } from './unknown-items.tsx';
import { Unreadable } from './unreadable.tsx';
import { UploadOpen } from './upload-open.tsx';
import { WebhookNotUnderstood } from './webhook-not-understood.tsx';

/** Unfinished items in three groups. One is framed, and keys act on that one only. */
export function ResolveScreen() {
  const { station } = useWindowState();
  const words = text.resolve;
  const list = useQuery('toResolve', () => station.toResolve({}), []);
  const exporting = useIntent();
  const [last, setLast] = useState<ResolveItem | null>(null);
  /** Keys of all entries when the framed one was last listed. */
  const [beside, setBeside] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState('');
  const wanted = useShown(({ bookingToResolve }) => bookingToResolve);
  const items = inGroups(list.value ?? []);
  const isWanted = (item: ResolveItem): boolean => wanted !== null && 'booking' in item && item.booking?.id === wanted;
  const first = items.find(isWanted) ?? items[0];
  if (last === null && first) setLast(first);
  const isLast = (item: ResolveItem): boolean => last !== null && keyOf(item) === keyOf(last);
  const keys = items.map(keyOf);
  if (items.some(isLast) && keys.join() !== beside.join()) setBeside(keys);
  /** The entry's successor: a new entry of the same shipment. */
  const after = items.find((item) => last !== null && isOfSame(item, last) && !beside.includes(keyOf(item)));
  // After a decision, no other entry takes the place: the key that closed it, pressed again, would act on that entry.
  const framed = last === null ? first : (items.find(isLast) ?? (decided === '' ? after : undefined));
  const isClosed = last !== null && !framed && list.value !== undefined;
  const frame = (item: ResolveItem | undefined): void => {
    setLast(item ?? null);
    setDecided('');
  };
  return (
    <>
      <Band size="compact" {...bandOf()} />
      {items.length > 0 ? (
        <>
          <div className="body resolve">
            <FailureNote failure={exporting.failure ?? list.failure} {...(!exporting.failure && { onRetry: list.reload })} />
            <DecidedContext value={setDecided}>
              <Groups items={items} framed={framed} onFrame={frame} onReload={list.reload} />
            </DecidedContext>
          </div>
          <ResolveFoot
            exporting={exporting}
            bookingId={framed && bookingOf(framed)}
            left={isClosed ? items.length : undefined}
            next={framed ? items[items.indexOf(framed) + 1] : (after ?? first)}
            onNext={frame}
          />
        </>
      ) : (
        <div className="body">
          <section className="card resolve-empty">
            <FailureNote failure={list.failure} onRetry={list.reload} />
            {list.value && (
              <Empty icon="tick" title={words.emptyTitle}>
                {words.empty}
              </Empty>
            )}
          </section>
        </div>
      )}
    </>
  );

  function bandOf(): { state: Signal; message: string } {
    if (isClosed) return { state: 'done', message: decided || words.closed };
    if (items.length > 0)
      return { state: 'look', message: words.status(items.length, items.filter((item) => groupOf(item) === 'money').length) };
    if (list.failure && !list.value) return { state: 'look', message: text.failures[list.failure.code].what };
    return { state: 'ready', message: list.value ? words.statusNothing : words.statusReading };
  }
}

/** A booking whose entry changed kind: its answer came, or its label needs a decision now. */
const isOfSame = (one: ResolveItem, other: ResolveItem): boolean =>
  'booking' in one && 'booking' in other && one.booking !== null && one.booking.id === other.booking?.id;

interface GroupsProps {
  readonly items: readonly ResolveItem[];
  readonly framed: ResolveItem | undefined;
  readonly onFrame: (item: ResolveItem) => void;
  readonly onReload: () => void;
}

function Groups({ items, framed, onFrame, onReload }: GroupsProps) {
  const cards = useRef<CardsHandle>(null);
  const around = useRovingCards(cards, (arrow) => {
    const to = besideOf(items, framed ? keyOf(framed) : '', arrow);
    if (!to) return;
    onFrame(to);
    cards.current?.focus(keyOf(to));
  });
  return (
    <div className="groups" {...around}>
      {groups.map(({ id, icon }) => {
        const open = items.filter((item) => groupOf(item) === id);
        const title = text.resolve.groups[id];
        return (
          <section key={id} className="group" aria-label={title}>
            <header className="group-head">
              <Icon name={icon} />
              <h2>{title}</h2>
              <span className="group-count">{open.length}</span>
            </header>
            {open.length > 0 ? (
              <ul className="entries">
                {open.map((item) => (
                  <EntryContext
                    key={keyOf(item)}
                    value={{ id: keyOf(item), isOn: framed !== undefined && keyOf(item) === keyOf(framed), onPick: () => onFrame(item) }}
                  >
                    <ItemView item={item} onReload={onReload} />
                  </EntryContext>
                ))}
              </ul>
            ) : (
              <p className="muted group-empty">{text.resolve.groupEmpty}</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface ResolveFootProps {
  readonly exporting: Intent;
  /** The shipment of the framed entry. */
  readonly bookingId: string | undefined;
  /** Open entries, if the framed one was closed and no other one is framed. */
  readonly left: number | undefined;
  readonly next: ResolveItem | undefined;
  readonly onNext: (item: ResolveItem | undefined) => void;
}

function ResolveFoot({ exporting, bookingId, left, next, onNext }: ResolveFootProps) {
  const { station } = useWindowState();
  const words = text.resolve;
  return (
    <Foot>
      <Button kind="quiet" onPress={() => void exporting.send(station.exportResolve({}))}>
        {text.orders.export}
      </Button>
      {bookingId !== undefined && <HistoryButton bookingId={bookingId} />}
      <p className="statement">
        <b>{left === undefined ? words.choose : words.stillOpen(left)}</b>
      </p>
      <div className="next">
        {left === undefined ? (
          <Button means="move" isDisabled={next === undefined} onPress={() => onNext(next)}>
            {words.nextEntry}
          </Button>
        ) : (
          <Button means="accept" onPress={() => onNext(next)}>
            {words.showNext}
          </Button>
        )}
      </div>
    </Foot>
  );
}

function ItemView({ item, onReload }: { item: ResolveItem; onReload: () => void }) {
  switch (item.kind) {
    case 'journal-restored':
      return <JournalRestored {...item} />;
    case 'booking-on-its-way':
      return <BookingOnItsWay {...item} />;
    case 'booking-unknown':
      return <BookingUnknown {...item} />;
    case 'pickup-unknown':
      return <PickupUnknown {...item} />;
    case 'print-unconfirmed':
      return <PrintUnconfirmed {...item} />;
    case 'label-doubtful':
      return item.missing ? <LabelMissing booking={item.booking} missing={item.missing} /> : <LabelDoubtful {...item} />;
    case 'paper-due':
      return <PaperDue {...item} />;
    case 'upload-open':
      return <UploadOpen {...item} />;
    case 'row-unreadable':
      return <RowUnreadable {...item} />;
    case 'changed-too-late':
      return <ChangedAfterBooking {...item} />;
    case 'put-aside':
      return <PutAside {...item} />;
    case 'webhook-not-understood':
      return <WebhookNotUnderstood {...item} />;
    case 'shop-not-informed':
      return <ShopNotInformed {...item} />;
    case 'item-unreadable':
      return <Unreadable {...item} onReload={onReload} />;
  }
}
