import { type ReactNode, useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import { questionedIn } from '../../shared/label.ts';
import { type Intent, useIntent } from '../query.ts';
import { countedFacts } from '../ship/confirm-label.tsx';
import { BookedLabel } from '../ship/sheet-picture.tsx';
import { momentText, numberText, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { To } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { UploadSaid } from '../ui/upload-said.tsx';
import { useWindowState } from '../window-state.ts';
import { NotSo, Raw, type Reasons, Way, Ways } from './settle-form.tsx';

type Item<K extends ResolveItem['kind']> = Extract<ResolveItem, { kind: K }>;

/** What is known of the shipment, and why it stands here. */
function About({ booking, what, intent, children }: { booking: Booking | null; what: string; intent: Intent; children?: ReactNode }) {
  const words = text.resolve;
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        {booking && (
          <div className="about-facts">
            <div className="row about-to">
              <To address={booking.order.recipient} shape="small" />
              <HistoryButton bookingId={booking.id} isSmall />
            </div>
            <Facts
              facts={[
                [words.time, momentText(booking.changedAt)],
                booking.service ? [words.service, `${booking.service.courierName} ${booking.service.serviceName}`] : undefined,
                booking.consignmentNo
                  ? [
                      words.consignment,
                      <span key="no" className="mono">
                        {numberText(booking.consignmentNo)}
                      </span>,
                    ]
                  : undefined,
                booking.packer ? [words.packer, booking.packer] : undefined,
              ]}
            />
          </div>
        )}
        <p className="about-what">{what}</p>
        {children}
      </section>
    </>
  );
}

interface ActProps {
  readonly intent: Intent;
  readonly keyName: 'F7' | 'F10';
  readonly isCareful?: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

/** The button that closes the item. None of them can be pressed by what a barcode types. */
function Act({ intent, keyName, isCareful, onPress, children }: ActProps) {
  return (
    <Button kind={isCareful ? 'stop' : 'primary'} isSmall keyName={keyName} commits isDisabled={intent.isBusy} onPress={onPress}>
      {children}
    </Button>
  );
}

export function PrintUnconfirmed({ job, booking }: Item<'print-unconfirmed'>) {
  const { station } = useWindowState();
  const words = text.resolve.print;
  const intent = useIntent();
  const isElsewhere = intent.failure?.code === 'label-in-other-printer';
  const settle = (cameOut: boolean) => void intent.send(station.settlePrint({ jobId: job.id, cameOut, isGone: isElsewhere }));
  return (
    <>
      <About
        booking={booking}
        what={words.what[job.state === 'held' || job.state === 'failed' ? job.state : 'print-unknown']}
        intent={intent}
      >
        {job.detail && <p className="muted">{job.detail}</p>}
      </About>
      <Ways>
        <Way icon="done" title={words.cameOut} told={`${job.title}, ${text.resolve.piece(job.piece, job.pieces)}`}>
          <Act intent={intent} keyName="F7" onPress={() => settle(true)}>
            {words.cameOut}
          </Act>
        </Way>
        <Way icon="stop" title={words.didNot} told={words.didNotTold}>
          <Act intent={intent} keyName="F10" isCareful onPress={() => settle(false)}>
            {isElsewhere ? words.isGone : words.didNot}
          </Act>
        </Way>
      </Ways>
    </>
  );
}

export function LabelDoubtful({ booking }: Item<'label-doubtful'>) {
  const { station } = useWindowState();
  const words = text.resolve.label;
  const intent = useIntent();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const settle = (isRight: boolean) => void intent.send(station.confirmLabel({ bookingId: booking.id, isRight }));
  const { verdict } = booking;
  const isOther = verdict?.kind === 'other';
  const isHeldBack = verdict?.kind === 'held-back';
  const asked = questionedIn(verdict);
  const counted = asked?.kind === 'wrong-number' ? asked : undefined;
  const printWords = isHeldBack ? text.ship.labelAfterAll : counted ? text.ship.labelsRight : words.isRight;
  return (
    <>
      <div className="about-label">
        <div className="col">
          <About booking={booking} what={whatOf()} intent={intent}>
            {asked?.kind === 'cannot-compare' && <p className="muted">{asked.why}</p>}
            {counted && <Facts facts={countedFacts(counted)} />}
            {isOther && (
              <Raw label={words.found} isShown>
                {verdict.found.join('\n')}
              </Raw>
            )}
          </About>
        </div>
        <BookedLabel booking={booking} />
      </div>
      <Ways>
        {!isOther && (
          <Way icon="done" title={printWords} told={booking.order.recipient.name}>
            <Act intent={intent} keyName="F7" onPress={() => settle(true)}>
              {printWords}
            </Act>
          </Way>
        )}
        {isOther || isHeldBack ? (
          <NotSo
            title={words.setAside}
            told={words.wrongTold}
            given={given}
            onChange={setGiven}
            isBusy={intent.isBusy}
            onSettle={() => void intent.send(station.setLabelAside({ bookingId: booking.id, reason: given.reason.trim(), pin: given.pin }))}
          />
        ) : (
          <Way icon="stop" title={counted ? text.ship.labelsWrong : text.ship.labelWrong} told={words.heldTold}>
            <Act intent={intent} keyName="F10" isCareful onPress={() => settle(false)}>
              {counted ? text.ship.labelsWrong : text.ship.labelWrong}
            </Act>
          </Way>
        )}
      </Ways>
    </>
  );

  function whatOf(): string {
    if (isOther) return words.otherTold;
    if (isHeldBack) return text.ship.labelHeldBackHint;
    if (counted) return `${text.ship.labelsToCount(counted)}. ${text.ship.labelsToCountHint(counted)}`;
    if (asked?.kind === 'home-address') return text.ship.labelOfHomeHint;
    return verdict?.kind === 'match' ? words.kept : words.what;
  }
}

export function UploadOpen({ upload, booking }: Item<'upload-open'>) {
  const { station } = useWindowState();
  const words = text.resolve.upload;
  const intent = useIntent();
  const settle = (act: 'send-again' | 'it-arrived') => void intent.send(station.settleUpload({ uploadId: upload.id, act }));
  return (
    <>
      <About booking={booking} what={words.what} intent={intent}>
        <Facts
          facts={[
            [text.resolve.file, upload.name],
            [text.resolve.state, text.resolve.uploadStates[upload.state]],
            upload.said
              ? [upload.state === 'rejected' ? text.resolve.said : text.resolve.why, <UploadSaid key="said" upload={upload} />]
              : undefined,
          ]}
        />
      </About>
      <Ways>
        <Way icon="done" title={words.arrived} told={text.track.documents[upload.documentType]}>
          <Act intent={intent} keyName="F7" onPress={() => settle('it-arrived')}>
            {words.arrived}
          </Act>
        </Way>
        <Way icon="stop" title={words.again} told={words.againTold}>
          <Act intent={intent} keyName="F10" isCareful onPress={() => settle('send-again')}>
            {words.again}
          </Act>
        </Way>
      </Ways>
    </>
  );
}

export function RowUnreadable({ id, problem }: Item<'row-unreadable'>) {
  const { station, correctRow } = useWindowState();
  const words = text.resolve.row;
  const intent = useIntent();
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-reason">{problem.reason}</p>
        <p className="muted">{words.what}</p>
        <Raw label={words.row}>{problem.row}</Raw>
      </section>
      <div className="row about-acts">
        <Act intent={intent} keyName="F10" isCareful onPress={() => void intent.send(station.dismissRow({ id }))}>
          {words.dismiss}
        </Act>
        <span className="push" />
        <Act intent={intent} keyName="F7" onPress={() => correctRow(id)}>
          {words.correct}
        </Act>
      </div>
    </>
  );
}

export function WebhookNotUnderstood({ delivery }: Item<'webhook-not-understood'>) {
  const { station } = useWindowState();
  const words = text.resolve.webhook;
  const intent = useIntent();
  const size = wholeNumber(delivery.sizeBytes);
  const close = (all: boolean) => void intent.send(station.dismissDelivery({ id: delivery.id, all }));
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-what">{words.what}</p>
        <p className="muted">{delivery.others > 0 ? words.many : words.test}</p>
        <Facts
          facts={[
            [text.resolve.time, momentText(delivery.receivedAt)],
            [words.form, delivery.contentType || words.noForm],
            [words.size, words.bytes(size)],
          ]}
        />
        <Raw label={delivery.isWhole ? words.payload : words.beginning(size)}>{delivery.payload || words.empty}</Raw>
      </section>
      <div className="row about-acts">
        <CopyButton copies={delivery.payload} label={words.copyPayload} />
        <span className="push" />
        {delivery.others > 0 && (
          <Act intent={intent} keyName="F10" isCareful onPress={() => close(true)}>
            {words.closeAll(delivery.others + 1)}
          </Act>
        )}
        <Act intent={intent} keyName="F7" onPress={() => close(false)}>
          {words.close}
        </Act>
      </div>
    </>
  );
}

