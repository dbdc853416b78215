import type { CallReply } from '../../../shared/ipc.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { EncodedDocument } from '../ports/courier.ts';

type TimelineContext = Pick<BenchContext, 'fail' | 'journal' | 'now' | 'world'>;

type Timeline = CallReply<'timeline'>;

/** Returns the history of one shipment, from its scan on. */
export function timelineOf({ journal, fail }: TimelineContext, bookingId: string): Result<Timeline, 'order-not-found'> {
  const booking = journal.booking(bookingId);
  if (!booking) return fail('order-not-found');
  return ok({ booking, lines: [...journal.history(bookingId)] });
}

/** Returns everything known about one shipment as one self-explaining file. Without credentials: requests are stored without them. */
export function timelineFile(
  context: TimelineContext,
  bookingId: string,
): Result<{ readonly name: string; readonly bytes: Uint8Array }, 'order-not-found'> {
  const timeline = timelineOf(context, bookingId);
  return timeline.ok ? ok(fileOf(context, timeline.value)) : timeline;
}

function fileOf(context: TimelineContext, timeline: Timeline): { readonly name: string; readonly bytes: Uint8Array } {
  const { journal } = context;
  const { booking, lines } = timeline;
  const paper = (kept: EncodedDocument | undefined) => kept && { format: kept.format, base64: Buffer.from(kept.bytes).toString('base64') };
  const file = {
    about: `Packbench: shipment ${booking.shipmentNo} of ${booking.orderKey}`,
    world: context.world,
    madeAt: context.now().toISOString(),
    booking,
    history: { lines },
    exchange: journal.exchange(booking.id),
    label: paper(journal.label(booking.id)),
    papers: paper(journal.remarks(booking.id)),
  };
  const name = `${booking.orderKey}-${booking.shipmentNo}`.replace(/[^\w.-]+/g, '_');
  return { name: `packbench-${name}.json`, bytes: new TextEncoder().encode(JSON.stringify(file, null, 2)) };
}
