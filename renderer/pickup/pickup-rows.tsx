import { isUnderWay, type ListedPickup, type PickupGroup, parcelsOf } from '../../shared/pickup.ts';
import { proposedTimes } from '../../shared/pickup-check.ts';
import { isTime } from '../../shared/shipment-check.ts';
import type { WarehouseClock } from '../clock.ts';
import { dateText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';

/** One row of the list: waiting parcels, or a driver ordered for today or later. */
export type PickupRow = { readonly id: string; readonly group: PickupGroup } | { readonly id: string; readonly ordered: ListedPickup };

export const courierOf = (row: PickupRow): string => ('group' in row ? row.group.courierName : row.ordered.courierName);

/**
 * Rows in order: unfinished pickups, waiting parcels, drivers on their way; each group in order of arrival. Pickups with an unknown
 * outcome stay until they are settled.
 */
export function rowsOf(groups: readonly PickupGroup[], requested: readonly ListedPickup[], today: string): PickupRow[] {
  const open = requested.filter(isOpen);
  const coming = requested.filter((pickup) => !isOpen(pickup) && pickup.date >= today);
  const waiting = groups.filter((group) => group.today + group.leftOver > 0);
  const rowOf = (pickup: ListedPickup): PickupRow => ({ id: pickup.id, ordered: pickup });
  return [...open.map(rowOf), ...waiting.map((group) => ({ id: waitsFor(group.courierKey, group.place), group })), ...coming.map(rowOf)];
}

/** Id of the row for the parcels of this courier at one address. */
const waitsFor = (courierKey: string, place: string): string => `waits-${courierKey} ${place}`;

const isOpen = (pickup: ListedPickup): boolean => isUnderWay(pickup) || pickup.state === 'unknown';

/** The unfinished request that replaced this row, until its outcome is known. */
export const openRequestOf = (rows: readonly PickupRow[], id: string | null): PickupRow | undefined =>
  rows.find((row) => 'ordered' in row && isOpen(row.ordered) && id?.startsWith(waitsFor(row.ordered.courierKey, '')) === true);

interface RowProps {
  readonly row: PickupRow;
  readonly now: WarehouseClock | undefined;
  /** The warehouse's usual times. */
  readonly usual: { readonly readyTime: string; readonly closingTime: string };
}

export function PickupRowView({ row, now, usual }: RowProps) {
  const words = text.pickup;
  if ('ordered' in row) {
    const { ordered } = row;
    return (
      <>
        <span className="what pickup-courier">
          <b>{ordered.courierName}</b>
          {ordered.from && <span>{ordered.from}</span>}
        </span>
        <span className="what pickup-time">
          <b>{ordered.closingTime}</b>
          <span>{dateText(ordered.date)}</span>
        </span>
        <span className="what grow">
          <b>{words.parcels(parcelsOf(ordered))}</b>
        </span>
        <StateBadge pickup={ordered} />
      </>
    );
  }
  const { group } = row;
  return (
    <>
      <span className="what pickup-courier">
        <b>{group.courierName}</b>
        {group.from && <span>{group.from}</span>}
      </span>
      <span className="what pickup-time">
        <b>{group.cutOff && words.cutOff(group.cutOff)}</b>
        <span>{now && whenOf(group, proposedTimes(usual, group, now).date, now)}</span>
      </span>
      <span className="what grow">
        <b>{words.parcels(group.today + group.leftOver)}</b>
        <span>{group.leftOver > 0 ? words.leftOver(group.leftOver, dateText(group.leftOverSince)) : words.bookedToday}</span>
      </span>
      <span className="muted">{words.notRequested}</span>
    </>
  );
}

function StateBadge({ pickup }: { pickup: ListedPickup }) {
  const words = text.pickup;
  if (isUnderWay(pickup)) return <Badge state="working">{words.requesting}</Badge>;
  if (pickup.state === 'unknown') return <Badge state="look">{words.unknown}</Badge>;
  return <Badge state="done">{words.collection(pickup.collectionNo)}</Badge>;
}

/** The day of the next collection; for today also the remaining time. */
function whenOf({ cutOff }: PickupGroup, day: string, now: WarehouseClock): string {
  if (day !== now.day) return dateText(day);
  const left = isTime(cutOff) ? now.minutesUntil(cutOff) : undefined;
  return left === undefined ? dateText(day) : left < 0 ? text.pickup.isPast : text.pickup.inMinutes(left);
}
