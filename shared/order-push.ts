import { z } from 'zod';
import { reachSettingsSchema } from './port-listener.ts';

/** Whether others may send orders to this computer. */
export const pushSettingsSchema = reachSettingsSchema.extend({
  isOn: z.boolean(),
  /** What a sender proves itself with, made by the program; empty until it was first turned on. */
  token: z.string(),
});
export type PushSettings = z.infer<typeof pushSettingsSchema>;

export const noPush: PushSettings = { isOn: false, port: 8741, fromNetwork: false, acceptsPlain: false, token: '' };

export const pushPath = '/orders';

/** Where a sender sends to. */
export const pushAddress = ({ port, fromNetwork }: PushSettings, ownAddress: string): string =>
  `http://${fromNetwork ? ownAddress : '127.0.0.1'}:${port}${pushPath}`;
