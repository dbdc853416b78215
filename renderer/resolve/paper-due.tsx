import { useState } from 'react';
import type { ResolveItem } from '../../shared/ipc.ts';
import { parcelsOf } from '../../shared/pickup.ts';
import { Sheets } from '../ship/sheet-picture.tsx';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { attachFile } from '../track/customs-document.tsx';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { PrintRemark } from '../ui/print-remark.tsx';
import { useWindowState } from '../window-state.ts';
import { About } from './about.tsx';
import { useDecision } from './decision.ts';
import { Act, Entry, HoldAct, useIsFramed } from './entry.tsx';

/** A document that a person has to handle: one in an unexpected form, or an invoice that was never provided. */
export function PaperDue({ ownerId, paper, why, format, booking, pickup }: Extract<ResolveItem, { kind: 'paper-due' }>) {
  const { station } = useWindowState();
  const words = text.resolve.paper;
  const intent = useDecision();
  const isFramed = useIsFramed();
  const { send, decide, isBusy } = intent;
  const name = booking?.orderKey ?? pickup?.courierName ?? '';
  const [savedAs, setSavedAs] = useState('');
  const which = { ownerId, paper };
  const isInvoice = paper === 'invoice';
  const save = async () => setSavedAs((await send(station.savePaper(which)))?.file ?? '');
  const close = () => void decide(station.closePaper(which), isInvoice ? words.statusGiven(name) : words.statusClosed(name));
  const canPrint = !isInvoice && format !== null && format !== 'OTHER';
  return (
    <Entry
      sentence={words.sentences[paper](name)}
      then={words.meaning[paper]}
      intent={intent}
      act={
        canPrint ? (
          <Act
            intent={intent}
            means="save"
            opens={words.look}
            onPress={() => void decide(station.printPaper(which), words.statusPrinted(name))}
          >
            {words.print}
          </Act>
        ) : isInvoice ? (
          <FileButton
            kind={isFramed ? 'primary' : 'plain'}
            isSmall
            means={isFramed ? 'save' : undefined}
            isDisabled={isBusy}
            onFiles={(files) => void attachFile(station, send, { bookingId: ownerId }, 'Customs Invoice', files)}
          >
            {words.attach}
          </FileButton>
        ) : (
          <Act intent={intent} means="save" onPress={() => void save()}>
            {words.save}
          </Act>
        )
      }
      evidence={
        <>
          <About
            booking={booking}
            facts={
              pickup
                ? [
                    [text.pickup.resultCollection, pickup.collectionNo],
                    [text.pickup.resultParcels, parcelsOf(pickup)],
                  ]
                : []
            }
          />
          {isInvoice && <p className="muted">{words.attachHint}</p>}
          <HoldAct intent={intent} hint={isInvoice ? words.givenHint : words.closeHint} onHeld={close}>
            {isInvoice ? words.given : words.close}
          </HoldAct>
        </>
      }
      picture={
        canPrint && (
          <Sheets
            id={`${paper} ${ownerId}`}
            title={paper === 'slip' ? words.slipTitle : paper === 'enclosure' ? words.enclosureTitle : words.title}
            ask={() => station.drawPaper(which)}
          />
        )
      }
    >
      {why && <p className="muted">{messageText(why)}</p>}
      {canPrint && (
        <Button kind="quiet" isSmall isDisabled={isBusy} onPress={() => void save()}>
          {words.save}
        </Button>
      )}
      {savedAs && (
        <p>
          <PrintRemark remark={savedAs} />
        </p>
      )}
      {!canPrint && !isInvoice && <p className="muted">{words.saveHint}</p>}
    </Entry>
  );
}
