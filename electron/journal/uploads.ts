import { z } from 'zod';
import { messageSchema } from '../../shared/message.ts';
import { type Upload, uploadSchema } from '../../shared/upload.ts';
import type { PaperJournal } from '../bench/ports/journal/papers-due.ts';
import type { UploadJournal } from '../bench/ports/journal/uploads.ts';
import type { Blobs } from './blobs.ts';
import { accountOf, otherAccountOf, sentRow, sentWith } from './sent-with.ts';
import { bytesColumn, inList, type Store } from './store.ts';

const uploadRow = z.object({
  id: z.string(),
  booking_id: z.string().nullable(),
  order_no: z.string(),
  document_type: z.string(),
  media_type: z.string(),
  state: z.string(),
  changed_at: z.string(),
  encrypted_name: bytesColumn,
  encrypted_message: bytesColumn.nullable(),
  ...sentRow.shape,
});

export function createUploads(store: Store, blobs: Blobs, papersDue: Pick<PaperJournal, 'closePaper'>): UploadJournal {
  const whole = (row: z.infer<typeof uploadRow>): Upload =>
    uploadSchema.parse({
      id: row.id,
      bookingId: row.booking_id,
      orderNo: row.order_no,
      documentType: row.document_type,
      name: store.decrypt(z.string(), row.encrypted_name, ['uploads.encrypted_name', row.id]) ?? '',
      mediaType: row.media_type,
      state: row.state,
      message: store.decrypt(messageSchema, row.encrypted_message, ['uploads.encrypted_message', row.id]) ?? '',
      changedAt: row.changed_at,
      ...accountOf(row),
      otherAccount: otherAccountOf(store, row),
    });

  const upload = (id: string): Upload | undefined => {
    const row = store.get(uploadRow, 'SELECT * FROM uploads WHERE id = $id', { id });
    return row && whole(row);
  };

  return {
    upload,
    uploadBytes: (id) => blobs.bytes(id, 'upload'),
    uploadsOf: (bookingId) =>
      store.all(uploadRow, 'SELECT * FROM uploads WHERE booking_id = $bookingId ORDER BY sequence', { bookingId }).map(whole),
    openUploads: () => store.all(uploadRow, `SELECT * FROM uploads WHERE state <> 'accepted' ORDER BY sequence`).map(whole),

    uploadsOfOrder: (orderNo) =>
      store.all(uploadRow, 'SELECT * FROM uploads WHERE order_no = $orderNo ORDER BY sequence', { orderNo }).map(whole),

    addUpload: ({ bookingId, orderNo, documentType, name, mediaType, account }, bytes) =>
      store.commit(() => {
        const id = store.newId();
        const changedAt = store.now();
        const sequence = store.record(bookingId, 'upload-waiting', documentType);
        store.run(
          `INSERT INTO uploads (id, sequence, booking_id, order_no, document_type, media_type, state, changed_at, encrypted_name,
             sent_key, sent_account)
           VALUES ($id, $sequence, $bookingId, $orderNo, $documentType, $mediaType, 'waiting', $changedAt, $name, $sent_key, $sent_account)`,
          {
            id,
            sequence,
            bookingId,
            orderNo,
            documentType,
            mediaType,
            changedAt,
            name: store.encrypt(name, ['uploads.encrypted_name', id]),
            ...sentWith(store, account),
          },
        );
        blobs.keep(id, 'upload', bytes);
        return uploadSchema.parse({
          id,
          bookingId,
          orderNo,
          documentType,
          name,
          mediaType,
          state: 'waiting',
          message: '',
          changedAt,
          ...(account !== undefined && { account }),
          otherAccount: null,
        });
      }),

    moveUpload: (id, from, to, message, answer) =>
      store.commit(() => {
        if (from.includes('accepted')) throw new Error(`Upload ${id} cannot leave the state accepted.`);
        const changed = store.run(
          `UPDATE uploads SET state = $to, changed_at = $at, encrypted_message = $message WHERE id = $id AND state IN ${inList(from)}`,
          { id, to, at: store.now(), message: store.encrypt(message, ['uploads.encrypted_message', id]) },
        );
        if (changed !== 1) return false;
        if (answer) blobs.keepAnswer(id, answer);
        const moved = upload(id);
        store.record(moved?.bookingId ?? null, `upload-${to}`, message);
        if (moved?.bookingId) store.publish({ is: 'booking-changed', bookingId: moved.bookingId });
        if (moved?.bookingId && to === 'accepted' && moved.documentType === 'Customs Invoice')
          papersDue.closePaper(moved.bookingId, 'invoice', moved.name);
        return true;
      }),
  };
}
