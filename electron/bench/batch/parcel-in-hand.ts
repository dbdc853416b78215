import { lineOfBooking } from '../../../shared/batch.ts';
import { type BenchState, isInWork, type Workflow } from '../../../shared/bench.ts';
import { keysIn } from '../../../shared/joined.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { PrintJob } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';
import { printerInHand } from '../print/move-waiting.ts';

/** Facts about the packer's parcel in hand that a batch needs. */
export interface ParcelInHand {
  /** The orders in hand, or waiting to be: no batch ships them. */
  keys(): ReadonlySet<OrderKey>;
  /** The order whose label has not come out yet, or null. */
  awaitsLabel(): OrderKey | null;
  /** True if its label may still come out of this printer. */
  awaitsAt(printerId: string): boolean;
  isOf(job: PrintJob): boolean;
}

export function createParcelInHand(context: Pick<BenchContext, 'printer' | 'printerOf' | 'standby'>, hand: () => BenchState): ParcelInHand {
  const awaits = (): boolean => isAwaitingLabel(hand().workflow);
  return {
    keys() {
      const { workflow, waiting } = hand();
      return new Set([...orderKeysOf(workflow), ...waiting.map(({ orderKey }) => orderKey)]);
    },
    awaitsLabel: () => (awaits() ? (orderKeysOf(hand().workflow)[0] ?? null) : null),
    // Until its service is chosen, and so its printer, it may be any of them.
    awaitsAt(printerId) {
      const { workflow } = hand();
      return awaits() && (!('booking' in workflow) || printerInHand(context, workflow)?.id === printerId);
    },
    isOf({ bookingId }) {
      const { workflow } = hand();
      return 'booking' in workflow && workflow.booking.id === bookingId;
    },
  };
}

function orderKeysOf(workflow: Workflow): OrderKey[] {
  if ('booking' in workflow) return keysIn(workflow.booking.order);
  return 'order' in workflow && workflow.order ? keysIn(workflow.order) : [];
}

/** True if a parcel is in hand whose label has not come out yet. */
const isAwaitingLabel = (workflow: Workflow): boolean => {
  if (workflow.step === 'already-shipped') return lineOfBooking(workflow.booking).state === 'queued';
  return isInWork(workflow) || ['looking-up', 'which-order', 'booking', 'printing'].includes(workflow.step);
};
