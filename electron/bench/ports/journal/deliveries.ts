import type { Delivery, DeliveryBody, DeliveryState, KeptDelivery } from '../webhooks.ts';

/** Stores webhook deliveries of the service. */
export interface DeliveryJournal {
  /** Stores a delivery in `waiting`, with its bytes as received. Returns its id. */
  keepDelivery(delivery: Delivery): string;
  /** Oldest first. */
  deliveries(state: DeliveryState): readonly KeptDelivery[];
  deliveryBody(id: string): DeliveryBody;
  /** `waiting → not-understood`. */
  setDeliveryAside(id: string): void;
  /** Deletes a delivery that is finished; `how` stays in the history. False if there is none. */
  closeDelivery(id: string, how: string): boolean;
  /** Time at which the newest delivery arrived, whatever became of it. */
  lastDeliveryAt(): string | undefined;
}
