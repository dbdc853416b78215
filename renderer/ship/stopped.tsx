import type { WorkflowAt } from '../../shared/bench.ts';
import { failureRemedies, type Remedy } from '../../shared/failure.ts';
import type { PressMeaning } from '../../shared/key-meanings.ts';
import type { Order } from '../../shared/order.ts';
import type { ShipmentProblem } from '../../shared/shipment-check.ts';
import { useIntent } from '../query.ts';
import { meaningText } from '../text/meanings.ts';
import { detailOf, reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote, isOfService, useRemedyAct } from '../ui/failure-note.tsx';
import { guessOf } from '../ui/field-problems.ts';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { Respelt } from '../ui/respelt.tsx';
import { KeptServiceMessage, ServiceMessage } from '../ui/service-message.tsx';
import { useWindowState } from '../window-state.ts';
import { NextUp } from './next-orders.tsx';
import { ShippedOtherwise } from './shipped-otherwise.tsx';
import { signalOfFailure } from './signal.ts';
import { Clear, numberMark, PutAside, type StepProps } from './step.tsx';

export function Stopped(props: StepProps<WorkflowAt<'stopped'>>) {
  const { order, failure } = props.workflow;
  return order && failure.code === 'order-shipped-otherwise' ? (
    <ShippedOtherwise order={order} failure={failure} workflowNo={props.workflowNo} />
  ) : (
    <StoppedBy {...props} />
  );
}

/** The meaning of the key of a remedy's button. The others are done by hand. */
const meaningOf: Partial<Record<Remedy, PressMeaning>> = {
  rescan: 'check',
  retry: 'check',
  'choose-again': 'check',
  'check-printer': 'check',
  'correct-order': 'edit',
  'release-order': 'save',
  'open-resolve': 'resolve',
  'open-ship': 'ship',
  'open-setup': 'setup',
};

/** An expected failure: what happened, what it means for the parcel, and its one button. */
function StoppedBy({ workflow: { code, order, failure, problems }, workflowNo }: StepProps<WorkflowAt<'stopped'>>) {
  const { station, editOrder } = useWindowState();
  const remedyAct = useRemedyAct();
  const intent = useIntent();
  const remedy = failureRemedies[failure.code];
  const scanAgain = () => void intent.send(station.scan({ code }));
  const release = async (key: Order['key']) => {
    if (await intent.send(station.releaseOrder({ key }))) scanAgain();
  };
  const ofOrder = { 'correct-order': editOrder, 'release-order': (key: Order['key']) => void release(key) };
  const actOf = order && (remedy === 'correct-order' || remedy === 'release-order') ? ofOrder[remedy] : undefined;
  const act = order && actOf ? () => actOf(order.key) : remedyAct(failure.code, scanAgain);
  const { what, next } = text.failures[failure.code];
  const detail = detailOf(failure);
  return (
    <>
      <Band state={signalOfFailure(failure)} message={what} aside={order?.key} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it */}
      <section className="body body-col" tabIndex={0} aria-label={text.ship.whyStopped}>
        {order && <RecipientAddress address={order.recipient} returnOf={order.returnOf} />}
        <Note icon={remedy === 'rescan' ? 'ready' : 'note'}>{meaningText(failure.means) ?? next}</Note>
        {problems.length > 0 && <Problems problems={problems} />}
        <Card>
          <Facts
            className="facts-large"
            facts={[
              [text.ship.scanned, numberMark(code)],
              isOfService(failure)
                ? [
                    text.resolve.message,
                    failure.means ? (
                      <ServiceMessage key="message" message={failure.detail} meanings={failure.means} hidesMeaning />
                    ) : (
                      <KeptServiceMessage key="message" message={failure.detail} />
                    ),
                  ]
                : detail && detail !== code
                  ? [text.ship.serviceDetail, detail]
                  : undefined,
            ]}
          />
          {failure.ref && <p className="muted small">{text.frame.reference(failure.ref)}</p>}
        </Card>
        <FailureNote failure={intent.failure} />
      </section>
      <Foot>
        {order ? <PutAside workflowNo={workflowNo} intent={intent} /> : <NextUp />}
        <Clear workflowNo={workflowNo} intent={intent} />
        {act && (
          <Primary means={meaningOf[remedy]} isDisabled={intent.isBusy} onPress={act}>
            {text.remedies[remedy]}
          </Primary>
        )}
      </Foot>
    </>
  );
}

function Problems({ problems }: { problems: readonly ShipmentProblem[] }) {
  return (
    <Card isFlush>
      <ul className="list problems">
        {problems.map((problem) => {
          const [sentence, guess] = [reasonText(problem.why), guessOf(problem)];
          return (
            <li key={sentence}>
              <Icon name="look" />
              <span>
                <b>{sentence}</b>
                {guess && (
                  <small className="respelt-line">
                    <Respelt change={guess} isGuess />
                  </small>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** A bug: the next scan works, and the log contains the reference. */
export function Stuck({ workflow, workflowNo }: StepProps<WorkflowAt<'stuck'>>) {
  const intent = useIntent();
  return (
    <>
      <Band state="stop" message={text.ship.stuck} />
      <div className="body body-col">
        <Note icon="note">{text.ship.stuckNext}</Note>
        <p className="reference mono">{workflow.ref}</p>
        <FailureNote failure={intent.failure} />
      </div>
      <Foot>
        <Clear workflowNo={workflowNo} intent={intent} />
        <NextUp />
      </Foot>
    </>
  );
}
