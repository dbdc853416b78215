/** Fields of a log line. None is for a name, address, label or secret, so none can be logged. */
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
  /** Stack frames only: the message of a bug may quote the data that caused it. */
  readonly stack?: string;
}

export type Log = (event: string, fields?: LogFields) => void;
