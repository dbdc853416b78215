import { type ScannerCountry, type ScannerProfile, scannerCountries } from '../../shared/scanner-profile.ts';
import { sheetCodes, sheetPrefix } from '../../shared/scanner-sheet.ts';
import type { SeenBurst } from './key-reader.ts';
import { asScanned, readingsOf } from './reading.ts';
import { latestEndMs, longestGapMs } from './timing.ts';

/** The keys that arrived when one code of the sheet was scanned. */
export type MeasuredScan = Pick<SeenBurst, 'parts' | 'end' | 'endGapMs'>;

/** Why a scan cannot be used for a profile. */
export type Misfit =
  /** Not a code of the sheet, or only a part of one. */
  | { readonly code: 'other-code' }
  | { readonly code: 'lost-character' }
  /** No country of `scannerCountries` writes the code with these keys. */
  | { readonly code: 'no-country' }
  | { readonly code: 'changes-case' }
  /** Text that the scanner sends after the code, before its end. */
  | { readonly code: 'text-behind'; readonly text: string }
  /** Typed text could begin with the prefix of the scanner. */
  | { readonly code: 'weak-prefix'; readonly prefix: string }
  | { readonly code: 'too-slow'; readonly gapMs: number; readonly longestMs: number }
  /** Each scan can be read, but no single setting reads them all. */
  | { readonly code: 'differs' };

export type SheetCodeRead = { readonly is: 'read'; readonly at: number } | { readonly is: 'misfit'; readonly misfit: Misfit };

/** A possible setting of the scanner, according to one scan. */
interface Setting extends Pick<ScannerProfile, 'country' | 'undoesCapsLock' | 'prefix' | 'hasAim'> {
  /** Index in `sheetCodes`. */
  readonly at: number;
  readonly behind: string;
}

const aimIdentifier = /\][A-Za-z][0-9A-Za-z]/;
/** Typed text begins with these characters: order numbers, phone numbers, house numbers and words. */
const startsLikeTyping = /^[\p{L}\p{N}\s#+\-(.,/"']/u;
const longestPrefix = 20;
/** Characters of a plausible prefix: a scanner adds no others, so a country that reads others is not the scanner's. */
const isPlain = /^[\x20-\x7e]*$/;

const arrivedIn = ({ parts }: MeasuredScan) => parts.map(({ arrived }) => arrived);
const longestGap = ({ parts }: MeasuredScan): number => Math.ceil(Math.max(0, ...parts.map(({ pauseMs }) => pauseMs)));

function settingsOf(scan: MeasuredScan): readonly Setting[] {
  const arrived = arrivedIn(scan);
  return [false, true].flatMap((undoesCapsLock) =>
    scannerCountries.flatMap((country) => {
      const text = asScanned(arrived, country, undoesCapsLock) ?? '';
      const at = sheetCodes.findIndex((code) => text.includes(code));
      const code = sheetCodes[at];
      if (code === undefined) return [];
      const start = text.indexOf(code);
      const before = text.slice(0, start);
      const behind = text.slice(start + code.length);
      if (!isPlain.test(before + behind)) return [];
      return { country, undoesCapsLock, prefix: before.replace(aimIdentifier, ''), hasAim: aimIdentifier.test(before), at, behind };
    }),
  );
}

const isUsable = ({ behind, prefix }: Setting): boolean =>
  behind === '' && prefix.length <= longestPrefix && !startsLikeTyping.test(prefix);

const nameOf = ({ at: _at, ...setting }: Setting): string => JSON.stringify(Object.entries(setting));

/** The settings that match all of these scans. */
function commonSettings([first, ...others]: readonly MeasuredScan[]): readonly Setting[] {
  const names = others.map((scan) => new Set(settingsOf(scan).map(nameOf)));
  return first ? settingsOf(first).filter((setting) => names.every((each) => each.has(nameOf(setting)))) : [];
}

/** The sheet's code of a scan, if it is consistent with the scans before. */
export function readSheetCode(scan: MeasuredScan, before: readonly MeasuredScan[]): SheetCodeRead {
  const misfit = misfitOf(scan, before);
  const [setting] = settingsOf(scan);
  return misfit || !setting ? { is: 'misfit', misfit: misfit ?? { code: 'other-code' } } : { is: 'read', at: setting.at };
}

function misfitOf(scan: MeasuredScan, before: readonly MeasuredScan[]): Misfit | undefined {
  const arrived = arrivedIn(scan);
  const settings = settingsOf(scan);
  if (settings.length === 0) {
    if (arrived.some(({ is }) => is === 'lost')) return { code: 'lost-character' };
    const scanned = scannerCountries.map((country) => asScanned(arrived, country)?.toLowerCase() ?? '');
    if (scanned.some((text) => sheetCodes.some((code) => text.includes(code.toLowerCase())))) return { code: 'changes-case' };
    const isOfSheet = [...scanned, ...readingsOf(arrived)].some((text) => text.toUpperCase().includes(sheetPrefix));
    return { code: isOfSheet ? 'no-country' : 'other-code' };
  }
  const gapMs = longestGap(scan);
  if (gapMs > longestGapMs) return { code: 'too-slow', gapMs, longestMs: longestGapMs };
  const common = commonSettings([scan, ...before]);
  const [likeliest] = common;
  if (!likeliest) return { code: 'differs' };
  if (common.some(isUsable)) return undefined;
  const { behind, prefix } = likeliest;
  return behind === '' ? { code: 'weak-prefix', prefix } : { code: 'text-behind', text: behind };
}

/** A profile, and all countries that match the scans equally well: several if characters come by their numbers. */
export interface Measured {
  readonly profile: ScannerProfile;
  readonly countries: readonly ScannerCountry[];
}

/** The profile of the scanner that sent these scans, which `readSheetCode` has read; undefined unless each code is included. */
export function profileOf(scans: readonly MeasuredScan[], measuredAt: string): Measured | undefined {
  const read = new Set(scans.flatMap((scan) => settingsOf(scan)[0]?.at ?? []));
  const settings = commonSettings(scans).filter(isUsable);
  const [setting] = settings;
  if (!setting || read.size < sheetCodes.length) return undefined;
  const { country, undoesCapsLock, prefix, hasAim } = setting;
  const ends = scans.map(({ end, endGapMs }) => (endGapMs <= latestEndMs ? end : null));
  return {
    profile: {
      country,
      gapMs: Math.max(...scans.map(longestGap)),
      // The reader must never wait for an end key that came late or not at all.
      end: ends.includes(null) ? 'none' : ends.includes('Tab') ? 'tab' : 'enter',
      prefix,
      hasAim,
      undoesCapsLock,
      measuredAt,
    },
    countries: [...new Set(settings.map((each) => each.country))],
  };
}
