import type { FileReason } from '../../shared/order-file-reason.ts';

/** Thrown where a file shows deep in its reading that it cannot be read as a whole; caught where the file is opened. */
export class NotReadable extends Error {
  readonly reason: FileReason;
  constructor(reason: FileReason) {
    super(reason.code);
    this.reason = reason;
  }
}
