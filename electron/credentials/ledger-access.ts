import { existsSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { SealedFiles } from './sealed-files.ts';

const accessSchema = z.object({
  url: z.string(),
  token: z.string(),
  /** This bench is on its way out: it asks the ledger for nothing more, and goes as soon as the ledger says so. */
  isLeaving: z.boolean().optional(),
});
/** Where the ledger of the site is, and what this bench proves itself with. */
export type LedgerAccess = z.infer<typeof accessSchema>;

export interface KeptLedgerAccess {
  /** True also where its file is gone or cannot be read: a bench that has joined is not alone all the same. */
  readonly has: () => boolean;
  readonly read: () => LedgerAccess | undefined;
  readonly save: (access: LedgerAccess) => void;
  /** This bench is alone from here on. Where it is cut off, its file is there still. */
  readonly forget: () => void;
}

const name = 'ledger';

/** `mark` is a file outside the data folder that says that this bench has joined, so that it stays so where its access is lost. */
export function keepLedgerAccess({ files, mark }: { readonly files: SealedFiles; readonly mark: string }): KeptLedgerAccess {
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
