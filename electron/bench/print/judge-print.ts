import type { PrinterLook, PrinterMark } from '../ports/printers.ts';

export type PrintJudgement = 'printed' | 'not-printed' | 'look-again' | 'cannot-tell';

/** As many looks as a printer is given to come to rest, or to answer at all. */
const mostLooks = 10;
/** Looks in a row at a printer at rest, so that bytes still on their way have come or will not. */
const restfulLooks = 4;
/** Later, or by a clock that was set back since, somebody else may have used the printer, and its counter says nothing of our label. */
const mostMinutes = 10;

/**
 * What became of a sheet that was being sent when the program ended, by the printer's own count before and now. Only a printer
 * at rest is believed, and no other than the one that got the sheet, as far as it says: moved by exactly this sheet's labels, it came out; not moved at all, it did not. Everything else is a
 * person's to say, because printing again would put a second label on the table.
 */
export function judgePrint(mark: PrinterMark, looks: readonly PrinterLook[], minutesSince: number): PrintJudgement {
  const last = looks.at(-1);
  if (mark.count === null) return 'cannot-tell';
  const later = looks.length < mostLooks ? 'look-again' : 'cannot-tell';
  if (!last || last.count === null || last.holds === 'not-said') return later;
  if (mark.serial !== undefined && last.serial === undefined) return later;
  if (mark.serial !== undefined && last.serial !== mark.serial) return 'cannot-tell';
  const moved = last.count - mark.count;
  if (moved < 0 || moved > mark.labels) return 'cannot-tell';
  if (last.holds === 'something') return later;
  if (moved === mark.labels) return Math.abs(minutesSince) <= mostMinutes ? 'printed' : 'cannot-tell';
  const rest = looks.slice(-restfulLooks);
  const isAtRest = rest.length === restfulLooks && rest.every(({ count, holds }) => holds === 'nothing' && count === last.count);
  if (!isAtRest) return later;
  return moved === 0 ? 'not-printed' : 'cannot-tell';
}
