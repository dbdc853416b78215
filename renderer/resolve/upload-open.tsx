import { text } from '../text/text.ts';
import { UploadMessage } from '../ui/upload-message.tsx';
import { useWindowState } from '../window-state.ts';
import { About } from './about.tsx';
import { useDecision } from './decision.ts';
import { Act, Entry, HoldAct } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';

export function UploadOpen({ upload, booking }: ItemOf<'upload-open'>) {
  const { station } = useWindowState();
  const words = text.resolve.upload;
  const intent = useDecision();
  const name = booking?.orderKey ?? upload.orderNo;
  const settle = (act: 'send-again' | 'it-arrived') =>
    void intent.decide(
      station.settleUpload({ uploadId: upload.id, act }),
      act === 'it-arrived' ? words.statusArrived(name) : words.statusAgain(name),
    );
  return (
    <Entry
      sentence={upload.state === 'rejected' ? words.sentenceRefused(name) : words.sentence(name)}
      then={words.what}
      intent={intent}
      act={
        <Act intent={intent} means="save" onPress={() => settle('it-arrived')}>
          {words.arrived}
        </Act>
      }
      evidence={
        <>
          <About
            booking={booking}
            facts={[
              [text.resolve.file, upload.name],
              [text.resolve.state, text.resolve.uploadStates[upload.state]],
            ]}
          />
          <UploadMessage upload={upload} />
          <HoldAct intent={intent} hint={words.againHint} onHeld={() => settle('send-again')}>
            {words.again}
          </HoldAct>
        </>
      }
    />
  );
}
