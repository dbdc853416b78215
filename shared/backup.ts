import { z } from 'zod';

/** Reasons why no backup could be made. `journal-damaged`: the journal itself failed the check. */
export const backupProblems = ['folder-unusable', 'disk-full', 'copy-damaged', 'journal-damaged'] as const;
const backupProblemSchema = z.enum(backupProblems);
export type BackupProblem = z.infer<typeof backupProblemSchema>;

/** State of the journal backups, as Setup shows it. `lastAt`: when the newest verified backup was made. */
export const backupStateSchema = z.object({
  folder: z.string(),
  lastAt: z.iso.datetime().nullable(),
  problem: backupProblemSchema.nullable(),
});
export type BackupState = z.infer<typeof backupStateSchema>;
