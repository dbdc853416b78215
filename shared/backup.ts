import { z } from 'zod';

/** Why no backup could be made. `journal-damaged`: what the backup found is wrong in the journal itself. */
export const backupProblems = ['folder-unusable', 'disk-full', 'copy-damaged', 'journal-damaged'] as const;
const backupProblemSchema = z.enum(backupProblems);
export type BackupProblem = z.infer<typeof backupProblemSchema>;

/** What Setup says of the copies of the journal. `lastAt`: when the newest verified one was made. */
export const backupStateSchema = z.object({
  folder: z.string(),
  lastAt: z.iso.datetime().nullable(),
  problem: backupProblemSchema.nullable(),
});
export type BackupState = z.infer<typeof backupStateSchema>;
