import { z } from 'zod';

/** What a printer says it is. What it did not say is null. */
export const printerAboutSchema = z.object({
  model: z.string(),
  firmware: z.string(),
  dpi: z.int().nullable(),
  /** How wide it prints. */
  widthMm: z.number().nullable(),
  /** How long its labels are. */
  heightMm: z.number().nullable(),
});
export type PrinterAbout = z.infer<typeof printerAboutSchema>;
