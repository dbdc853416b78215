/** Fields of a log line. None is for a name, address, label or secret. `logFieldNames` lists them for the running program. */
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

export const logFieldNames = [
  'code',
  'ref',
  'action',
  'state',
  'step',
  'status',
  'count',
  'ms',
  'bookingId',
  'jobId',
  'pickupId',
  'uploadId',
  'world',
  'stack',
] as const satisfies readonly (keyof LogFields)[];

export type Log = (event: string, fields?: LogFields) => void;
