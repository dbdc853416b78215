import type { Result } from '../../../shared/result.ts';

/** What an attempt holds while it may be sent. */
export interface Grant {
  /** Its outcome is written down, or nothing was sent. Safe to repeat. */
  release(): void;
}

/** Who may send what is sent at most once. Asked between the intent and the request. */
export interface Grants {
  /**
   * Grants all of these slots to one attempt, or none: `taken-elsewhere` while another attempt holds one of them. A slot is a shipment of
   * an order, or a parcel to be collected. Safe to repeat for the same attempt.
   */
  claim(attempt: { readonly id: string; readonly slots: readonly string[] }): Promise<Result<Grant, 'taken-elsewhere'>>;
}
