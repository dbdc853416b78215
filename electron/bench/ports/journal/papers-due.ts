import type { PaperDue, PaperKind } from '../../../../shared/paper-due.ts';

/** Papers that wait for a person. */
export interface PaperJournal {
  /** A person has to see to it. Safe to repeat: the newer reason counts. An invoice that the service waits for is asked for by `writeBooked`. */
  writePaperDue(due: PaperDue): void;
  /** Oldest first. */
  papersDue(): readonly PaperDue[];
  /** False where it is not due. `how` stays in the history. */
  closePaper(ownerId: string, kind: PaperKind, how: string): boolean;
}
