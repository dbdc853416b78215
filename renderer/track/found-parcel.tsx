import { type ReactNode, useState } from 'react';
import { type Booking, truthOf } from '../../shared/booking.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import type { CallReply } from '../../shared/ipc.ts';
import { ordersShown } from '../../shared/joined.ts';
import { isPartlyOnParcels, labelsToPlace, piecesMissing } from '../../shared/pieces.ts';
import { bareNumber } from '../../shared/scan.ts';
import type { TrackingEvent } from '../../shared/tracking.ts';
import { type Intent } from '../query.ts';
import { UsualPrinterButton } from '../ship/label-printer.tsx';
import { serialFacts } from '../ship/serials.ts';
import { dayText, momentText, numberText, whenText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Truths } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, Facts } from '../ui/card.tsx';
import { FailureNote, LookNote } from '../ui/failure-note.tsx';
import { Segment } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Reading } from '../ui/reading.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { useWindowState } from '../window-state.ts';
import { CustomsDocument } from './customs-document.tsx';

export type Found = CallReply<'track'>;
type TrackedItem = Found['tracked']['items'][number];

/** True if a label cannot be compared with an order. Printing it needs a separate confirmation, with another key. */
export const isLabelAsked = ({ failure }: Intent): boolean => failure?.code === 'label-not-compared';

interface FoundParcelProps {
  /** The number that was looked up. If it belongs to one parcel, that parcel is shown. */
  readonly asked: string;
  readonly found: Found;
  readonly failure: Parameters<typeof FailureNote>[0]['failure'];
  /** Looks the same number up again after a change. */
  readonly onAsked: () => void;
  readonly intent: Intent;
  readonly children: ReactNode;
}

export function FoundParcel({ asked, found, failure, onAsked, intent, children }: FoundParcelProps) {
  const { booking, tracked, uploads } = found;
  const { station } = useWindowState();
  const words = text.track;
  const [itemNo, setItemNo] = useState(() => (parcelOf(tracked, asked) ?? tracked.items[0])?.itemNo ?? '');
  const [link, setLink] = useState<CallReply<'openTrackingLink'> | null>(null);
  const [isAttaching, setAttaching] = useState(false);
  const item = tracked.items.find((each) => each.itemNo === itemNo) ?? tracked.items[0];
  const of = booking && booking.bench === undefined ? { bookingId: booking.id } : { orderNo: tracked.orderNo };
  const isAskedFor = isLabelAsked(intent);
  const gone = intent.failure?.code === 'label-printer-gone' ? intent.failure : null;
  const print = () =>
    void intent.send(
      booking ? station.reprint({ bookingId: booking.id }) : station.printForeignLabel({ orderNo: tracked.orderNo, isSure: isAskedFor }),
    );
  const openLink = async (host: string) => {
    const answer = await intent.send(station.openTrackingLink({ orderNo: tracked.orderNo, itemNo: item?.itemNo ?? '', host }));
    if (answer) setLink(answer);
  };
  const pick = (picked: string) => {
    setItemNo(picked);
    setLink(null);
  };
  return (
    <>
      <TrackedParcel found={found} item={item} onPick={pick} />
      <div className="col track-side">
        {isAskedFor ? (
          <LookNote what={words.notCompared} next={words.notComparedNext} />
        ) : gone ? (
          <LookNote what={words.printerGone(gone.detail)} next={words.printerGoneNext} isAlert />
        ) : (
          <FailureNote failure={intent.failure ?? failure} />
        )}
        <Reading intent={intent} />
        {isAttaching ? (
          <CustomsDocument of={of} uploads={uploads} onAttached={onAsked} onClose={() => setAttaching(false)} />
        ) : (
          <>
            <section className="card track-facts">
              <ParcelFacts found={found} item={item} />
              {!booking && <p className="muted small">{words.notOurs}</p>}
              <div className="track-acts">
                {item?.link && (
                  <CourierLink courier={tracked.courierName} link={link} isLocked={intent.isBusy || isAskedFor} onOpen={openLink} />
                )}
                {booking && <UsualPrinterButton booking={booking} failure={gone} intent={intent} isSmall />}
                {!gone && (
                  <Button
                    kind={isAskedFor ? 'stop' : 'quiet'}
                    isSmall
                    means={isAskedFor ? 'save' : commandKeys.REPRINT}
                    isDisabled={intent.isBusy}
                    onPress={print}
                  >
                    {isAskedFor ? words.printForeign : booking ? words.reprint : words.printLabel}
                  </Button>
                )}
                <Button kind="quiet" isSmall onPress={() => setAttaching(true)}>
                  {words.attach}
                </Button>
                {booking && booking.bench === undefined && <HistoryButton bookingId={booking.id} isSmall />}
              </div>
              {booking?.papersDue.includes('invoice') && (
                <p className="field-error">
                  <Icon name="look" />
                  {words.invoiceDue}
                </p>
              )}
              {uploads.length > 0 && <UploadLine count={uploads.length} state={words.uploads[uploads[0]?.state ?? 'waiting']} />}
            </section>
            {children}
          </>
        )}
      </div>
    </>
  );
}

interface CourierLinkProps {
  readonly courier: string;
  /** Host of the link, once it was read, and whether its page was opened. */
  readonly link: CallReply<'openTrackingLink'> | null;
  readonly isLocked: boolean;
  /** Opens the page of this host; with an empty one it only reads which host that is. */
  readonly onOpen: (host: string) => Promise<void>;
}

