import { z } from 'zod';

export const documentTypes = ['Customs Invoice', 'Certificate of Origin'] as const;
export const uploadStateSchema = z.enum(['waiting', 'sending', 'accepted', 'rejected', 'unknown']);
export type UploadState = z.infer<typeof uploadStateSchema>;

/** A customs document on its way to the service: kept until it says `success`. */
export const uploadSchema = z.object({
  id: z.string(),
  bookingId: z.string(),
  documentType: z.enum(documentTypes),
  name: z.string(),
  mediaType: z.string(),
  state: uploadStateSchema,
  said: z.string(),
  changedAt: z.iso.datetime(),
});
export type Upload = z.infer<typeof uploadSchema>;
