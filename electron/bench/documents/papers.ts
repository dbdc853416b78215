import { titleOfEnclosure } from '../../../shared/enclosure.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import type { Answer, ResolveItem } from '../../../shared/ipc.ts';
import { titleOfSlip } from '../../../shared/packing-slip.ts';
import type { PaperDue, PaperKind } from '../../../shared/paper-due.ts';
import type { Drawable } from '../../../shared/printer.ts';
import { type Done, ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { countedPickup } from '../counted-pickup.ts';
import type { EncodedDocument } from '../ports/courier.ts';
import { documentJobs } from './document-jobs.ts';
import { enclosureJobs, enclosureOf } from './enclosure.ts';
import { type SlipContext, slipJobs, slipSheet } from './packing-slip.ts';

type PapersContext = SlipContext & Pick<BenchContext, 'printers' | 'who'>;

interface Which {
  readonly ownerId: string;
  readonly paper: PaperKind;
}

/**
 * Documents that a user has to handle: those in another format than promised, invoices that the service waits for, packing slips and PDFs
 * of the shop that were not printed.
 */
export interface PapersWorkflow {
  /** Oldest first; an invoice whose upload is in progress or in doubt is listed as its upload. */
  open(): Extract<ResolveItem, { kind: 'paper-due' }>[];
  draw(which: Which): Promise<Answer<'drawPaper'>>;
  /** The document as received, with a valid file name; several PDFs as one. */
  file(which: Which): Promise<Result<{ readonly name: string; readonly bytes: Uint8Array }, 'document-unreadable'>>;
  print(which: Which): Promise<Answer<'printPaper'>>;
  close(which: Which): Done<'not-now'>;
}

/** True for documents that the service does not send: Packbench draws the slip, and reads the PDF of the shop, each time it is needed. */
const isOwn = (paper: PaperKind): boolean => paper === 'slip' || paper === 'enclosure';

const endings = { PDF: 'pdf', ZPL: 'zpl', PNG: 'png', JPEG: 'jpg', HTML: 'html', TEXT: 'txt', OTHER: 'bin' } as const;

export function createPapersWorkflow(context: PapersContext): PapersWorkflow {
  const { journal } = context;
  const keptOf = ({ ownerId, paper }: Which): EncodedDocument | undefined =>
    paper === 'manifest' ? journal.manifest(ownerId) : paper === 'remarks' ? journal.remarks(ownerId) : undefined;

  /** A packing slip is not kept, but drawn; a PDF of the shop is read from its file. */
  async function documentOf(which: Which): Promise<Result<EncodedDocument, 'document-unreadable'>> {
    const booking = isOwn(which.paper) ? journal.booking(which.ownerId) : undefined;
    if (booking) return which.paper === 'slip' ? slipSheet(context, booking) : enclosureOf(context, booking);
    const kept = keptOf(which);
    return kept ? ok(kept) : context.fail('document-unreadable');
  }

  const isOnItsWay = ({ ownerId, kind }: PaperDue): boolean =>
    kind === 'invoice' &&
    journal.uploadsOf(ownerId).some(({ documentType, state }) => documentType === 'Customs Invoice' && state !== 'accepted');
  const due = (): PaperDue[] => journal.papersDue().filter((each) => !isOnItsWay(each));

  function titleOf({ ownerId, paper }: Which): string {
    const orderKey = journal.booking(ownerId)?.orderKey ?? '';
    if (paper === 'slip') return titleOfSlip(orderKey);
    if (paper === 'enclosure') return titleOfEnclosure(orderKey);
    if (paper !== 'manifest') return `Documents ${orderKey}`;
    const pickup = journal.pickup(ownerId);
    return `Manifest ${pickup?.courierName ?? ''} ${pickup?.date ?? ''} ${pickup?.collectionNo ?? ''}`;
  }

  function closed({ ownerId, paper }: Which, how: string): Done<'not-now'> {
    return journal.closePaper(ownerId, paper, how) ? ok({}) : context.fail('not-now');
  }

  return {
    open: () =>
      due().map(({ ownerId, kind, why }) => {
        const [pickup, booking] = [journal.pickup(ownerId) ?? null, journal.booking(ownerId) ?? null];
        const format = isOwn(kind) ? 'PDF' : (keptOf({ ownerId, paper: kind })?.format ?? null);
        return { kind: 'paper-due', ownerId, paper: kind, why, format, pickup: pickup && countedPickup(context, pickup), booking };
      }),

    async draw(which) {
      const document = await documentOf(which);
      if (!document.ok) return document;
      if (document.value.format === 'ZPL') return drawn(await context.paper.drawables(document.value));
      const sheet = await context.paper.document(document.value, false);
      return sheet.ok ? drawn(await context.paper.drawables(sheet.value)) : sheet;
    },

    async file(which) {
      const document = await documentOf(which);
      if (!document.ok) return document;
      return ok({
        name: `${titleOf(which)
          .trim()
          .replace(/[^\w.-]+/g, '-')}.${endings[document.value.format]}`,
        bytes: (await context.paper.asOneFile(document.value)).bytes,
      });
    },

    async print(which) {
      const { ownerId, paper } = which;
      const shipped = isOwn(paper) ? journal.booking(ownerId) : undefined;
      const document = keptOf(which);
      const jobs = shipped
        ? await (paper === 'slip' ? slipJobs : enclosureJobs)(context, shipped)
        : document
          ? await documentJobs(context, document, titleOf(which), 0)
          : context.fail('document-unreadable');
      if (!jobs.ok) return jobs;
      // A document on the label printer is not a label of the booking.
      const bookingId = shipped || (paper === 'remarks' && document?.format !== 'ZPL') ? ownerId : null;
      journal.addPrintJobs({ bookingId, pickupId: paper === 'manifest' ? ownerId : null }, jobs.value);
      return closed(which, 'printed');
    },

    close: (which) => closed(which, `seen to by ${context.who()}`),
  };
}

const drawn = <C extends FailureCode>(sheets: Result<readonly Drawable[], C>): Result<Drawable[], C> =>
  sheets.ok ? ok([...sheets.value]) : sheets;
