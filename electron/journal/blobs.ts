import { z } from 'zod';
import { type DocumentFormat, documentFormatSchema, paperFormatSchema } from '../../shared/printer.ts';
import type { EncodedDocument, EncodedPaper, RawAnswer } from '../bench/ports/courier.ts';
import type { Place } from './encryption.ts';
import { bytesColumn, type Store } from './store.ts';

type BlobKind = 'label' | 'remarks' | 'manifest' | 'sheet' | 'request' | 'answer' | 'upload' | 'quote' | 'tracked' | 'delivery' | 'ref';

/**
 * Encrypted bytes that belong to a booking, a pickup, a print job, an upload or an operation. One of each kind: a new one replaces the old
 * one.
 */
export interface Blobs {
  readonly keep: (ownerId: string, kind: BlobKind, bytes: Uint8Array, form?: string) => void;
  readonly bytes: (ownerId: string, kind: BlobKind) => Uint8Array | undefined;
  /** True if there are bytes that were not deleted on purpose, whether or not they can be read. */
  readonly isKept: (ownerId: string, kind: BlobKind) => boolean;
  readonly drop: (ownerId: string, kind: BlobKind) => void;
  readonly keepPaper: (ownerId: string, kind: BlobKind, paper: EncodedDocument | null) => void;
  readonly paper: (ownerId: string, kind: BlobKind) => EncodedPaper | undefined;
  readonly document: (ownerId: string, kind: BlobKind) => EncodedDocument | undefined;
  /** Does not decrypt the document; null if there is none. */
  readonly documentFormat: (ownerId: string, kind: BlobKind) => DocumentFormat | null;
  readonly keepAnswer: (ownerId: string, answer: RawAnswer) => void;
  readonly answer: (ownerId: string) => RawAnswer | undefined;
}

const blobRow = z.object({ form: z.string(), encrypted: bytesColumn });
const formRow = z.object({ form: documentFormatSchema });
export const blobPlace = (ownerId: string, kind: BlobKind): Place => ['kept.encrypted', `${ownerId} ${kind}`];
const answerForm = z.object({ status: z.int(), contentType: z.string() });

export function createBlobs(store: Store): Blobs {
  const rowOf = (ownerId: string, kind: BlobKind) =>
    store.get(blobRow, 'SELECT form, encrypted FROM kept WHERE owner_id = $ownerId AND kind = $kind', { ownerId, kind });

  const read = (ownerId: string, kind: BlobKind): { form: string; bytes: Uint8Array } | undefined => {
    const row = rowOf(ownerId, kind);
    const bytes = row && store.decryptBytes(row.encrypted, blobPlace(ownerId, kind));
    return row && bytes && { form: row.form, bytes };
  };

  const keep: Blobs['keep'] = (ownerId, kind, bytes, form = '') => {
    store.run('INSERT OR REPLACE INTO kept (owner_id, kind, form, encrypted) VALUES ($ownerId, $kind, $form, $encrypted)', {
      ownerId,
      kind,
      form,
      encrypted: store.encryptBytes(bytes, blobPlace(ownerId, kind)),
    });
  };

  return {
    keep,
    bytes: (ownerId, kind) => read(ownerId, kind)?.bytes,
    isKept: (ownerId, kind) => {
      const row = rowOf(ownerId, kind);
      return row !== undefined && !store.isForgotten(row.encrypted);
    },
    drop: (ownerId, kind) => {
      store.run('DELETE FROM kept WHERE owner_id = $ownerId AND kind = $kind', { ownerId, kind });
    },
    keepPaper: (ownerId, kind, paper) => {
      if (paper) keep(ownerId, kind, paper.bytes, paper.format);
    },
    paper: (ownerId, kind) => {
      const found = read(ownerId, kind);
      return found && { format: paperFormatSchema.parse(found.form), bytes: found.bytes };
    },
    document: (ownerId, kind) => {
      const found = read(ownerId, kind);
      return found && { format: documentFormatSchema.parse(found.form), bytes: found.bytes };
    },
    documentFormat: (ownerId, kind) =>
      store.get(formRow, 'SELECT form FROM kept WHERE owner_id = $ownerId AND kind = $kind', { ownerId, kind })?.form ?? null,
    keepAnswer: (ownerId, { status, contentType, body }) => keep(ownerId, 'answer', body, JSON.stringify({ status, contentType })),
    answer: (ownerId) => {
      const found = read(ownerId, 'answer');
      return found && { ...answerForm.parse(JSON.parse(found.form)), body: found.bytes };
    },
  };
}
