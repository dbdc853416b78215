import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { About, Act } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { Way, Ways } from './settle-form.tsx';

export function PrintUnconfirmed({ job, booking }: ItemOf<'print-unconfirmed'>) {
  const { station } = useWindowState();
  const words = text.resolve.print;
  const intent = useDecision();
  const isElsewhere = intent.failure?.code === 'label-in-other-printer';
  const name = booking?.orderKey ?? job.title;
  const settle = (cameOut: boolean) =>
    void intent.decide(
      station.settlePrint({ jobId: job.id, cameOut, isGone: isElsewhere }),
      cameOut ? words.statusCameOut(name) : words.statusAgain(name),
    );
  return (
    <>
      <About
        booking={booking}
        what={words.what[job.state === 'held' || job.state === 'failed' ? job.state : 'print-unknown']}
        intent={intent}
      >
        {job.detail && <p className="muted">{messageText(job.detail)}</p>}
      </About>
      <Ways>
        <Way icon="done" title={words.cameOut} hint={`${job.title}, ${text.resolve.piece(job.piece, job.pieces)}`}>
          <Act intent={intent} means="save" onPress={() => settle(true)}>
            {words.cameOut}
          </Act>
        </Way>
        <Way icon="stop" title={words.didNot} hint={words.didNotHint}>
          <Act intent={intent} means="reprint" isOther onPress={() => settle(false)}>
            {isElsewhere ? words.isGone : words.didNot}
          </Act>
        </Way>
      </Ways>
    </>
  );
}
