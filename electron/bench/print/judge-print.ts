import type { PrinterLook, PrinterMark } from '../ports/printers.ts';

export type PrintJudgement = 'printed' | 'not-printed' | 'look-again' | 'unclear';

/** Maximum number of looks until a printer has to be idle, or to answer at all. */
const mostLooks = 10;
/** Looks in a row at an idle printer, so that bytes still on their way have arrived or never will. */
const restfulLooks = 4;
/** Later, or if the clock was set back, other prints may have moved the counter. */
const mostMinutes = 10;

/**
 * Determines what became of a sheet that was being sent when the program ended, from the printer's counter before and now. Trusts only an
 * idle printer, and only the one that got the sheet, as far as its serial number shows. If the counter moved by exactly this sheet's
 * labels, the sheet came out; if it did not move, the sheet did not. A user decides every other case, because printing again would put a
 * second label on the table.
 */
export function judgePrint(mark: PrinterMark, looks: readonly PrinterLook[], minutesSince: number): PrintJudgement {
  const last = looks.at(-1);
  if (mark.count === null) return 'unclear';
  const later = looks.length < mostLooks ? 'look-again' : 'unclear';
  if (!last || last.count === null || last.holds === 'unknown') return later;
  if (mark.serial !== undefined && last.serial === undefined) return later;
  if (mark.serial !== undefined && last.serial !== mark.serial) return 'unclear';
  const moved = last.count - mark.count;
  if (moved < 0 || moved > mark.labels) return 'unclear';
  if (last.holds === 'something') return later;
  if (moved === mark.labels) return Math.abs(minutesSince) <= mostMinutes ? 'printed' : 'unclear';
  const rest = looks.slice(-restfulLooks);
  const isAtRest = rest.length === restfulLooks && rest.every(({ count, holds }) => holds === 'nothing' && count === last.count);
  if (!isAtRest) return later;
  return moved === 0 ? 'not-printed' : 'unclear';
}
