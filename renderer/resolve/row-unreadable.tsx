import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Act, Entry, HoldAct } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { Raw } from './settle-form.tsx';

export function RowUnreadable({ id, problem }: ItemOf<'row-unreadable'>) {
  const { station, correctRow } = useWindowState();
  const words = text.resolve.row;
  const intent = useDecision();
  const name = problem.orderKey || text.resolve.line(problem.line);
  return (
    <Entry
      sentence={words.sentence(text.resolve.line(problem.line), problem.file)}
      then={[problem.orderKey, rowReasonText(problem)].filter(Boolean).join(': ')}
      intent={intent}
      act={
        <Act intent={intent} means="edit" onPress={() => correctRow(id)}>
          {words.correct}
        </Act>
      }
      evidence={
        <>
          <Raw label={words.row}>{problem.row}</Raw>
          <HoldAct
            intent={intent}
            hint={words.what}
            onHeld={() => void intent.decide(station.dismissRow({ id }), words.statusDismissed(name))}
          >
            {words.dismiss}
          </HoldAct>
        </>
      }
    />
  );
}
