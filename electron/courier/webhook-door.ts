import { networkInterfaces } from 'node:os';
import PQueue from 'p-queue';
import { blockedDoor, type PortDoor } from '../../shared/port-door.ts';
import { startWebhookReceiver, type WebhookReceiver, type WebhookReceiverOptions } from './webhooks.ts';

export interface WebhookDoorKeeper {
  state(): PortDoor;
  /** Opens the door there, or shuts it, after whatever was asked before. Never throws: `state` says what came of it. */
  move(to: { readonly port: number; readonly secretPath: string } | null): Promise<void>;
}

/** The one receiver of a world: opened, moved to another port or address, and shut. `host` is where it listens. */
export function createWebhookDoor(
  parts: Pick<WebhookReceiverOptions, 'host' | 'commit' | 'now' | 'log'> & { readonly changed: () => void },
): WebhookDoorKeeper {
  let receiver: WebhookReceiver | undefined;
  let state: PortDoor = { is: 'shut' };
  const moves = new PQueue({ concurrency: 1 });

  async function moveNow(to: { readonly port: number; readonly secretPath: string } | null): Promise<void> {
    await receiver?.stop();
    receiver = undefined;
    state = { is: 'shut' };
    if (to) {
      try {
        receiver = await startWebhookReceiver({ ...parts, ...to });
        state = { is: 'open', port: receiver.port };
      } catch (error) {
        const code = error instanceof Error ? String('code' in error ? error.code : error.name) : '';
        state = blockedDoor(to.port, code);
        parts.log('webhook-blocked', { code });
      }
    }
    parts.changed();
  }

  return {
    state: () => state,
    move: (to) => moves.add(() => moveNow(to)),
  };
}

/** The address of this computer in its own network, or `127.0.0.1` where it has none. */
export function ownAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return found?.address ?? '127.0.0.1';
}
