import type { Booking } from '../../../shared/booking.ts';
import { ordersShown } from '../../../shared/joined.ts';
import { localMoment } from '../../../shared/local-moment.ts';
import type { OrderLine } from '../../../shared/order-line.ts';
import { isSlip, packingSlipOf, titleOfSlip } from '../../../shared/packing-slip.ts';
import { without } from '../../../shared/parts.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { NewPrintJob } from '../ports/journal/print-jobs.ts';
import type { Sheet } from '../ports/paper.ts';

export type SlipContext = Pick<BenchContext, 'fail' | 'journal' | 'paper' | 'printer' | 'settings' | 'world'>;

const a4 = { widthMm: 210, heightMm: 297 };

/** The packing slip of a shipment, on the paper of the document printer. */
export function slipSheet(context: SlipContext, booking: Booking): Promise<Result<Sheet, 'document-unreadable'>> {
  const { widthMm, heightMm } = context.printer('document') ?? a4;
  const { day } = localMoment(new Date(booking.changedAt), context.settings().timeZone);
  const slip = packingSlipOf(booking, day, laterLines(context, booking));
  return context.paper.packingSlip(slip, { widthMm, heightMm }, context.world !== 'live');
}

/** The print job of a packing slip for the document printer. */
export async function slipJobs(
  context: SlipContext,
  booking: Booking,
): Promise<Result<readonly NewPrintJob[], 'document-unreadable' | 'no-document-printer'>> {
  const printer = context.printer('document');
  if (!printer) return context.fail('no-document-printer');
  const sheet = await slipSheet(context, booking);
  if (!sheet.ok) return sheet;
  const copy = (context.journal.booking(booking.id) ?? booking).jobs.filter(isSlip).length;
  const title = titleOfSlip(ordersShown(booking));
  return ok([{ role: 'document', printerId: printer.id, title, piece: 1, pieces: 1, copy, sheet: sheet.value }]);
}

/**
 * The lines of a partly shipped order that no shipment up to this one took. Empty if the order has changed since, or if a shipment of another
 * bench cannot be read here.
 */
function laterLines({ journal }: Pick<SlipContext, 'journal'>, { order: { key, part } }: Booking): readonly OrderLine[] {
  const order = part && part.later > 0 ? journal.order(key) : undefined;
  if (!part || !order) return [];
  const taken = journal.shipmentsOf(key).filter(({ shipmentNo }) => shipmentNo <= part.no);
  const lines = taken.flatMap((shipment) => shipment.lines ?? []);
  return without(order.lines, lines) ?? [];
}
