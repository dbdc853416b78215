import { useState } from 'react';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { FileButton } from '../ui/file-button.tsx';
import { useWindowState } from '../window-state.ts';
import { About, Act } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { CarefulWay, type Reasons, Way, Ways } from './settle-form.tsx';

interface LabelMissingProps {
  readonly booking: ItemOf<'label-doubtful'>['booking'];
  readonly missing: NonNullable<ItemOf<'label-doubtful'>['missing']>;
}

/** A paid parcel whose label never came, or came in a form that cannot be printed. */
export function LabelMissing({ booking, missing: { instead } }: LabelMissingProps) {
  const { station } = useWindowState();
  const words = text.resolve.labelMissing;
  const intent = useDecision();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const { id: bookingId, orderKey } = booking;
  const take = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    await intent.decide(station.takeLabelFile({ bookingId, bytes }), words.statusFile(orderKey));
  };
  return (
    <>
      <About booking={booking} what={words.what} intent={intent}>
        {instead && <p className="about-reason">{messageText({ code: 'answer-label-unread', ...instead })}</p>}
      </About>
      <Ways>
        <Way icon="done" title={words.again} hint={words.againHint}>
          <p className="muted">{words.fileHint}</p>
          <div className="row">
            <Act
              intent={intent}
              means="check"
              onPress={() => void intent.decide(station.confirmLabel({ bookingId, isRight: true }), words.statusAgain(orderKey))}
            >
              {words.again}
            </Act>
            <FileButton isSmall isDisabled={intent.isBusy} onFiles={(files) => void take(files)}>
              {words.file}
            </FileButton>
          </div>
        </Way>
        <CarefulWay
          title={text.resolve.label.setAside}
          hint={text.resolve.label.wrongHint}
          given={given}
          onChange={setGiven}
          isBusy={intent.isBusy}
          onSettle={() =>
            void intent.decide(
              station.closeLabel({ bookingId, reason: given.reason.trim(), pin: given.pin }),
              text.resolve.label.statusAside(orderKey),
            )
          }
        />
      </Ways>
    </>
  );
}
