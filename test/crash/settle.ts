import type { ResolveItem } from '../../shared/ipc.ts';
import { until } from '../watchdog.ts';
import { type Day, printed } from './day.ts';
import { drawingOf } from './drawing.ts';

/** Settles all open items. `but`: kinds that are left as they are. */
export async function resolve(day: Day, but: readonly ResolveItem['kind'][] = []): Promise<void> {
  await printed(day);
  const open = await day.station.handlers.toResolve({});
  if (open.ok) for (const item of open.value) if (!but.includes(item.kind)) await settle(day, item);
}

type Settlers = { readonly [K in ResolveItem['kind']]?: (day: Day, item: Extract<ResolveItem, { kind: K }>) => Promise<unknown> };

const gone = { reason: 'The service says it is not there', pin: '' };

const settlers: Settlers = {
  async 'booking-unknown'({ station: { handlers }, journal, world }, { booking: { id: bookingId, orderKey } }) {
    const [orderNo] = (await world.ordersOf(orderKey)).filter((each) => journal().findBooking(each)?.state !== 'booked');
    return orderNo ? handlers.settleExists({ bookingId, orderNo }) : handlers.settleNotBooked({ bookingId, ...gone });
  },
  async 'pickup-unknown'({ station: { handlers }, world }, { pickup: { id: pickupId, instructions } }) {
    const [collectionNo = ''] = await world.pickupsOf(instructions);
    return handlers.settlePickup({ pickupId, collectionNo, ...gone });
  },
  'print-unconfirmed': (day, { job }) => settleSheet(day, job.id),
  async 'label-doubtful'({ station: { handlers } }, { booking: { id: bookingId, verdict } }) {
    const isOurs = verdict?.kind !== 'other' && (await handlers.confirmLabel({ bookingId, isRight: true })).ok;
    return isOurs || handlers.closeLabel({ bookingId, ...gone });
  },
  async 'upload-open'({ station: { handlers }, world }, { upload: { id: uploadId, name } }) {
    return handlers.settleUpload({ uploadId, act: (await world.hasDocument(name)) ? 'it-arrived' : 'send-again' });
  },
  'row-unreadable': ({ station: { handlers } }, { id }) => handlers.dismissRow({ id }),
  'put-aside': ({ station: { handlers } }, { booking }) => handlers.takeUp({ bookingId: booking.id }),
};

/** Leaves kinds without a settler as they are. */
async function settle(day: Day, item: ResolveItem): Promise<void> {
  const settler = settlers[item.kind] as ((day: Day, item: ResolveItem) => Promise<unknown>) | undefined;
  await settler?.(day, item);
}

/** Looks at the paper once the printer stands still: a sheet that is missing then does not come any more. */
async function settleSheet(day: Day, jobId: string): Promise<void> {
  await day.world.printer('ready');
  await until('the label printer is ready', async () => {
    const status = await day.station.handlers.askPrinter({ role: 'label' });
    return status.ok && status.value.kind === 'ready';
  });
  const job = day.journal().job(jobId);
  if (!job) return;
  const drawing = drawingOf(day.journal().jobSheet(jobId)?.bytes);
  const others = day
    .journal()
    .jobsInState(['printed'])
    .filter(({ id }) => id !== jobId && drawingOf(day.journal().jobSheet(id)?.bytes) === drawing).length;
  const cameOut = job.role === 'document' || (await day.world.sheetsOf(drawing)) > others;
  await day.station.handlers.settlePrint({ jobId, cameOut });
  await printed(day);
}
