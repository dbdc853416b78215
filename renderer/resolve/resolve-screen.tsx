import './resolve.css';
import { useState } from 'react';
import type { ResolveItem } from '../../shared/ipc.ts';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { ChangedAfterBooking } from './changed-after-booking.tsx';
import { DecidedContext } from './decision.ts';
import { askOf, detailOf, keyOf, kindOf } from './entry-words.ts';
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

const iconOf: Record<ResolveItem['kind'], IconName> = {
  'journal-restored': 'stop',
  'booking-on-its-way': 'working',
  'booking-unknown': 'question',
  'pickup-unknown': 'truck',
  'print-unconfirmed': 'printer',
  'label-doubtful': 'search',
  'paper-due': 'document',
  'upload-open': 'document',
  'row-unreadable': 'list',
  'changed-too-late': 'parcel',
  'put-aside': 'parcel',
  'item-unreadable': 'look',
  'webhook-not-understood': 'link',
  'shop-not-informed': 'link',
};

/** Unfinished items, each with its one next action. */
export function ResolveScreen() {
  const { station } = useWindowState();
  const words = text.resolve;
  const list = useQuery('toResolve', () => station.toResolve({}), []);
  const { send, failure } = useIntent();
  const [last, setLast] = useState<ResolveItem | null>(null);
  /** Keys of all entries when the picked one was last listed. */
  const [beside, setBeside] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState('');
  const wanted = useShown(({ bookingToResolve }) => bookingToResolve);
  const items = list.value ?? [];
  const isWanted = (item: ResolveItem): boolean => wanted !== null && 'booking' in item && item.booking?.id === wanted;
  const first = items.find(isWanted) ?? items[0];
  if (last === null && first) setLast(first);
  const isLast = (item: ResolveItem): boolean => last !== null && keyOf(item) === keyOf(last);
  const keys = items.map(keyOf);
  if (items.some(isLast) && keys.join() !== beside.join()) setBeside(keys);
  /** The entry's successor: a new entry of the same shipment. */
  const after = items.find((item) => last !== null && isOfSame(item, last) && !beside.includes(keyOf(item)));
  // After a decision, no other entry takes the place: the key that closed it, pressed again, would act on that entry.
  const picked = last === null ? first : (items.find(isLast) ?? (decided === '' ? after : undefined));
  const isClosed = last !== null && !picked && list.value !== undefined;
  const show = (item: ResolveItem | undefined): void => {
    setLast(item ?? null);
    setDecided('');
  };
  const pick = (key: string): void => show(items.find((item) => keyOf(item) === key));
  return (
    <>
      <Band size="compact" {...bandOf()} />
      {items.length > 0 ? (
        <div className="body resolve">
          <Card
            isFlush
            className="col resolve-list"
            title={words.open(items.length)}
            aside={
              <Button kind="quiet" isSmall onPress={() => void send(station.exportResolve({}))}>
                {text.orders.export}
              </Button>
            }
          >
            <PickList
              label={words.title}
              items={items}
              keyOf={keyOf}
              nameOf={(item) => `${kindOf(item)} ${detailOf(item)}`}
              picked={picked ? keyOf(picked) : null}
              onPick={pick}
            >
              {(item) => (
                <>
                  <Icon name={iconOf[item.kind]} />
                  <span className="what grow">
                    <b>{kindOf(item)}</b>
                    <span>{detailOf(item)}</span>
                  </span>
                </>
              )}
            </PickList>
            {picked && <Steps items={items} picked={picked} onPick={pick} />}
          </Card>
          <div className="col">
            <FailureNote failure={failure ?? list.failure} {...(!failure && { onRetry: list.reload })} />
            {picked && (
              <DecidedContext value={setDecided}>
                <ItemView key={keyOf(picked)} item={picked} onReload={list.reload} />
              </DecidedContext>
            )}
            {isClosed && first && (
              <section className="card resolve-empty">
                <Empty icon="tick" title={decided || words.closed}>
                  {words.stillOpen(items.length)}
                </Empty>
                <Button means="accept" onPress={() => show(after ?? first)}>
                  {words.showNext}
                </Button>
              </section>
            )}
          </div>
        </div>
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
    if (picked) return { state: 'look', message: askOf(picked) };
    if (list.failure && !list.value) return { state: 'look', message: text.failures[list.failure.code].what };
    if (!list.value) return { state: 'ready', message: words.statusReading };
    return isClosed ? { state: 'done', message: decided || words.closed } : { state: 'ready', message: words.statusNothing };
  }
}

/** A booking whose entry changed kind: its answer came, or its label needs a decision now. */
const isOfSame = (one: ResolveItem, other: ResolveItem): boolean =>
  'booking' in one && 'booking' in other && one.booking !== null && one.booking.id === other.booking?.id;

/** Steps to the previous and the next entry, if the list is folded to one row. */
function Steps({ items, picked, onPick }: { items: readonly ResolveItem[]; picked: ResolveItem; onPick: (key: string) => void }) {
  const words = text.resolve;
  const at = items.indexOf(picked);
  const step = (label: string, to: ResolveItem | undefined, sign: string) => (
    <Button isSmall label={label} isDisabled={to === undefined} onPress={() => to && onPick(keyOf(to))}>
      {sign}
    </Button>
  );
  return (
    <div className="resolve-steps">
      <span className="muted num">{words.at(at + 1, items.length)}</span>
      {step(words.before, items[at - 1], '↑')}
      {step(words.next, items[at + 1], '↓')}
    </div>
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
