import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Act, Entry } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { Raw } from './settle-form.tsx';

/** A message of a shop about an order whose label was already bought. */
export function ChangedAfterBooking({ id, problem }: ItemOf<'changed-too-late'>) {
  const { station } = useWindowState();
  const words = text.resolve.late;
  const intent = useDecision();
  return (
    <Entry
      sentence={words.sentence(problem.orderKey)}
      then={rowReasonText(problem)}
      intent={intent}
      act={
        <Act
          intent={intent}
          means="save"
          onPress={() => void intent.decide(station.dismissRow({ id }), words.statusClosed(problem.orderKey))}
        >
          {words.close}
        </Act>
      }
      evidence={
        <>
          <p>{words.what}</p>
          <Raw label={words.fromShop}>{problem.row}</Raw>
        </>
      }
    />
  );
}
