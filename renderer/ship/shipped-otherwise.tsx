import './already-shipped.css';
import type { Failure } from '../../shared/failure.ts';
import type { Order } from '../../shared/order.ts';
import { useIntent } from '../query.ts';
import { detailOf } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { ReasonFields } from '../ui/reason-fields.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { NextUp } from './next-orders.tsx';
import { signalOfFailure } from './signal.ts';
import { Clear } from './step.tsx';

interface ShippedOtherwiseProps {
  readonly order: Order;
  readonly failure: Failure;
  readonly workflowNo: number;
}

/** An order that left without a label. Shipping it with one is red, separate, and needs a reason. */
export function ShippedOtherwise({ order, failure, workflowNo }: ShippedOtherwiseProps) {
  const { station } = useWindowState();
  const intent = useIntent();
  const words = text.orders.otherwise;
  const { what, next } = text.failures[failure.code];
  const { key } = order;
  const reopen = async (reason: string, pin: string) => {
    if (await intent.send(station.reopenOrder({ key, reason, pin }))) void intent.send(station.scan({ code: key }));
  };
  return (
    <>
      <Band state={signalOfFailure(failure)} message={what} aside={key} />
      <div className="body body-again">
        <div className="col">
          <RecipientAddress address={order.recipient} />
          <Note icon="done">{detailOf(failure)}</Note>
          <p className="muted">{next}</p>
          <FailureNote failure={intent.failure} />
        </div>
        <Card className="col again" title={words.anywayTitle}>
          <p className="muted">{words.anywayHint}</p>
          <ReasonFields
            reasons={words.reasons}
            otherReason={words.otherReason}
            act={words.anyway}
            isDisabled={intent.isBusy}
            mayAskSite
            onAct={(reason, pin) => void reopen(reason, pin)}
          />
        </Card>
      </div>
      <Foot>
        <Clear workflowNo={workflowNo} intent={intent} />
        <NextUp />
      </Foot>
    </>
  );
}
