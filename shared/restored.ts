import { z } from 'zod';
import type { OrderKey } from './order.ts';
import { worldSchema } from './world.ts';

/**
 * Set if the journal in use is not the original: it was restored from a backup made at `backupAt`, or started empty if that is null. It
 * does not contain the bookings between then and `restoredAt`, so the bench asks about every order until a person ends the doubt.
 */
export const restoredSchema = z.object({ backupAt: z.iso.datetime().nullable(), restoredAt: z.iso.datetime() });
export type Restored = z.infer<typeof restoredSchema>;

/** The journal of an environment that cannot be opened and has no copy to restore. `keptAs`: where its files were moved. */
export const lostJournalSchema = z.object({ world: worldSchema, keptAs: z.array(z.string()), backupFolder: z.string() });
export type LostJournal = z.infer<typeof lostJournalSchema>;

/** The stored data is encrypted with a key that this computer or its user cannot open. `backupFolder`: the folder of the backups. `asks`: the way to open it. */
export const lockedDataSchema = z.object({ backupFolder: z.string(), asks: z.enum(['passphrase', 'recovery-code']) });
export type LockedData = z.infer<typeof lockedDataSchema>;

/** Why a bench must not book at the moment. Each is also the code of the failure that is shown. */
export const journalTroubleSchema = z.enum(['answer-not-written', 'journal-damaged', 'disk-low']);
export type JournalTrouble = z.infer<typeof journalTroubleSchema>;

/** Facts that a journal stores about its restore. A restore writes the first and deletes the others, which belong to an older restore. */
export const restoreFacts = {
  /** `Restored` as JSON; empty once a person has ended the doubt. */
  restored: 'restored',
  /** The restore for which all unfinished items were marked for a check. */
  marked: 'restored-marked',
  /** The rollback guard that this journal last failed to match. */
  judged: 'restored-judged',
  unshippedPrefix: 'unshipped ',
} as const;

/** Name of the fact that stores for which restore a person confirmed that this order was not shipped before. */
export const unshippedFact = (key: OrderKey): string => `${restoreFacts.unshippedPrefix}${key}`;
