import type { Failure } from '../../shared/failure.ts';
import { isNotPrinted, isUnderWay, type Pickup } from '../../shared/pickup.ts';
import type { ManifestFor } from '../text/en/pickup.ts';
import { text } from '../text/text.ts';
import { type Signal } from '../ui/band.tsx';
import { placeOf } from './ordered.tsx';
import { courierOf, type PickupRow } from './pickup-rows.tsx';

export function bandOf(
  row: PickupRow | undefined,
  requested: Pickup | null,
  now: {
    isBusy: boolean;
    isSecond: boolean;
    mayBeRequested: boolean;
    isChoosing: boolean;
    /** True if a drop-off point is chosen, so that no driver comes. */
    isDropOff: boolean;
    by: string;
    isDoubtful: boolean;
    failure: Failure | null;
    /** True if the waiting parcels have been read, even if there are none. */
    isRead: boolean;
  },
): { state: Signal; message: string } {
  const words = text.pickup;
  if (!row && now.failure) return { state: 'look', message: text.failures[now.failure.code].what };
  if (!row) return { state: 'ready', message: now.isRead ? words.statusNothing : words.statusReading };
  const courier = courierOf(row);
  if (now.isChoosing) return { state: 'ready', message: words.statusChoosePoint };
  if (now.isBusy || ('ordered' in row && isUnderWay(row.ordered))) {
    const isDropOff = 'ordered' in row ? row.ordered.dropOffPoint !== null : now.isDropOff;
    return { state: 'working', message: (isDropOff ? words.statusAnnouncing : words.statusRequesting)(courier) };
  }
  if (now.isSecond) return { state: 'look', message: now.mayBeRequested ? words.statusMayBe : words.statusAgain(courier) };
  if (now.failure) return { state: 'look', message: text.failures[now.failure.code].what };
  if (requested?.state === 'booked') return { state: 'done', message: orderedText(requested) };
  const shown = requested ?? ('ordered' in row ? row.ordered : undefined);
  if (shown?.state === 'unknown')
    return { state: 'look', message: (shown.dropOffPoint ? words.statusDropOffUnknown : words.statusUnknown)(shown.courierName) };
  if (shown) return { state: 'done', message: orderedText(shown) };
  if (now.isDoubtful) return { state: 'look', message: words.statusDoubtful(courier) };
  return { state: 'ready', message: now.isDropOff ? words.statusToDropOff(courier) : words.status(courier, now.by) };
}

const orderedText = ({ dropOffPoint, courierName, collectionNo }: Pickup): string =>
  dropOffPoint ? text.pickup.statusDropOff(dropOffPoint.name, collectionNo) : text.pickup.statusDone(courierName, collectionNo);

export const handOverText = (pickup: Pickup): string =>
  pickup.dropOffPoint
    ? text.pickup.bringTo(placeOf(pickup.dropOffPoint), manifestOf(pickup))
    : text.pickup.handOver(pickup.courierName, manifestOf(pickup));

function manifestOf(pickup: Pickup): ManifestFor {
  if (!pickup.manifestFormat) return 'none';
  return isNotPrinted(pickup) ? 'not-printed' : 'out';
}
