/** What a log line may hold. No name, address, label or secret has a field here, so none can be logged. */
export interface LogFields {
  readonly code?: string;
  readonly ref?: string;
  readonly action?: string;
  readonly state?: string;
  readonly step?: string;
  readonly status?: number;
  readonly count?: number;
  readonly ms?: number;
  readonly bookingId?: string;
  readonly jobId?: string;
  readonly pickupId?: string;
  readonly uploadId?: string;
  readonly world?: string;
  /** Stack frames only: the message of a bug may quote what it choked on. */
  readonly stack?: string;
}

export type Log = (event: string, fields?: LogFields) => void;
