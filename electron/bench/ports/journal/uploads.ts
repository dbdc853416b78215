import type { Message } from '../../../../shared/message.ts';
import type { Upload } from '../../../../shared/upload.ts';
import type { RawAnswer } from '../courier.ts';

/** Stores documents that go to the service. */
export interface UploadJournal {
  addUpload(upload: Pick<Upload, 'bookingId' | 'orderNo' | 'documentType' | 'name' | 'mediaType' | 'account'>, bytes: Uint8Array): Upload;
  upload(id: string): Upload | undefined;
  uploadBytes(id: string): Uint8Array | undefined;
  uploadsOf(bookingId: string): readonly Upload[];
  /** By the service's own order number, whichever bench booked it. */
  uploadsOfOrder(orderNo: string): readonly Upload[];
  openUploads(): readonly Upload[];
  /** Compare-and-set. */
  moveUpload(id: string, from: readonly Upload['state'][], to: Upload['state'], message: Message, answer: RawAnswer | null): boolean;
}
