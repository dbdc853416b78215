import { createWebhookListener } from '../../electron/courier/webhook-listener.ts';
import { createPushListener, type PushAnswer } from '../../electron/orders/push-listener.ts';
import { noPush } from '../../shared/order-push.ts';
import { freePort } from '../fakes/free-port.ts';

const secret = 'k3yk3yk3yk3yk3yk3yk3yk3y';

/** An open listener of one kind, with the facts that a sender needs. */
export interface Door {
  readonly port: number;
  /** The first lines of an accepted request; with `isRight` false, those of a request from a stranger. */
  head(isRight?: boolean): string;
  /** Bodies that were accepted. */
  readonly taken: readonly string[];
  stop(): Promise<void>;
}

export interface DoorOptions {
  readonly timeoutMs?: number;
  /** Called with each body before it is answered. */
  readonly taking?: (body: string) => Promise<void>;
}

const silent = { log: () => undefined, changed: () => undefined };

async function openPush({ timeoutMs, taking }: DoorOptions): Promise<Door> {
  const taken: string[] = [];
  const port = await freePort();
  const door = createPushListener({
    ...silent,
    ...(timeoutMs !== undefined && { timeoutMs }),
    async take(bytes): Promise<PushAnswer> {
      const body = new TextDecoder().decode(bytes);
      await taking?.(body);
      taken.push(body);
      return { status: 200, body: { taken: body.length } };
    },
  });
  await door.move({ ...noPush, isOn: true, port, token: secret });
  return {
    port,
    taken,
    head: (isRight = true) => `POST /orders HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${isRight ? secret : 'guess'}\r\n`,
    stop: () => door.move(null),
  };
}

async function openWebhooks({ taking }: DoorOptions): Promise<Door> {
  const taken: string[] = [];
  const port = await freePort();
  const door = createWebhookListener({
    ...silent,
    now: () => new Date('2026-11-23T09:00:00Z'),
    commit(delivery) {
      const body = new TextDecoder().decode(delivery.body);
      void taking?.(body);
      taken.push(body);
    },
  });
  await door.move({ port, fromNetwork: false, acceptsPlain: false, secretPath: secret });
  return {
    port,
    taken,
    head: (isRight = true) => `POST /webhook/${isRight ? secret : 'guess'} HTTP/1.1\r\nhost: a\r\n`,
    stop: () => door.move(null),
  };
}

export const doors = [
  ['pushed orders', openPush],
  ['webhooks', openWebhooks],
] as const;