/** The courier's page of the parcel. The service wrote the link, so the packer reads its host before a browser opens it. */
function CourierLink({ courier, link, isLocked, onOpen }: CourierLinkProps) {
  const words = text.track;
  if (link && !link.isOpen)
    return (
      <div className="col">
        <p>
          {words.leadsTo} <b className="mono">{link.host}</b>
        </p>
        <Button kind="primary" isSmall means="save" isDisabled={isLocked} onPress={() => void onOpen(link.host)}>
          {words.openHost}
        </Button>
      </div>
    );
  return (
    <Button isSmall isDisabled={isLocked} onPress={() => void onOpen('')}>
      <Icon name="link" />
      {words.open(courier)}
      {link && <span className="muted small">{words.opened(link.host)}</span>}
    </Button>
  );
}

interface TrackedParcelProps {
  readonly found: Found;
  readonly item: TrackedItem | undefined;
  readonly onPick: (itemNo: string) => void;
}

/** The recipient, the status and the events of one parcel; all parcels of the order to choose from. */
function TrackedParcel({ found: { booking, tracked }, item, onPick }: TrackedParcelProps) {
  const words = text.track;
  const events = newestFirst(item?.events ?? []);
  const arrival = booking?.service?.arrival ? whenText(booking.service.arrival) : undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
    <section className="card col track-found" tabIndex={0} aria-label={words.found}>
      <div className="row track-head">
        {booking && <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} className="grow" shape="small" />}
        <div className="track-status push">
          <p className="track-word">{item?.status || tracked.status}</p>
          {item && tracked.status && tracked.status !== item.status && <p className="muted">{words.wholeOrder(tracked.status)}</p>}
          {arrival && <p className="muted">{words.arrival(`${arrival.day} ${arrival.time}`)}</p>}
        </div>
      </div>
      {tracked.items.length > 1 && (
        <Segment
          label={words.items}
          options={tracked.items.map((each, index) => ({ id: each.itemNo, name: words.item(index + 1) }))}
          value={item?.itemNo ?? null}
          onChange={onPick}
        />
      )}
      {events.length === 0 && (
        <Empty icon="truck" title={words.noEventsTitle}>
          {words.noEvents}
        </Empty>
      )}
      <ol className="timeline grow">
        {events.map((event, index) => (
          <li key={`${event.at}-${event.status}-${event.courierStatus}`} className={index === 0 ? 'is-new' : ''}>
            <i className="dot" />
            <time>{shortTime(event.at)}</time>
            <div>
              <b>{event.status}</b>
              <span>{[event.courierStatus, event.location, event.signer].filter(Boolean).join(', ')}</span>
            </div>
          </li>
        ))}
        {booking && (
          <li>
            <i className="dot" />
            <time>{shortMoment(booking.openedAt)}</time>
            <div>
              <b>{words.scanned}</b>
              <span>{booking.packer && words.by(booking.packer)}</span>
            </div>
          </li>
        )}
      </ol>
    </section>
  );
}

function ParcelFacts({ found: { booking, tracked }, item }: Pick<TrackedParcelProps, 'found' | 'item'>) {
  const words = text.track;
  const signer = newestFirst(item?.events ?? []).find((event) => event.signer)?.signer;
  return (
    <Facts
      facts={[
        booking
          ? [words.order, <Mono key="order">{ordersShown(booking)}</Mono>]
          : [words.serviceOrder, <Mono key="no">{tracked.orderNo}</Mono>],
        ...(booking?.bench === undefined ? [] : ([[words.bench, text.frame.atBench(booking.bench)]] as const)),
        [
          words.service,
          <span key="service" className="data">
            {`${tracked.courierName} ${tracked.serviceName}`.trim()}
          </span>,
        ],
        [words.consignment, <Mono key="consignment">{numberText(tracked.consignmentNo)}</Mono>],
        ...(booking && labelsToPlace(booking) > 1
          ? ([[words.labels, <Truths key="labels" booking={booking} label={labelsWords(booking)} />]] as const)
          : []),
        ...(booking ? serialFacts(booking.order) : []),
        [words.tracking, <Mono key="tracking">{numberText(item?.trackingNo ?? '') || words.none}</Mono>],
        [
          words.signer,
          signer ?? (
            <span key="signer" className="muted">
              {words.noSigner}
            </span>
          ),
        ],
      ]}
    />
  );
}

/** How far the labels of several parcels are, and which of them is missing on its parcel if others are there. */
function labelsWords(booking: Booking): string {
  const of = labelsToPlace(booking);
  if (!isPartlyOnParcels(booking)) return text.pieces.all(of, text.frame.truths[truthOf(booking)]);
  const missing = piecesMissing(booking).map(({ no }) => String(no));
  return text.pieces.onParcelBut(of - missing.length, of, missing);
}

function UploadLine({ count, state }: { count: number; state: string }) {
  return (
    <p className="muted small">
      {text.track.attachTitle} {count > 1 ? `${count} · ` : '· '}
      {state}
    </p>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>;
}

const parcelOf = ({ items }: Found['tracked'], number: string) =>
  items.find(({ trackingNo, itemNo }) => [trackingNo, itemNo].some((each) => each !== '' && bareNumber(each) === bareNumber(number)));

/** Sorted by their own times if all of them begin with a date; else as the service listed them. */
function newestFirst(events: readonly TrackingEvent[]): readonly TrackingEvent[] {
  return events.every(({ at }) => /^\d{4}-\d{2}-\d{2}/.test(at)) ? events.toSorted((one, other) => other.at.localeCompare(one.at)) : events;
}

/** `2026-11-19 13:12` as `19 Nov 13:12`: without the weekday, the rest as the service wrote it. */
function shortTime(at: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(at) ?? [];
  return day && time ? `${dayText(day).replace(/^\S+ /, '')} ${time}` : at;
}

export const shortMoment = (utc: string): string => momentText(utc).replace(/^\S+ /, '').replace(',', '');