/** Nothing is known of it but what it is. One item can be closed by a person's word; of a list nobody knows what is in it. */
export function Unreadable({ of, id, ref, onReload }: Item<'item-unreadable'> & { readonly onReload: () => void }) {
  const { station } = useWindowState();
  const words = text.resolve.unreadable;
  const intent = useIntent();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-what">{id ? words.what : words.whatList}</p>
        <p>{words.next}</p>
        <p className="reference mono">{ref}</p>
      </section>
      <Ways>
        <Way icon="done" title={words.again} told={words.restart}>
          <Button kind="primary" isSmall keyName="F7" onPress={onReload}>
            {words.again}
          </Button>
        </Way>
        {id && (
          <NotSo
            title={words.close}
            told={words.closeTold}
            given={given}
            onChange={setGiven}
            isBusy={intent.isBusy}
            onSettle={() => void intent.send(station.closeUnreadable({ of, id, ...given }))}
          />
        )}
      </Ways>
    </>
  );
}

export function PutAside({ booking }: Item<'put-aside'>) {
  const { station } = useWindowState();
  const words = text.resolve.aside;
  const intent = useIntent();
  return (
    <>
      <About booking={booking} what={words.what} intent={intent}>
        <Facts facts={[[text.resolve.state, text.frame.bookingStates[booking.state]]]} />
      </About>
      <div className="row about-acts">
        <span className="push" />
        <Act intent={intent} keyName="F7" onPress={() => void intent.send(station.takeUp({ bookingId: booking.id }))}>
          {words.takeUp}
        </Act>
      </div>
    </>
  );
}
