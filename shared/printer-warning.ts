import { z } from 'zod';
import type { PrinterAbout } from './printer-about.ts';

/** What would spoil labels on a printer that is named in Setup, though it answers. What each says stands in `renderer/text/`. */
export const printerWarningSchema = z.discriminatedUnion('code', [
  /** It says that it has other dots than Setup says, … */
  z.object({ code: z.literal('other-dots'), model: z.string(), dpi: z.int() }),
  /** … or prints less wide. */
  z.object({ code: z.literal('prints-narrower'), model: z.string(), widthMm: z.number() }),
  /** Its driver makes pages of its own, and of raw bytes nothing. */
  z.object({ code: z.literal('driver-takes-no-zpl'), driver: z.string() }),
  /** Windows lets nothing print but its own drivers. */
  z.object({ code: z.literal('protected-print') }),
  /** Its driver knows no paper of this size. */
  z.object({ code: z.literal('stock-missing'), widthMm: z.number(), heightMm: z.number() }),
  /** Other computers print there through this one. */
  z.object({ code: z.literal('queue-shared') }),
  /** It is a queue of another computer. */
  z.object({ code: z.literal('queue-elsewhere') }),
]);
export type PrinterWarning = z.infer<typeof printerWarningSchema>;

/** The margins of a head that is as wide as its stock, and inches told as millimetres. */
const toleranceMm = 3;

/** What would come out wrong at a printer with these settings, by what it says of itself. */
export function warningsOf(
  settings: { readonly dpi: number; readonly widthMm: number },
  { model, dpi, widthMm }: PrinterAbout,
): PrinterWarning[] {
  return [
    ...(dpi !== null && dpi !== settings.dpi ? [{ code: 'other-dots', model, dpi } as const] : []),
    ...(widthMm !== null && widthMm < settings.widthMm - toleranceMm ? [{ code: 'prints-narrower', model, widthMm } as const] : []),
  ];
}
