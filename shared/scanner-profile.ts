import { z } from 'zod';

/** Countries that scanners can be set to. Each stands for the keyboard layout of the scanner. */
export const scannerCountries = ['US', 'UK', 'DE', 'FR', 'IT', 'ES', 'SE', 'NO', 'DK', 'CH', 'BE'] as const;
export type ScannerCountry = (typeof scannerCountries)[number];

/** Suffix that a scanner sends after each code. `enter`: carriage return, line feed or both. */
export const scannerEnds = ['enter', 'tab', 'none'] as const;
export type ScannerEnd = (typeof scannerEnds)[number];

/** Typing profile of the bench's scanner, measured from its calibration sheet. */
export const scannerProfileSchema = z.object({
  country: z.enum(scannerCountries),
  /** The longest measured pause between two keys of one code, in ms. */
  gapMs: z.number().nonnegative().max(1000),
  end: z.enum(scannerEnds),
  /** Prefix before each code, without an AIM identifier; empty if none. */
  prefix: z.string().max(20),
  /** True if it sends an AIM identifier (`]C1`) before each code. */
  hasAim: z.boolean(),
  /** True if it compensates for Caps Lock by itself: its codes are correct although Caps Lock is on. */
  undoesCapsLock: z.boolean(),
  measuredAt: z.iso.datetime(),
});
export type ScannerProfile = z.infer<typeof scannerProfileSchema>;
