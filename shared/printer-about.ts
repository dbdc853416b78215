import { z } from 'zod';

/** A printer's data about itself. Null if not reported. */
export const printerAboutSchema = z.object({
  model: z.string(),
  firmware: z.string(),
  dpi: z.int().nullable(),
  widthMm: z.number().nullable(),
  /** Length of its labels. */
  heightMm: z.number().nullable(),
});
export type PrinterAbout = z.infer<typeof printerAboutSchema>;
