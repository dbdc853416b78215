import type { Answer } from '../../../shared/ipc.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';

/** What one print job prints. */
export const drawSheet = (room: BenchContext, jobId: string): Promise<Answer<'drawLabel'>> => drawn(room, room.journal.jobSheet(jobId));

/** The label that came for a booking, every sheet of it, whether or not it may be printed. */
export const drawLabel = (room: BenchContext, bookingId: string): Promise<Answer<'drawLabel'>> =>
  drawn(room, room.journal.label(bookingId));

async function drawn(room: BenchContext, paper: { readonly bytes: Uint8Array } | undefined): Promise<Answer<'drawLabel'>> {
  if (!paper) return room.fail('label-missing');
  const sheets = await room.paper.drawables(paper);
  return sheets.ok ? ok([...sheets.value]) : sheets;
}
