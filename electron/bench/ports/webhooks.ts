/** A delivery as received. Neither its sender nor its content can be trusted: it is a hint to call `track`, never a fact. */
export interface Delivery {
  readonly receivedAt: Date;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Texts in it that may be order numbers; the caller filters them by the known orders. */
  readonly candidates: readonly string[];
}

export type DeliveryState = 'waiting' | 'not-understood';

/** The bytes of a delivery: as received, deleted on purpose, or damaged on the disk. */
export type DeliveryBody = Uint8Array | 'deleted' | 'damaged';

export interface KeptDelivery {
  readonly id: string;
  readonly receivedAt: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly candidates: readonly string[];
}
