import type { FileReason } from '../../shared/order-file-reason.ts';

/** Thrown if reading shows that a file as a whole is unreadable; caught by the code that opens the file. */
export class NotReadable extends Error {
  readonly reason: FileReason;
  constructor(reason: FileReason) {
    super(reason.code);
    this.reason = reason;
  }
}
