import './ship.css';
import type { ReactNode } from 'react';
import type { Walk } from '../../shared/bench.ts';
import { useBench, useFrame } from '../window-state.ts';
import { AlreadyShipped } from './already-shipped.tsx';
import { Asking } from './asking.tsx';
import { Choosing } from './choosing.tsx';
import { ConfirmLabel } from './confirm-label.tsx';
import { Done } from './done.tsx';
import { JournalTrouble } from './journal-trouble.tsx';
import { LeftInDoubt } from './left-in-doubt.tsx';
import { MayBeShipped } from './may-be-shipped.tsx';
import { Paused } from './paused.tsx';
import { Printing } from './printing.tsx';
import { Ready } from './ready.tsx';
import type { StepProps } from './step.tsx';
import { Stopped, Stuck } from './stopped.tsx';
import { Unknown } from './unknown.tsx';
import { WhichOrder } from './which-order.tsx';
import { Booking, LookingUp, Quoting } from './working.tsx';
import { WrongLabel } from './wrong-label.tsx';

/** The parcel in hand, drawn as the step it is at. */
export function ShipScreen() {
  const walk = useBench((bench) => bench.walk);
  const walkNo = useBench((bench) => bench.walkNo);
  const paused = useFrame((frame) => frame.paused);
  const journalTrouble = useFrame((frame) => frame.journalTrouble);
  const leftInDoubt = useFrame((frame) => frame.leftInDoubt);
  if (journalTrouble && walk.step === 'ready') return <JournalTrouble trouble={journalTrouble} />;
  if (paused && walk.step === 'ready') return <Paused pause={paused} />;
  if (leftInDoubt.length > 0 && walk.step === 'ready') return <LeftInDoubt left={leftInDoubt} />;
  return <Step key={walkNo} walk={walk} walkNo={walkNo} />;
}

function Step({ walk, walkNo }: StepProps<Walk>): ReactNode {
  switch (walk.step) {
    case 'ready':
      return <Ready />;
    case 'looking-up':
      return <LookingUp walk={walk} walkNo={walkNo} />;
    case 'which-order':
      return <WhichOrder walk={walk} walkNo={walkNo} />;
    case 'asking':
      return <Asking walk={walk} walkNo={walkNo} />;
    case 'quoting':
      return <Quoting walk={walk} walkNo={walkNo} />;
    case 'choosing':
      return <Choosing walk={walk} walkNo={walkNo} />;
    case 'booking':
      return <Booking walk={walk} walkNo={walkNo} />;
    case 'confirm-label':
      return <ConfirmLabel walk={walk} walkNo={walkNo} />;
    case 'wrong-label':
      return <WrongLabel walk={walk} walkNo={walkNo} />;
    case 'printing':
      return <Printing walk={walk} walkNo={walkNo} />;
    case 'done':
      return <Done walk={walk} walkNo={walkNo} />;
    case 'already-shipped':
      return <AlreadyShipped walk={walk} walkNo={walkNo} />;
    case 'may-be-shipped':
      return <MayBeShipped walk={walk} walkNo={walkNo} />;
    case 'unknown':
      return <Unknown walk={walk} walkNo={walkNo} />;
    case 'stopped':
      return <Stopped walk={walk} walkNo={walkNo} />;
    case 'stuck':
      return <Stuck walk={walk} walkNo={walkNo} />;
  }
}
