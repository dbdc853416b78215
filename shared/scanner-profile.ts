import { z } from 'zod';

/** Countries that scanners can be set to. Each names the keyboard layout whose keys the scanner presses. */
export const scannerCountries = ['US', 'UK', 'DE', 'FR', 'IT', 'ES', 'SE', 'NO', 'DK', 'CH', 'BE'] as const;
export type ScannerCountry = (typeof scannerCountries)[number];

/** What a scanner sends behind each code. `enter`: carriage return, line feed or both. */
export const scannerEnds = ['enter', 'tab', 'none'] as const;
export type ScannerEnd = (typeof scannerEnds)[number];

/** How the scanner of this bench types, as its calibration sheet was read. */
export const scannerProfileSchema = z.object({
  country: z.enum(scannerCountries),
  /** The longest pause between two keys of one code that was seen, in ms. */
  gapMs: z.number().nonnegative().max(1000),
  end: z.enum(scannerEnds),
  /** What it sends before each code, without an AIM identifier; empty if nothing. */
  prefix: z.string().max(20),
  /** It sends an AIM identifier (`]C1`) before each code. */
  hasAim: z.boolean(),
  /** It turns Caps Lock around by itself: what it sends is right although Caps Lock is on. */
  undoesCapsLock: z.boolean(),
  measuredAt: z.iso.datetime(),
});
export type ScannerProfile = z.infer<typeof scannerProfileSchema>;
