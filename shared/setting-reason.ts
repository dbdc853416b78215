import { z } from 'zod';
import { roles } from './person.ts';

/** Why a setting is not accepted, or cannot be used. The sentences are in `renderer/text/`. */
export const settingReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('pin-not-digits') }),
  z.object({ code: z.literal('person-without-name') }),
  z.object({ code: z.literal('person-gone') }),
  /** The lowest role that may make a call. */
  z.object({ code: z.literal('needs-role'), role: z.enum(roles) }),
  z.object({ code: z.literal('person-twice'), name: z.string() }),
  z.object({ code: z.literal('person-without-proof') }),
  z.object({ code: z.literal('person-last-admin') }),
  z.object({ code: z.literal('badge-of-another'), name: z.string() }),
  z.object({ code: z.literal('badge-unusable') }),
  z.object({ code: z.literal('passphrase-short') }),
  z.object({ code: z.literal('time-zone-unknown'), name: z.string() }),
  z.object({ code: z.literal('backup-folder-unusable'), folder: z.string() }),
  z.object({ code: z.literal('key-kept-for'), origin: z.string() }),
  z.object({ code: z.literal('account-not-latin'), account: z.string() }),
  z.object({ code: z.literal('sender-twice'), name: z.string() }),
  z.object({ code: z.literal('ledger-address-wrong') }),
  z.object({ code: z.literal('ledger-token-wrong') }),
  z.object({ code: z.literal('join-code-wrong') }),
  z.object({ code: z.literal('site-not-named') }),
  z.object({ code: z.literal('join-word-wrong') }),
  /** On Windows, if no person has allowed yet that this computer signs in there. */
  z.object({ code: z.literal('folder-elsewhere'), folder: z.string(), host: z.string() }),
  z.object({ code: z.literal('hot-folder-not-whole'), folder: z.string() }),
  z.object({ code: z.literal('picture-host-unusable'), host: z.string() }),
  z.object({ code: z.literal('write-back-folder-unusable'), folder: z.string() }),
  /** A value that two shift leads have set differently; empty if there is none. */
  z.object({ code: z.literal('setting-elsewhere'), bench: z.int(), name: z.string(), theirs: z.string(), yours: z.string() }),
  z.object({ code: z.literal('mapping-incomplete') }),
  z.object({ code: z.literal('mappings-too-many'), most: z.int() }),
  z.object({ code: z.literal('mapping-file-unreadable') }),
  z.object({ code: z.literal('explanation-not-kept') }),
]);
export type SettingReason = z.infer<typeof settingReasonSchema>;
