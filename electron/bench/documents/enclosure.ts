import type { Booking } from '../../../shared/booking.ts';
import type { DocumentCode } from '../../../shared/call-codes.ts';
import { isEnclosure, titleOfEnclosure } from '../../../shared/enclosure.ts';
import { ordersShown } from '../../../shared/joined.ts';
import { remoteHost } from '../../../shared/remote-folder.ts';
import type { Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { EncodedDocument } from '../ports/courier.ts';
import type { NewPrintJob } from '../ports/journal/print-jobs.ts';
import { documentJobs } from './document-jobs.ts';

export type EnclosureContext = Pick<BenchContext, 'fail' | 'journal' | 'paper' | 'printer' | 'printers' | 'settings' | 'world'>;

/**
 * The PDF of the shop that a rule added to this shipment, read now. Nothing is read from another computer that no administrator has
 * trusted: the rule may come from another bench, and Windows signs in there.
 */
export async function enclosureOf(
  { fail, paper, settings }: Pick<EnclosureContext, 'fail' | 'paper' | 'settings'>,
  { encloses }: Pick<Booking, 'encloses'>,
): Promise<Result<EncodedDocument, 'document-unreadable'>> {
  if (encloses === undefined) return fail('document-unreadable');
  const host = remoteHost(encloses);
  if (host !== undefined && !settings().trustedHosts.includes(host))
    return fail('document-unreadable', [{ code: 'folder-elsewhere', folder: encloses, host }]);
  return paper.enclosure(encloses);
}

/** The print job of the PDF of the shop for the document printer. */
export async function enclosureJobs(context: EnclosureContext, booking: Booking): Promise<Result<readonly NewPrintJob[], DocumentCode>> {
  const read = await enclosureOf(context, booking);
  if (!read.ok) return read;
  const copy = (context.journal.booking(booking.id) ?? booking).jobs.filter(isEnclosure).length;
  return documentJobs(context, read.value, titleOfEnclosure(ordersShown(booking)), copy);
}
