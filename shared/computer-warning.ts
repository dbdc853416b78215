import { z } from 'zod';

/** Something about this computer that an administrator has to look at. Packbench works all the same. */
export const computerWarningSchema = z.discriminatedUnion('code', [
  /** The certificates that the operating system trusts cannot be read: only those that came with the program count. */
  z.object({ code: z.literal('certificates-unreadable'), why: z.string() }),
  /** There is no key ring: secrets on the disk are only obscured. */
  z.object({ code: z.literal('no-key-ring') }),
  /** Other users of this computer can read a folder of Packbench. */
  z.object({ code: z.literal('folder-open'), folder: z.string() }),
  /** Another user of this computer packs with Packbench too, with a journal of their own. `at`: when that was seen last. */
  z.object({ code: z.literal('other-user'), user: z.string(), at: z.iso.datetime() }),
]);
export type ComputerWarning = z.infer<typeof computerWarningSchema>;
