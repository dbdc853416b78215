import './ship.css';
import { type ReactNode, useEffect } from 'react';
import { checkingOff, orderBegun, type Workflow } from '../../shared/bench.ts';
import { keysIn } from '../../shared/joined.ts';
import type { JournalTrouble as Trouble } from '../../shared/restored.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Note } from '../ui/card.tsx';
import { UndoPlace, useOfferUndo } from '../ui/undo-bar.tsx';
import { useBench, useFrame, useWindowState } from '../window-state.ts';
import { AlreadyShipped } from './already-shipped.tsx';
import { Asking } from './asking.tsx';
import { CheckingOff } from './checking-off.tsx';
import { Choosing } from './choosing.tsx';
import { ConfirmLabel } from './confirm-label.tsx';
import { Done } from './done.tsx';
import { LeftInDoubt } from './left-in-doubt.tsx';
import { MayBeShipped } from './may-be-shipped.tsx';
import { NoteStep } from './note-step.tsx';
import { Paused } from './paused.tsx';
import { Printing } from './printing.tsx';
import { Ready } from './ready.tsx';
import { SameAddressStep } from './same-address.tsx';
import type { StepProps } from './step.tsx';
import { Stopped, Stuck } from './stopped.tsx';
import { Unknown } from './unknown.tsx';
import { Unpacked } from './unpacked.tsx';
import { WhichOrder } from './which-order.tsx';
import { Booking, LookingUp, Quoting } from './working.tsx';
import { WrongLabel } from './wrong-label.tsx';

/** The parcel in hand, drawn by its step. */
export function ShipScreen() {
  return (
    <UndoPlace>
      <ParcelInHand />
      <JustJoined />
    </UndoPlace>
  );
}

function ParcelInHand() {
  const workflow = useBench((bench) => bench.workflow);
  const workflowNo = useBench((bench) => bench.workflowNo);
  const checkOff = useBench(checkingOff);
  const paused = useFrame((frame) => frame.paused);
  const journalTrouble = useFrame((frame) => frame.journalTrouble);
  const leftInDoubt = useFrame((frame) => frame.leftInDoubt);
  if (journalTrouble && workflow.step === 'ready') return <JournalTrouble trouble={journalTrouble} />;
  if (paused && workflow.step === 'ready') return <Paused pause={paused} />;
  if (leftInDoubt.length > 0 && workflow.step === 'ready') return <LeftInDoubt left={leftInDoubt} />;
  if (checkOff && (workflow.step === 'asking' || workflow.step === 'quoting' || workflow.step === 'choosing'))
    return <CheckingOff key={workflowNo} workflow={workflow} workflowNo={workflowNo} checkOff={checkOff} />;
  return <Step key={workflowNo} workflow={workflow} workflowNo={workflowNo} />;
}

function Step({ workflow, workflowNo }: StepProps<Workflow>): ReactNode {
  const checkOff = useBench(checkingOff);
  switch (workflow.step) {
    case 'ready':
      return <Ready />;
    case 'looking-up':
      return <LookingUp workflow={workflow} workflowNo={workflowNo} />;
    case 'which-order':
      return <WhichOrder workflow={workflow} workflowNo={workflowNo} />;
    case 'same-address':
      return <SameAddressStep workflow={workflow} workflowNo={workflowNo} />;
    case 'note':
      return <NoteStep workflow={workflow} workflowNo={workflowNo} />;
    case 'asking':
      return <Asking workflow={workflow} workflowNo={workflowNo} />;
    case 'quoting':
      return <Quoting workflow={workflow} workflowNo={workflowNo} />;
    case 'choosing':
      return <Choosing workflow={workflow} workflowNo={workflowNo} />;
    case 'booking':
      return <Booking workflow={workflow} workflowNo={workflowNo} />;
    case 'confirm-label':
      return <ConfirmLabel workflow={workflow} workflowNo={workflowNo} />;
    case 'wrong-label':
      return <WrongLabel workflow={workflow} workflowNo={workflowNo} />;
    case 'printing':
      return <Printing workflow={workflow} workflowNo={workflowNo} />;
    case 'done':
      return <Done workflow={workflow} workflowNo={workflowNo} />;
    case 'already-shipped':
      return <AlreadyShipped workflow={workflow} workflowNo={workflowNo} />;
    case 'unpacked':
      return checkOff && <Unpacked workflow={workflow} workflowNo={workflowNo} checkOff={checkOff} />;
    case 'may-be-shipped':
      return <MayBeShipped workflow={workflow} workflowNo={workflowNo} />;
    case 'unknown':
      return <Unknown workflow={workflow} workflowNo={workflowNo} />;
    case 'stopped':
      return <Stopped workflow={workflow} workflowNo={workflowNo} />;
    case 'stuck':
      return <Stuck workflow={workflow} workflowNo={workflowNo} />;
  }
}

/** Offers to undo a decision for one parcel, as long as nothing else happened to it. */
function JustJoined() {
  const { station } = useWindowState();
  const offerUndo = useOfferUndo();
  const workflowNo = useBench((bench) => bench.workflowNo);
  const orders = useBench(({ isJustJoined, workflow }) => {
    const order = isJustJoined ? orderBegun(workflow) : null;
    return order?.joined ? keysIn(order).join(' + ') : '';
  });
  useEffect(() => {
    if (orders === '') return undefined;
    offerUndo({ done: text.ship.sameAddress.joined(orders), reverse: () => station.undoJoin({ workflowNo }) });
    return () => offerUndo(null);
  }, [orders, workflowNo, offerUndo, station]);
  return null;
}

/** Nothing can be stored safely, so nothing is bought. Scans still find earlier shipments. The state ends by itself. */
function JournalTrouble({ trouble }: { trouble: Trouble }) {
  const { what, next } = text.failures[trouble];
  return (
    <>
      <Band state="stop" size="tall" message={text.frame.journalTroubles[trouble]} />
      <div className="body body-col">
        <Note icon="stop">{what}</Note>
        <Note icon="note">{next}</Note>
      </div>
    </>
  );
}
