import { z } from 'zod';
import type { OrderKey } from './order.ts';
import { worldSchema } from './world.ts';

/**
 * The journal in use is not the one that was written: it was restored from a copy made at `backupAt`, or begun empty where that is
 * null. What was booked between then and `restoredAt` is not in it, so every order is asked about until a person ends the doubt.
 */
export const restoredSchema = z.object({ backupAt: z.iso.datetime().nullable(), restoredAt: z.iso.datetime() });
export type Restored = z.infer<typeof restoredSchema>;

/** The journal of a world that cannot be opened, with no copy to restore. `keptAs`: where its files were set aside. */
export const lostJournalSchema = z.object({ world: worldSchema, keptAs: z.array(z.string()), backupFolder: z.string() });
export type LostJournal = z.infer<typeof lostJournalSchema>;

/** What is stored here is sealed with a key that this computer, or its user, cannot open. `backupFolder`: where its copies are kept. */
export const lockedDataSchema = z.object({ backupFolder: z.string() });
export type LockedData = z.infer<typeof lockedDataSchema>;

/** Why a bench that could ship must not book now. Each is also the code of the failure that says so. */
export const journalTroubleSchema = z.enum(['answer-not-written', 'journal-damaged', 'disk-low']);
export type JournalTrouble = z.infer<typeof journalTroubleSchema>;

/** The facts a journal keeps of its restore. A restore writes the first and forgets the others, which were said of an older one. */
export const restoreFacts = {
  /** `Restored` as JSON; empty once a person ended the doubt. */
  restored: 'restored',
  /** Of which restore everything begun was marked for a person. */
  marked: 'restored-marked',
  /** Which witness this journal was last found not to hold. */
  judged: 'restored-judged',
  unshippedPrefix: 'unshipped ',
} as const;

/** Of which restore a person said that this order was not shipped before it. */
export const unshippedFact = (key: OrderKey): string => `${restoreFacts.unshippedPrefix}${key}`;
