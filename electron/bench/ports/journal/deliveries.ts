import type { Delivery, DeliveryState, KeptDelivery } from '../webhooks.ts';

/** What the service delivered by itself. */
export interface DeliveryJournal {
  /** `waiting`, with its bytes as they came. Answers its id. */
  keepDelivery(delivery: Delivery): string;
  /** Oldest first. */
  deliveries(state: DeliveryState): readonly KeptDelivery[];
  deliveryBody(id: string): Uint8Array | undefined;
  /** `waiting → not-understood`. */
  setDeliveryAside(id: string): void;
  /** Forgets a delivery that is done with; `how` stays in the history. False where there is none. */
  closeDelivery(id: string, how: string): boolean;
  /** When the newest delivery came, whatever became of it. */
  lastDeliveryAt(): string | undefined;
}
