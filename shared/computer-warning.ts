import { z } from 'zod';

/** A problem of this computer that an administrator has to check. Packbench still works. */
export const computerWarningSchema = z.discriminatedUnion('code', [
  /** The certificates of the operating system cannot be read: only those that came with the program are trusted. */
  z.object({ code: z.literal('certificates-unreadable'), why: z.string() }),
  /** There is no key ring: secrets on the disk are only obscured. */
  z.object({ code: z.literal('no-key-ring') }),
  /** Other users of this computer can read a folder of Packbench. */
  z.object({ code: z.literal('folder-open'), folder: z.string() }),
  /** Another user of this computer packs with Packbench too, with a separate journal. `at`: when this was last detected. */
  z.object({ code: z.literal('other-user'), user: z.string(), at: z.iso.datetime() }),
]);
export type ComputerWarning = z.infer<typeof computerWarningSchema>;
