import { useState } from 'react';
import type { WorkflowAt } from '../../shared/bench.ts';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Foot } from '../ui/foot.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { Clear, PutAside, type StepProps } from './step.tsx';

/** The journal was restored and may not contain this order's shipment. A person has to check before it can be booked. */
export function MayBeShipped({ workflow: { order, restored }, workflowNo }: StepProps<WorkflowAt<'may-be-shipped'>>) {
  const { station } = useWindowState();
  const words = text.ship.mayBeShipped;
  const intent = useIntent();
  const [pin, setPin] = useState('');
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const needsPin = setup?.hasLeadPin ?? false;
  return (
    <>
      <Band state="look" message={words.status(order.key)} aside={order.key} />
      <div className="body body-2">
        <div className="col">
          <RecipientAddress address={order.recipient} returnOf={order.returnOf} />
          <Note icon="question">{words.what(restored)}</Note>
        </div>
        <div className="col">
          <Card className="col" title={words.lookTitle}>
            <ol className="to-do">
              {words.look.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
            {needsPin && <Field label={text.ship.pin} takes="secret" value={pin} onChange={setPin} />}
          </Card>
          <FailureNote failure={intent.failure} />
        </div>
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        <Clear workflowNo={workflowNo} intent={intent} />
        <HoldButton
          className="push"
          isDisabled={intent.isBusy || (needsPin && pin === '')}
          onHeld={() => void intent.send(station.confirmUnshipped({ workflowNo, pin }))}
        >
          {words.notShipped}
        </HoldButton>
      </Foot>
    </>
  );
}
