import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { Act, HoldAct } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { Raw } from './settle-form.tsx';

export function RowUnreadable({ id, problem }: ItemOf<'row-unreadable'>) {
  const { station, correctRow } = useWindowState();
  const words = text.resolve.row;
  const intent = useDecision();
  const name = problem.orderKey || text.resolve.line(problem.line);
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-reason">{rowReasonText(problem)}</p>
        <p className="muted">{words.what}</p>
        <Raw label={words.row}>{problem.row}</Raw>
      </section>
      <div className="row about-acts">
        <HoldAct intent={intent} onHeld={() => void intent.decide(station.dismissRow({ id }), words.statusDismissed(name))}>
          {words.dismiss}
        </HoldAct>
        <span className="push" />
        <Act intent={intent} means="edit" onPress={() => correctRow(id)}>
          {words.correct}
        </Act>
      </div>
    </>
  );
}
