import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { FileButton } from '../ui/file-button.tsx';
import { useWindowState } from '../window-state.ts';
import { About } from './about.tsx';
import { useDecision } from './decision.ts';
import { Act, Entry } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { CarefulWay } from './settle-form.tsx';

interface LabelMissingProps {
  readonly booking: ItemOf<'label-doubtful'>['booking'];
  readonly missing: NonNullable<ItemOf<'label-doubtful'>['missing']>;
}

/** A paid parcel whose label never came, or came in a form that cannot be printed. */
export function LabelMissing({ booking, missing: { instead } }: LabelMissingProps) {
  const { station } = useWindowState();
  const words = text.resolve.labelMissing;
  const intent = useDecision();
  const { id: bookingId, orderKey } = booking;
  const take = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    await intent.decide(station.takeLabelFile({ bookingId, bytes }), words.statusFile(orderKey));
  };
  return (
    <Entry
      sentence={words.sentence(orderKey)}
      then={words.what}
      intent={intent}
      act={
        <Act
          intent={intent}
          means="check"
          onPress={() => void intent.decide(station.confirmLabel({ bookingId, isRight: true }), words.statusAgain(orderKey))}
        >
          {words.again}
        </Act>
      }
      evidence={
        <>
          <About booking={booking} />
          <p className="muted">{words.againHint}</p>
          <CarefulWay
            title={text.resolve.label.setAside}
            hint={text.resolve.label.wrongHint}
            isBusy={intent.isBusy}
            onSettle={(given) => void intent.decide(station.closeLabel({ bookingId, ...given }), text.resolve.label.statusAside(orderKey))}
          />
        </>
      }
    >
      {instead && <p className="generated-text">{messageText({ code: 'answer-label-unread', ...instead })}</p>}
      <FileButton isSmall isDisabled={intent.isBusy} onFiles={(files) => void take(files)}>
        {words.file}
      </FileButton>
      <p className="muted">{words.fileHint}</p>
    </Entry>
  );
}
