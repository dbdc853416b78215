import './note-step.css';
import type { WorkflowAt } from '../../shared/bench.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { InTheBox } from './items.tsx';
import { Clear, PutAside, type StepProps } from './step.tsx';

/** The note of an order that a rule wants confirmed before its prices are shown. The Enter of a scan confirms nothing. */
export function NoteStep({ workflow: { order }, workflowNo }: StepProps<WorkflowAt<'note'>>) {
  const { station } = useWindowState();
  const words = text.ship.note;
  const intent = useIntent();
  return (
    <>
      <Band state="look" message={words.status} aside={order.key} />
      <div className="body body-note">
        <div className="col">
          <RecipientAddress address={order.recipient} shape="strip" />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it */}
          <section className="card note-to-read" aria-label={words.label} tabIndex={0}>
            {order.noteForPacker}
          </section>
          <FailureNote failure={intent.failure} />
        </div>
        <div className="col">
          {order.lines.length > 0 ? <InTheBox order={{ ...order, noteForPacker: '' }} /> : <Card>{words.noItems}</Card>}
        </div>
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        <Clear workflowNo={workflowNo} intent={intent} />
        <Primary
          means={commandKeys.NOTED}
          code={commandCode('NOTED')}
          commits
          isDisabled={intent.isBusy}
          onPress={() => void intent.send(station.confirmNote({ workflowNo }))}
        >
          {words.confirm}
        </Primary>
      </Foot>
    </>
  );
}
