import { request } from 'undici';
import { type TrackedOrder, trackedOrder } from './operations/track.ts';
import type { Store } from './store.ts';

/** One POST to the webhook's receiver. */
export interface WebhookDelivery {
  /** Empty for a test delivery. */
  readonly orderNo: string;
  readonly status: string;
  /** The receiver's status; undefined if there was no answer. */
  readonly httpStatus: number | undefined;
}

export interface Webhooks {
  /** Has the effect of the test button in the account's settings. */
  sendTest(): Promise<WebhookDelivery>;
  /**
   * Checks the status of every order by the clock. Delivers each status that changed since the last accepted delivery, one after another. A
   * delivery without a 2xx answer is repeated at the next call.
   */
  moveTracking(): Promise<readonly WebhookDelivery[]>;
}

const patienceMs = 5000;

/** Delivers tracking updates by POST. Both calls throw if no address is set. */
export function createWebhooks(parts: {
  readonly url: () => string | undefined;
  readonly store: Store;
  readonly clock: () => Date;
}): Webhooks {
  const { store, clock } = parts;

  async function deliver(event: string, order: TrackedOrder | undefined): Promise<WebhookDelivery> {
    const url = parts.url();
    if (url === undefined) throw new Error('The training service was started without a webhook address');
    const body = JSON.stringify({ event, created_at: clock().toISOString(), order: order ?? null });
    const about = { orderNo: order?.order_no ?? '', status: order?.status ?? '' };
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'courier-webhooks/1' },
        body,
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
        reset: true,
      });
      await answer.body.dump();
      return { ...about, httpStatus: answer.statusCode };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      return { ...about, httpStatus: undefined };
    }
  }

  return {
    sendTest: () => deliver('webhook.test', undefined),
    async moveTracking() {
      const { orders, sentStatuses } = store.memory;
      const deliveries: WebhookDelivery[] = [];
      for (const order of orders) {
        const tracked = trackedOrder(order, { store, now: clock() });
        if (tracked.status === (sentStatuses[order.orderNo] ?? 'Arranged')) continue;
        const delivery = await deliver('tracking.updated', tracked);
        deliveries.push(delivery);
        if (delivery.httpStatus === undefined || delivery.httpStatus < 200 || delivery.httpStatus > 299) continue;
        sentStatuses[order.orderNo] = tracked.status;
        store.save();
      }
      return deliveries;
    },
  };
}
