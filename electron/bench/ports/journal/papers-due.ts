import type { PaperDue, PaperKind } from '../../../../shared/paper-due.ts';

/** Documents that a user has to handle. */
export interface PaperJournal {
  /** Marks a document for a user. Safe to repeat: the newer reason counts. `writeBooked` adds the invoice that the service waits for. */
  writePaperDue(due: PaperDue): void;
  /** Oldest first. */
  papersDue(): readonly PaperDue[];
  /** False if it is not due. `how` stays in the history. */
  closePaper(ownerId: string, kind: PaperKind, how: string): boolean;
}
