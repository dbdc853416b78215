import { z } from 'zod';
import { keyAccountSchema } from './key-account.ts';
import { saidSchema } from './said.ts';

export const documentTypes = ['Customs Invoice', 'Certificate of Origin'] as const;
export const uploadStateSchema = z.enum(['waiting', 'sending', 'accepted', 'rejected', 'unknown']);
export type UploadState = z.infer<typeof uploadStateSchema>;

/** A customs document on its way to the service: kept until it says `success`. */
export const uploadSchema = z.object({
  id: z.string(),
  /** Null where this bench did not book the order. */
  bookingId: z.string().nullable(),
  /** Of the service. */
  orderNo: z.string(),
  documentType: z.enum(documentTypes),
  name: z.string(),
  mediaType: z.string(),
  state: uploadStateSchema,
  said: saidSchema,
  changedAt: z.iso.datetime(),
  /** The account of the service it is of, where that was noted. */
  account: z.string().optional(),
  /** With what it was given in, where that is not the key and an account in use. */
  otherAccount: keyAccountSchema.nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;
