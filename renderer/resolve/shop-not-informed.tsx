import { momentText } from '../text/format.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Act, Entry, HoldAct } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';

/** A booking that the shop did not receive: report it again, or by hand. */
export function ShopNotInformed({ report }: ItemOf<'shop-not-informed'>) {
  const { station } = useWindowState();
  const words = text.resolve.shop;
  const intent = useDecision();
  const name = report.booking?.orderKey ?? report.otherwise?.orderKey ?? '';
  const settle = (act: 'again' | 'close', all: boolean) =>
    void intent.decide(station.settleReport({ id: report.id, act, all }), act === 'again' ? words.statusAgain : words.statusClosed);
  return (
    <Entry
      sentence={words.sentences[report.what](name)}
      then={report.why ? reasonText(report.why) : words.meaning}
      intent={intent}
      act={
        <Act intent={intent} means="save" onPress={() => settle('again', true)}>
          {words.again(report.others + 1)}
        </Act>
      }
      evidence={
        <>
          <Facts
            facts={[
              [words.order, name],
              [words.numbers, (report.booking?.trackingNos ?? []).join(', ') || (report.booking?.consignmentNo ?? '')],
              [text.resolve.time, momentText(report.at)],
            ]}
          />
          <p>{words.what[report.what]}</p>
          <HoldAct intent={intent} hint={words.hint} onHeld={() => settle('close', false)}>
            {words.close}
          </HoldAct>
        </>
      }
    />
  );
}
