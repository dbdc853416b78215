import { z } from 'zod';
import type { Printer } from '../../shared/printer.ts';
import type { ContextParts } from './context-parts.ts';
import { writeDown } from './exchange/write-down.ts';

/** The label printer that the backup printer replaces, at most one. Kept in the journal, so a restart changes nothing. */
export interface Standby {
  /** Returns the backup printer, if there is another label printer that it can replace. */
  readonly printer: () => Printer | undefined;
  readonly isInUse: () => boolean;
  readonly rests: (printerId: string) => boolean;
  /** Returns the printer that now takes the labels of this one. */
  readonly inPlaceOf: (printer: Printer) => Printer;
  readonly rest: (printerId: string) => void;
  readonly wake: () => void;
  /** Ends the replacement of printers that Setup no longer names, or that have no backup printer. */
  readonly forgetGone: () => void;
}

export const restingFact = 'resting-printers';
const restingSchema = z.array(z.string());

export function createStandby(parts: Pick<ContextParts, 'journal' | 'allPrinters' | 'fail' | 'log'>): Standby {
  const { journal, allPrinters } = parts;
  const kept = journal.fact(restingFact);
  let resting: readonly string[] = kept ? restingSchema.parse(JSON.parse(kept)) : [];
  const write = (now: readonly string[]): void => journal.setFact(restingFact, JSON.stringify(now));
  const keep = (now: readonly string[]): void => {
    write(now);
    resting = now;
  };
  const labels = (isStandby: boolean): Printer[] =>
    allPrinters().filter(({ route }) => route.role === 'label' && route.isStandby === isStandby);
  const printer = (): Printer | undefined => (labels(false).length > 0 ? labels(true)[0] : undefined);
  const restingNow = (): readonly string[] => (printer() ? resting.filter((id) => labels(false).some((each) => each.id === id)) : []);
  const rests = (printerId: string): boolean => restingNow().includes(printerId);
  return {
    printer,
    isInUse: () => restingNow().length > 0,
    rests,
    inPlaceOf: (usual) => (rests(usual.id) ? (printer() ?? usual) : usual),
    rest: (printerId) => keep([printerId]),
    wake() {
      if (resting.length > 0) keep([]);
    },
    forgetGone() {
      const now = restingNow();
      if (now.length === resting.length) return;
      resting = now;
      writeDown(parts, () => write(now));
    },
  };
}
