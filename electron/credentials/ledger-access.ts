import { existsSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

const accessSchema = z.object({
  url: z.string(),
  token: z.string(),
  /** This bench is leaving: it asks the ledger for nothing more, and leaves as soon as the ledger allows it. */
  isLeaving: z.boolean().optional(),
});
/** The address of the site's ledger, and the token of this bench. */
export type LedgerAccess = z.infer<typeof accessSchema>;

export interface KeptLedgerAccess {
  /** True even if the file is gone or cannot be read: a bench that has joined does not work alone. */
  readonly has: () => boolean;
  readonly read: () => LedgerAccess | undefined;
  readonly save: (access: LedgerAccess) => void;
  /** From now on this bench works alone. If this is interrupted, the file still exists. */
  readonly forget: () => void;
}

const name = 'ledger';

/** `mark`: a file outside the data folder which shows that this bench has joined, so that this still holds if its access is lost. */
export function keepLedgerAccess({ files, mark }: { readonly files: EncryptedFiles; readonly mark: string }): KeptLedgerAccess {
  const writeMark = (): void => {
    if (!existsSync(mark)) writeDurably(mark, new Uint8Array());
  };
  return {
    has: () => files.has(name) || existsSync(mark),
    read: () => {
      const access = files.read(name, accessSchema);
      if (access) writeMark();
      return access;
    },
    save: (access) => {
      files.write(name, access);
      writeMark();
    },
    forget: () => {
      removeHeld(mark);
      files.remove(name);
    },
  };
}
