import './resolve.css';
import { useState } from 'react';
import type { ResolveItem } from '../../shared/ipc.ts';
import { useQuery } from '../query.ts';
import { countryName, dateText, dayText, momentText, timeText, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { JournalRestored, restoredSince } from './journal-restored.tsx';
import { LabelDoubtful, PrintUnconfirmed, PutAside, RowUnreadable, Unreadable, UploadOpen, WebhookNotUnderstood } from './other-items.tsx';
import { PaperDue } from './paper-due.tsx';
import { BookingOnItsWay, BookingUnknown, PickupUnknown } from './unknown-items.tsx';

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
  'put-aside': 'parcel',
  'item-unreadable': 'look',
  'webhook-not-understood': 'link',
};

/** What could not be finished, each with its one next action. */
export function ResolveScreen() {
  const { station } = useWindowState();
  const words = text.resolve;
  const list = useQuery(() => station.toResolve({}), []);
  const [last, setLast] = useState<ResolveItem | null>(null);
  const wanted = useShown(({ bookingToResolve }) => bookingToResolve);
  const items = list.value ?? [];
  const isWanted = (item: ResolveItem): boolean => wanted !== null && 'booking' in item && item.booking?.id === wanted;
  const first = items.find(isWanted) ?? items[0];
  if (last === null && first) setLast(first);
  // What is closed gives its place to no other: the key that closed it, pressed again, would close that one too.
  const picked = last === null ? first : (items.find((item) => keyOf(item) === keyOf(last)) ?? items.find((item) => isOfSame(item, last)));
  const isClosed = last !== null && !picked && list.value !== undefined;
  const pick = (key: string): void => setLast(items.find((item) => keyOf(item) === key) ?? null);
  return (
    <>
      <Band size="compact" {...bandOf()} />
      {items.length > 0 ? (
        <div className="body resolve">
          <Card isFlush className="col resolve-list" title={words.title} aside={<span className="muted">{words.open(items.length)}</span>}>
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
            <FailureNote failure={list.failure} onRetry={list.reload} />
            {picked && <ItemView key={keyOf(picked)} item={picked} onReload={list.reload} />}
            {isClosed && first && (
              <section className="card resolve-empty">
                <Empty icon="tick" title={words.closed}>
                  {words.stillOpen(items.length)}
                </Empty>
                <Button keyName="Enter" onPress={() => setLast(first)}>
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

  function bandOf(): { state: Signal; says: string } {
    if (picked) return { state: 'look', says: askOf(picked) };
    if (list.failure) return { state: 'look', says: words.saysNothing };
    return isClosed ? { state: 'done', says: words.closed } : { state: 'ready', says: words.saysNothing };
  }
}

/** A booking whose entry became another: its answer came, or its label is asked about now. */
const isOfSame = (one: ResolveItem, other: ResolveItem): boolean =>
  'booking' in one && 'booking' in other && one.booking !== null && one.booking.id === other.booking?.id;

/** Where the list is folded to one row: to the one before and the next one. */
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
      return <LabelDoubtful {...item} />;
    case 'paper-due':
      return <PaperDue {...item} />;
    case 'upload-open':
      return <UploadOpen {...item} />;
    case 'row-unreadable':
      return <RowUnreadable {...item} />;
    case 'put-aside':
      return <PutAside {...item} />;
    case 'webhook-not-understood':
      return <WebhookNotUnderstood {...item} />;
    case 'item-unreadable':
      return <Unreadable {...item} onReload={onReload} />;
  }
}

function keyOf(item: ResolveItem): string {
  switch (item.kind) {
    case 'journal-restored':
      return item.kind;
    case 'booking-on-its-way':
    case 'booking-unknown':
    case 'label-doubtful':
    case 'put-aside':
      return `${item.kind}:${item.booking.id}`;
    case 'pickup-unknown':
      return `${item.kind}:${item.pickup.id}`;
    case 'print-unconfirmed':
      return `${item.kind}:${item.job.id}`;
    case 'paper-due':
      return `${item.kind}:${item.paper}:${item.ownerId}`;
    case 'upload-open':
      return `${item.kind}:${item.upload.id}`;
    case 'row-unreadable':
      return `${item.kind}:${item.id}`;
    case 'webhook-not-understood':
      return `${item.kind}:${item.delivery.id}`;
    case 'item-unreadable':
      return `${item.kind}:${item.of}:${item.id}`;
  }
}

const isLabelOfAnother = (item: ResolveItem): boolean => item.kind === 'label-doubtful' && item.booking.verdict?.kind === 'other';

function kindOf(item: ResolveItem): string {
  if (isLabelOfAnother(item)) return text.resolve.label.ofAnother;
  if (item.kind === 'paper-due') return text.resolve.paper.kinds[item.paper];
  return item.kind === 'print-unconfirmed' ? text.resolve.prints[item.job.state] : text.resolve.kinds[item.kind];
}

const askOf = (item: ResolveItem): string =>
  isLabelOfAnother(item)
    ? text.resolve.label.askOfAnother(nameOf(item))
    : item.kind === 'paper-due'
      ? text.resolve.paper.asks[item.paper](nameOf(item))
      : text.resolve.asks[item.kind](nameOf(item));

/** What the item is called in a sentence. */
function nameOf(item: ResolveItem): string {
  switch (item.kind) {
    case 'journal-restored':
      return restoredSince(item.restored);
    case 'pickup-unknown':
      return item.pickup.courierName;
    case 'row-unreadable':
      return item.problem.orderKey || `${item.problem.file}, ${text.resolve.line(item.problem.line)}`;
    case 'print-unconfirmed':
      return item.booking?.orderKey ?? item.job.title;
    case 'paper-due':
      return item.booking?.orderKey ?? item.pickup?.courierName ?? '';
    case 'webhook-not-understood':
      return momentText(item.delivery.receivedAt);
    case 'item-unreadable':
      return text.resolve.kinds[item.of];
    case 'upload-open':
      return item.booking?.orderKey ?? item.upload.orderNo;
    case 'booking-on-its-way':
    case 'booking-unknown':
    case 'label-doubtful':
    case 'put-aside':
      return item.booking.orderKey;
  }
}

function detailOf(item: ResolveItem): string {
  const parts = (...all: string[]) => all.filter(Boolean).join(' · ');
  switch (item.kind) {
    case 'journal-restored':
      return momentText(item.restored.restoredAt);
    case 'booking-on-its-way':
    case 'booking-unknown':
      return parts(item.booking.orderKey, timeText(item.booking.changedAt), item.booking.packer);
    case 'pickup-unknown':
      return parts(item.pickup.courierName, dayText(item.pickup.date), timeText(item.pickup.changedAt));
    case 'print-unconfirmed':
      return parts(nameOf(item), text.resolve.piece(item.job.piece, item.job.pieces), timeText(item.job.changedAt));
    case 'label-doubtful':
    case 'put-aside':
      return parts(item.booking.orderKey, item.booking.order.recipient.city, timeText(item.booking.changedAt));
    case 'paper-due':
      return parts(nameOf(item), item.pickup ? dateText(item.pickup.date) : countryName(item.booking?.order.recipient.country ?? ''));
    case 'upload-open':
      return parts(nameOf(item), countryName(item.booking?.order.recipient.country ?? ''), timeText(item.upload.changedAt));
    case 'row-unreadable':
      return parts(item.problem.orderKey, item.problem.file, text.resolve.line(item.problem.line));
    case 'item-unreadable':
      return parts(text.resolve.kinds[item.of], item.ref);
    case 'webhook-not-understood':
      return parts(momentText(item.delivery.receivedAt), text.resolve.webhook.bytes(wholeNumber(item.delivery.sizeBytes)));
  }
}
