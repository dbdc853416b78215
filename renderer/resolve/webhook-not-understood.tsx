import { momentText, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Act, Entry, HoldAct } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { Raw } from './settle-form.tsx';

export function WebhookNotUnderstood({ delivery }: ItemOf<'webhook-not-understood'>) {
  const { station } = useWindowState();
  const words = text.resolve.webhook;
  const intent = useDecision();
  const isDamaged = delivery.payload === null;
  const size = wholeNumber(delivery.sizeBytes);
  const close = (all: boolean) =>
    void intent.decide(station.dismissDelivery({ id: delivery.id, all }), words.statusClosed(all ? delivery.others + 1 : 1));
  return (
    <Entry
      sentence={isDamaged ? words.damaged.sentence : words.sentence(delivery.others + 1)}
      then={isDamaged ? words.damaged.what : words.what}
      intent={intent}
      act={
        <Act intent={intent} means="save" onPress={() => close(false)}>
          {words.close}
        </Act>
      }
      evidence={
        <>
          {!isDamaged && <p className="muted">{delivery.others > 0 ? words.many : words.test}</p>}
          <Facts
            facts={[
              [text.resolve.time, momentText(delivery.receivedAt)],
              [words.form, delivery.contentType || words.noForm],
              [words.size, words.bytes(size)],
            ]}
          />
          {delivery.payload !== null && (
            <Raw label={delivery.isWhole ? words.payload : words.beginning(size)}>{delivery.payload || words.empty}</Raw>
          )}
          {delivery.others > 0 && (
            <HoldAct intent={intent} onHeld={() => close(true)}>
              {words.closeAll(delivery.others + 1)}
            </HoldAct>
          )}
        </>
      }
    />
  );
}
