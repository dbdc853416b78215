import type { Answer } from '../../../shared/ipc.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';

type DrawContext = Pick<BenchContext, 'fail' | 'journal' | 'paper'>;

export const drawSheet = (context: DrawContext, jobId: string): Promise<Answer<'drawLabel'>> =>
  drawn(context, context.journal.jobSheet(jobId));

/** Draws every page of the label received for a booking, even if it may not be printed. */
export const drawLabel = (context: DrawContext, bookingId: string): Promise<Answer<'drawLabel'>> =>
  drawn(context, context.journal.label(bookingId));

async function drawn(context: DrawContext, paper: { readonly bytes: Uint8Array } | undefined): Promise<Answer<'drawLabel'>> {
  if (!paper) return context.fail('label-missing');
  const sheets = await context.paper.drawables(paper);
  return sheets.ok ? ok([...sheets.value]) : sheets;
}
