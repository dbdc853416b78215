import { useState } from 'react';
import type { ResolveItem } from '../../shared/ipc.ts';
import { parcelsOf } from '../../shared/pickup.ts';
import { Sheets } from '../ship/sheet-picture.tsx';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { attachFile } from '../track/customs-document.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { PrintRemark } from '../ui/print-remark.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Way, Ways } from './settle-form.tsx';

/** A document that a person has to handle: one in an unexpected form, or an invoice that was never provided. */
export function PaperDue({ ownerId, paper, why, format, booking, pickup }: Extract<ResolveItem, { kind: 'paper-due' }>) {
  const { station } = useWindowState();
  const words = text.resolve.paper;
  const { send, decide, failure, isBusy } = useDecision();
  const name = booking?.orderKey ?? pickup?.courierName ?? '';
  const [savedAs, setSavedAs] = useState('');
  const which = { ownerId, paper };
  const isInvoice = paper === 'invoice';
  const save = async () => setSavedAs((await send(station.savePaper(which)))?.file ?? '');
  const close = () => void decide(station.closePaper(which), isInvoice ? words.statusGiven(name) : words.statusClosed(name));
  const canPrint = !isInvoice && format !== null && format !== 'OTHER';
  return (
    <>
      <FailureNote failure={failure} />
      <div className={canPrint ? 'about-label' : ''}>
        <section className="card col about">
          {booking && <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />}
          <p className="about-what">{words.what[paper]}</p>
          {why && <p className="muted">{messageText(why)}</p>}
          {pickup && (
            <Facts
              facts={[
                [text.pickup.resultCollection, pickup.collectionNo],
                [text.pickup.resultParcels, parcelsOf(pickup)],
              ]}
            />
          )}
          {canPrint && savedAs && <p className="muted small">{words.saved(savedAs)}</p>}
        </section>
        {canPrint && (
          <Sheets
            id={`${paper} ${ownerId}`}
            title={paper === 'slip' ? words.slipTitle : paper === 'enclosure' ? words.enclosureTitle : words.title}
            ask={() => station.drawPaper(which)}
          />
        )}
      </div>
      <Ways>
        {canPrint && (
          <Way icon="done" title={words.print} hint={words.printHint}>
            <div className="row">
              <Button
                kind="primary"
                isSmall
                means="save"
                commits
                isDisabled={isBusy}
                onPress={() => void decide(station.printPaper(which), words.statusPrinted(name))}
              >
                {words.print}
              </Button>
              <Button kind="quiet" isSmall isDisabled={isBusy} onPress={() => void save()}>
                {words.save}
              </Button>
            </div>
          </Way>
        )}
        {!canPrint && !isInvoice && (
          <Way icon="done" title={words.save} hint={words.saveHint}>
            {savedAs && (
              <p>
                <PrintRemark remark={savedAs} />
              </p>
            )}
            <Button kind="primary" isSmall means="save" commits isDisabled={isBusy} onPress={() => void save()}>
              {words.save}
            </Button>
          </Way>
        )}
        {isInvoice && (
          <Way icon="done" title={words.attach} hint={words.attachHint}>
            <FileButton
              kind="primary"
              isSmall
              means="save"
              isDisabled={isBusy}
              onFiles={(files) => void attachFile(station, send, { bookingId: ownerId }, 'Customs Invoice', files)}
            >
              {words.attach}
            </FileButton>
          </Way>
        )}
        <Way icon="stop" title={isInvoice ? words.given : words.close} hint={isInvoice ? words.givenHint : words.closeHint}>
          <HoldButton isSmall isDisabled={isBusy} onHeld={close}>
            {isInvoice ? words.given : words.close}
          </HoldButton>
        </Way>
      </Ways>
    </>
  );
}
