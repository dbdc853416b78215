import { momentText } from '../text/format.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { Act, HoldAct } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';

/** A booking that the shop did not receive: report it again, or by hand. */
export function ShopNotInformed({ report }: ItemOf<'shop-not-informed'>) {
  const { station } = useWindowState();
  const words = text.resolve.shop;
  const intent = useDecision();
  const settle = (act: 'again' | 'close', all: boolean) =>
    void intent.decide(station.settleReport({ id: report.id, act, all }), act === 'again' ? words.statusAgain : words.statusClosed);
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-what">{words.what[report.what]}</p>
        {report.why && <p>{reasonText(report.why)}</p>}
        <Facts
          facts={[
            [words.order, report.booking?.orderKey ?? report.otherwise?.orderKey ?? ''],
            [words.numbers, (report.booking?.trackingNos ?? []).join(', ') || (report.booking?.consignmentNo ?? '')],
            [text.resolve.time, momentText(report.at)],
          ]}
        />
        <p className="muted">{words.hint}</p>
      </section>
      <div className="row about-acts">
        <HoldAct intent={intent} onHeld={() => settle('close', false)}>
          {words.close}
        </HoldAct>
        <span className="push" />
        <Act intent={intent} means="save" onPress={() => settle('again', true)}>
          {words.again(report.others + 1)}
        </Act>
      </div>
    </>
  );
}
