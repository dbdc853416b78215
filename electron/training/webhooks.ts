import { request } from 'undici';
import { type TrackedOrder, trackedOrder } from './operations/track.ts';
import type { Store } from './store.ts';

/** One POST to the webhook's receiver. */
export interface WebhookDelivery {
  /** Empty for a test delivery. */
  readonly orderNo: string;
  readonly status: string;
  /** What the receiver answered; undefined when it did not. */
  readonly httpStatus: number | undefined;
}

export interface Webhooks {
  /** What the button in the account's settings does. */
  sendTest(): Promise<WebhookDelivery>;
  /**
   * Looks where every order is by the clock, and delivers each that moved since the receiver was last told, one after another. What was
   * not answered with 2xx is delivered again the next time.
   */
  moveTracking(): Promise<readonly WebhookDelivery[]>;
}

const patienceMs = 5000;

/** Tracking updates by POST; without an address both calls are errors, like a setting nobody filled in. */
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
      const { orders, toldStatuses } = store.memory;
      const deliveries: WebhookDelivery[] = [];
      for (const order of orders) {
        const tracked = trackedOrder(order, { store, now: clock() });
        if (tracked.status === (toldStatuses[order.orderNo] ?? 'Arranged')) continue;
        const delivery = await deliver('tracking.updated', tracked);
        deliveries.push(delivery);
        if (delivery.httpStatus === undefined || delivery.httpStatus < 200 || delivery.httpStatus > 299) continue;
        toldStatuses[order.orderNo] = tracked.status;
        store.save();
      }
      return deliveries;
    },
  };
}
