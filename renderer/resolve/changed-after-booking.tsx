import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { Act } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { Raw } from './settle-form.tsx';

/** A message of a shop about an order whose label was already bought. */
export function ChangedAfterBooking({ id, problem }: ItemOf<'changed-too-late'>) {
  const { station } = useWindowState();
  const words = text.resolve.late;
  const intent = useDecision();
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-reason">{rowReasonText(problem)}</p>
        <p className="muted">{words.what}</p>
        <Raw label={words.fromShop}>{problem.row}</Raw>
      </section>
      <div className="row about-acts">
        <span className="push" />
        <Act
          intent={intent}
          means="save"
          onPress={() => void intent.decide(station.dismissRow({ id }), words.statusClosed(problem.orderKey))}
        >
          {words.close}
        </Act>
      </div>
    </>
  );
}
