import type { DocumentCode } from '../../../shared/call-codes.ts';
import type { PaperReason } from '../../../shared/paper-reason.ts';
import type { DocumentFormat } from '../../../shared/printer.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { EncodedDocument } from '../ports/courier.ts';
import type { NewPrintJob } from '../ports/journal/print-jobs.ts';

/** Reason why a document is not printed automatically: it is not the PDF that the service promises. Undefined if it is. */
export const asPromised = (format: DocumentFormat | null): PaperReason | undefined =>
  format === null || format === 'PDF' ? undefined : { code: 'paper-came-as', format };

/** Print jobs of a document for the printer that can take it: ZPL goes to the label printer, everything else becomes pages. */
export async function documentJobs(
  context: Pick<BenchContext, 'fail' | 'paper' | 'printer' | 'printers' | 'world'>,
  document: EncodedDocument,
  title: string,
  copy: number,
): Promise<Result<readonly NewPrintJob[], DocumentCode>> {
  const sample = context.world !== 'live';
  if (document.format !== 'ZPL') {
    const documentPrinter = context.printer('document');
    if (!documentPrinter) return context.fail('no-document-printer');
    const sheet = await context.paper.document(document, sample);
    return sheet.ok
      ? ok([{ role: 'document', printerId: documentPrinter.id, title, piece: 1, pieces: 1, copy, sheet: sheet.value }])
      : sheet;
  }
  const printer = context.printer('label');
  if (!printer) return context.fail('no-label-printer');
  const to = { printer: context.printers.takes(printer, 'label'), dpi: printer.dpi, stock: printer, sample };
  const sheets = await context.paper.labelSheets({ format: 'ZPL', bytes: document.bytes }, to);
  if (!sheets.ok) return sheets;
  const pieces = sheets.value.length;
  return ok(
    sheets.value.map(
      (sheet, index): NewPrintJob => ({ role: 'label', printerId: printer.id, title, piece: index + 1, pieces, copy, sheet }),
    ),
  );
}
