import { z } from 'zod';
import { keyAccountSchema } from './key-account.ts';
import { messageSchema } from './message.ts';

export const documentTypes = ['Customs Invoice', 'Certificate of Origin'] as const;
export const uploadStateSchema = z.enum(['waiting', 'sending', 'accepted', 'rejected', 'unknown']);
export type UploadState = z.infer<typeof uploadStateSchema>;

/** A customs document on its way to the service: stored until the service reports `success`. */
export const uploadSchema = z.object({
  id: z.string(),
  /** Null if this bench did not book the order. */
  bookingId: z.string().nullable(),
  /** Order number of the service. */
  orderNo: z.string(),
  documentType: z.enum(documentTypes),
  name: z.string(),
  mediaType: z.string(),
  state: uploadStateSchema,
  message: messageSchema,
  changedAt: z.iso.datetime(),
  /** Account at the service, if it was stored. */
  account: z.string().optional(),
  /** The key and account it was uploaded with, if they are no longer in use. */
  otherAccount: keyAccountSchema.nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;
