import { networkInterfaces } from 'node:os';
import type { ReachSettings } from '../../shared/port-listener.ts';
import { createPortKeeper, type PortKeeper } from '../listener/port-keeper.ts';
import { startWebhookReceiver, type WebhookReceiverOptions } from './webhooks.ts';

/** Address of an environment's webhook receiver. */
export interface WebhookPlace extends ReachSettings {
  readonly secretPath: string;
}

/** The one receiver of an environment. */
export const createWebhookListener = (
  parts: Pick<WebhookReceiverOptions, 'commit' | 'now' | 'log'> & { readonly changed: () => void },
): PortKeeper<WebhookPlace> =>
  createPortKeeper({
    start: ({ port, secretPath }, host) => startWebhookReceiver({ ...parts, host, port, secretPath }),
    blocked: (code) => parts.log('webhook-blocked', { code }),
    changed: parts.changed,
  });

/** Returns the address of this computer in its own network, or `127.0.0.1` if it has none. */
export function ownAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return found?.address ?? '127.0.0.1';
}
