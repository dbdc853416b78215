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

/** Where a printer is not what Setup says: each with what the printer says. */
export const printerMismatchSchema = z.object({ model: z.string(), dpi: z.int().nullable(), widthMm: z.number().nullable() });
export type PrinterMismatch = z.infer<typeof printerMismatchSchema>;

/** The margins of a head that is as wide as its stock, and inches told as millimetres. */
const toleranceMm = 3;

/** What would come out wrong at this printer with these settings, or null: dots of another size, or a label wider than it prints. */
export function mismatchOf(
  { dpi, widthMm }: { readonly dpi: number; readonly widthMm: number },
  about: PrinterAbout,
): PrinterMismatch | null {
  const otherDpi = about.dpi !== null && about.dpi !== dpi ? about.dpi : null;
  const narrower = about.widthMm !== null && about.widthMm < widthMm - toleranceMm ? about.widthMm : null;
  return otherDpi === null && narrower === null ? null : { model: about.model, dpi: otherDpi, widthMm: narrower };
}
