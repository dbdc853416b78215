import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Act, Entry } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { CarefulWay } from './settle-form.tsx';

export function Unreadable({ of, id, ref, onReload }: ItemOf<'item-unreadable'> & { readonly onReload: () => void }) {
  const { station } = useWindowState();
  const words = text.resolve.unreadable;
  const intent = useDecision();
  return (
    <Entry
      sentence={words.sentence(text.resolve.kinds[of])}
      then={id ? words.what : words.whatList}
      intent={intent}
      act={
        <Act intent={intent} means="check" onPress={onReload}>
          {words.again}
        </Act>
      }
      evidence={
        <>
          <p className="muted">{words.restart}</p>
          {id && (
            <CarefulWay
              title={words.close}
              hint={words.closeHint}
              isBusy={intent.isBusy}
              onSettle={(given) => void intent.decide(station.closeUnreadable({ of, id, ...given }), words.statusClosed)}
            />
          )}
        </>
      }
    >
      <p>
        {words.next} <span className="reference mono">{ref}</span>
      </p>
    </Entry>
  );
}
