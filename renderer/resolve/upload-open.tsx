import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { UploadMessage } from '../ui/upload-message.tsx';
import { useWindowState } from '../window-state.ts';
import { About, Act, HoldAct } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { Way, Ways } from './settle-form.tsx';

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
    <>
      <About booking={booking} what={words.what} intent={intent}>
        <Facts
          facts={[
            [text.resolve.file, upload.name],
            [text.resolve.state, text.resolve.uploadStates[upload.state]],
            upload.message
              ? [upload.state === 'rejected' ? text.resolve.message : text.resolve.why, <UploadMessage key="message" upload={upload} />]
              : undefined,
          ]}
        />
      </About>
      <Ways>
        <Way icon="done" title={words.arrived} hint={text.track.documents[upload.documentType]}>
          <Act intent={intent} means="save" onPress={() => settle('it-arrived')}>
            {words.arrived}
          </Act>
        </Way>
        <Way icon="stop" title={words.again} hint={words.againHint}>
          <HoldAct intent={intent} onHeld={() => settle('send-again')}>
            {words.again}
          </HoldAct>
        </Way>
      </Ways>
    </>
  );
}
