/** A delivery as it came. Neither its sender nor its words can be trusted: it is a hint to ask `track`, never a fact. */
export interface Delivery {
  readonly receivedAt: Date;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Texts in it that may be order numbers; whoever knows the orders tells which are. */
  readonly candidates: readonly string[];
}

export type DeliveryState = 'waiting' | 'not-understood';

export interface KeptDelivery {
  readonly id: string;
  readonly receivedAt: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly candidates: readonly string[];
}
