import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { About } from './about.tsx';
import { useDecision } from './decision.ts';
import { Act, Entry } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';

export function PrintUnconfirmed({ job, booking }: ItemOf<'print-unconfirmed'>) {
  const { station } = useWindowState();
  const words = text.resolve.print;
  const intent = useDecision();
  const isElsewhere = intent.failure?.code === 'label-in-other-printer';
  const name = booking?.orderKey ?? job.title;
  const state = job.state === 'held' || job.state === 'failed' ? job.state : 'print-unknown';
  const settle = (cameOut: boolean) =>
    void intent.decide(
      station.settlePrint({ jobId: job.id, cameOut, isGone: isElsewhere }),
      cameOut ? words.statusCameOut(name) : words.statusAgain(name),
    );
  return (
    <Entry
      sentence={words.sentences[state](job.role === 'label' ? words.label(name, job.piece, job.pieces) : job.title)}
      then={words.meaning[state]}
      intent={intent}
      act={
        <>
          <Act intent={intent} means="reprint" onPress={() => settle(false)}>
            {isElsewhere ? words.isGone : words.didNot}
          </Act>
          <Act intent={intent} means="save" isOther onPress={() => settle(true)}>
            {words.cameOut}
          </Act>
        </>
      }
      evidence={
        <About booking={booking} facts={[[text.resolve.state, text.resolve.prints[job.state]]]}>
          {job.detail && <p className="muted">{messageText(job.detail)}</p>}
          <p className="muted">{words.didNotHint}</p>
        </About>
      }
    />
  );
}
