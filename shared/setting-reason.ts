import { z } from 'zod';

/** Why a setting is not taken, or cannot be used. What each says stands in `renderer/text/`. */
export const settingReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('pin-not-digits') }),
  z.object({ code: z.literal('time-zone-unknown'), name: z.string() }),
  z.object({ code: z.literal('backup-folder-unusable'), folder: z.string() }),
  z.object({ code: z.literal('key-kept-for'), origin: z.string() }),
  z.object({ code: z.literal('account-not-latin'), account: z.string() }),
]);
export type SettingReason = z.infer<typeof settingReasonSchema>;
