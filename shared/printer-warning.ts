import { z } from 'zod';
import type { PrinterAbout } from './printer-about.ts';

/** Conditions that would spoil labels on a printer in Setup although it answers. The sentences are in `renderer/text/`. */
export const printerWarningSchema = z.discriminatedUnion('code', [
  /** It reports another resolution than Setup has. */
  z.object({ code: z.literal('other-dots'), model: z.string(), dpi: z.int() }),
  /** It reports a smaller print width than Setup has. */
  z.object({ code: z.literal('prints-narrower'), model: z.string(), widthMm: z.number() }),
  /** Its driver renders pages itself and ignores raw bytes. */
  z.object({ code: z.literal('driver-takes-no-zpl'), driver: z.string() }),
  /** Windows allows only its own drivers to print. */
  z.object({ code: z.literal('protected-print') }),
  /** Its driver has no paper of this size. */
  z.object({ code: z.literal('stock-missing'), widthMm: z.number(), heightMm: z.number() }),
  /** Other computers print on it through this one. */
  z.object({ code: z.literal('queue-shared') }),
  /** It is a queue of another computer. */
  z.object({ code: z.literal('queue-elsewhere') }),
]);
export type PrinterWarning = z.infer<typeof printerWarningSchema>;

/** Tolerance for the margins of a head that is as wide as its stock, and for inches reported as millimetres. */
const toleranceMm = 3;

/** Problems of a printer with these settings, according to its own report. */
export function warningsOf(
  settings: { readonly dpi: number; readonly widthMm: number },
  { model, dpi, widthMm }: PrinterAbout,
): PrinterWarning[] {
  return [
    ...(dpi !== null && dpi !== settings.dpi ? [{ code: 'other-dots', model, dpi } as const] : []),
    ...(widthMm !== null && widthMm < settings.widthMm - toleranceMm ? [{ code: 'prints-narrower', model, widthMm } as const] : []),
  ];
}
