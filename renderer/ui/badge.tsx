import type { CSSProperties, ReactNode } from 'react';
import { type Booking, furthestCopy, isLabelInDoubt, truthOf } from '../../shared/booking.ts';
import { isPartlyOnParcels, labelsToPlace } from '../../shared/pieces.ts';
import { isSavedAsFile } from '../ship/print-job.ts';
import { text } from '../text/text.ts';
import type { Signal } from './band.tsx';
import { Icon, type IconName } from './icon.tsx';

const iconOf: Record<Signal, IconName> = { ready: 'ring', working: 'working', done: 'done', look: 'look', stop: 'stop' };

export function Badge({ state, children }: { state: Signal; children: ReactNode }) {
  return (
    <span className="badge" data-state={state}>
      <Icon name={iconOf[state]} />
      {children}
    </span>
  );
}

/** The four truths of a shipment, filled as far as known and never further. `label` replaces the last truth's name. */
export function Truths({ booking, label }: { booking: Booking; label?: string }) {
  const truth = truthOf(booking);
  // A return label is on no parcel here.
  const style = { '--n': truth, '--of': booking.order.returnOf ? 3 : 4 } as CSSProperties;
  const isInDoubt = isLabelInDoubt(booking);
  return (
    <span className="truths" data-state={isInDoubt ? 'look' : truth >= 3 ? 'done' : 'working'}>
      <i style={style} />
      <b>{label ?? wordsOf()}</b>
    </span>
  );

  function wordsOf(): string {
    if (booking.state !== 'booked') return text.frame.bookingStates[booking.state];
    if (isPartlyOnParcels(booking)) return text.pieces.onParcel(booking.piecesOnParcel?.length ?? 0, labelsToPlace(booking));
    if (truth === 2 && furthestCopy(booking).every(isSavedAsFile)) return text.frame.savedAsFile;
    return isInDoubt ? text.frame.labelInDoubt : text.frame.truths[truth];
  }
}
