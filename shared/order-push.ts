import { z } from 'zod';
import { reachSettingsSchema } from './port-listener.ts';

/** Settings for orders that others send to this computer. */
export const pushSettingsSchema = reachSettingsSchema.extend({ isOn: z.boolean() });
export type PushSettings = z.infer<typeof pushSettingsSchema>;

export const noPush: PushSettings = { isOn: false, port: 8741, fromNetwork: false, acceptsPlain: false };

export const pushPath = '/orders';

/** The address that senders use. */
export const pushAddress = ({ port, fromNetwork }: PushSettings, ownAddress: string): string =>
  `http://${fromNetwork ? ownAddress : '127.0.0.1'}:${port}${pushPath}`;
