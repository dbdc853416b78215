import type { CallReply } from '../../../shared/ipc.ts';
import { daysAfter, localMoment, startOfDay, weekdayOf } from '../../../shared/local-moment.ts';
import type { BenchContext } from '../context.ts';
import { type ListFile, listFile } from '../list-file.ts';

type ListContext = Pick<BenchContext, 'journal' | 'now' | 'settings'>;

/** The reprints of a week in the warehouse's time zone, from Monday to Sunday. 0 is this week, 1 the last one. */
export function reprintsOfWeek({ journal, now, settings }: ListContext, weeksBack: number): CallReply<'reprints'> {
  const { timeZone } = settings();
  const { day } = localMoment(now(), timeZone);
  const from = daysAfter(day, 1 - weekdayOf(day) - 7 * weeksBack);
  const rows = journal.reprints(startOfDay(from, timeZone), startOfDay(daysAfter(from, 7), timeZone));
  return { from, until: daysAfter(from, 6), reprints: [...rows] };
}

const columns = 'at order shipment bench courier printer reason old_label packer'.split(' ');

/** The same list as CSV with our own columns. */
export function reprintsFile(context: ListContext, weeksBack: number): ListFile {
  const { reprints } = reprintsOfWeek(context, weeksBack);
  const rows = reprints.map(({ at, orderKey, shipmentNo, bench, courier, printerId, why, oldLabel, by }) => [
    at,
    orderKey,
    String(shipmentNo),
    bench === null ? '' : String(bench),
    courier,
    printerId,
    why,
    oldLabel ?? '',
    by,
  ]);
  return listFile('reprints', context.now(), [columns, ...rows]);
}
