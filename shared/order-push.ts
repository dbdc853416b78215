import { z } from 'zod';
import { portSchema } from './port-door.ts';

/** Whether others may send orders to this computer. */
export const pushSettingsSchema = z.object({
  isOn: z.boolean(),
  port: portSchema,
  /** Other computers may, and not this one alone. */
  fromNetwork: z.boolean(),
  /** What a sender proves itself with, made by the program; empty until it was first turned on. */
  token: z.string(),
});
export type PushSettings = z.infer<typeof pushSettingsSchema>;

export const noPush: PushSettings = { isOn: false, port: 8741, fromNetwork: false, token: '' };

export const pushPath = '/orders';

/** Where a sender sends to. */
export const pushAddress = ({ port, fromNetwork }: PushSettings, ownAddress: string): string =>
  `http://${fromNetwork ? ownAddress : '127.0.0.1'}:${port}${pushPath}`;
