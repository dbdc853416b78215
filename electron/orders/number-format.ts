/** Describes how a cell's number format shows its number. */
export type NumberFormat =
  | { readonly kind: 'general' }
  | { readonly kind: 'places'; readonly places: number }
  /** As many digits as the pattern has zeros, with its dashes between them: `00000`, `00000-0000`. */
  | { readonly kind: 'zeros'; readonly pattern: string }
  | { readonly kind: 'date'; readonly hasTime: boolean };

const builtIn = (id: number): NumberFormat => {
  if ([1, 3, 5, 6, 37, 38, 41, 42].includes(id)) return { kind: 'places', places: 0 };
  if ([2, 4, 7, 8, 39, 40, 43, 44].includes(id)) return { kind: 'places', places: 2 };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return { kind: 'date', hasTime: false };
  return id === 22 ? { kind: 'date', hasTime: true } : { kind: 'general' };
};

/** `code` is the workbook's own definition of the format; the first 164 formats are the same in every workbook. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return builtIn(id);
  const [shape = ''] = code
    .replace(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\.|[_*]./gi, '')
    .trim()
    .split(';');
  if (/^general$/i.test(shape)) return { kind: 'general' };
  if (/[yd]/i.test(shape)) return { kind: 'date', hasTime: /[hs]/i.test(shape) };
  const bare = shape.replace(/[^\d#.,?E%/-]/gi, '');
  if (/^0[0-]*0$/.test(bare)) return { kind: 'zeros', pattern: bare };
  const [, places] = /^[#0,?]*[#0?](?:\.([0#?]+))?-?$/.exec(bare) ?? [undefined, undefined];
  const isPlain = /^[#0,?]*[#0?](?:\.[0#?]+)?-?$/.test(bare);
  return isPlain && !/#/.test(places ?? '') ? { kind: 'places', places: places?.length ?? 0 } : { kind: 'general' };
}

/** A spreadsheet stores numbers beyond this without their last digits. */
const mostExact = 1e15;
const dayMs = 86_400_000;

/**
 * Returns a number as a sheet shows it, but dates as `2026-11-24`. Digits that the workbook itself has lost are not invented: `1.23E+18`.
 */
export function shownNumber(written: string, format: NumberFormat, epochMs: number): string {
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value)) return written;
  if (format.kind === 'date' && value >= 1 && value < 2_958_466) return shownDate(value, format.hasTime, epochMs);
  if (Math.abs(value) >= mostExact) return value.toExponential().replace('e+', 'E+');
  if (format.kind === 'zeros' && Number.isInteger(value) && value >= 0) return inPattern(String(value), format.pattern);
  if (format.kind === 'places') return rounded(value, format.places);
  return plainDigits(Number(value.toPrecision(15)));
}

function shownDate(serial: number, hasTime: boolean, epochMs: number): string {
  // Day 60 of the older calendar, 29 February 1900, never existed.
  const day = epochMs < Date.UTC(1900, 0, 1) && serial < 60 ? serial + 1 : serial;
  const text = new Date(epochMs + Math.round((day * dayMs) / 1000) * 1000).toISOString();
  return hasTime ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text.slice(0, 10);
}

function inPattern(digits: string, pattern: string): string {
  const places = pattern.replaceAll('-', '').length;
  const whole = digits.padStart(places, '0');
  let at = whole.length - places;
  const more = whole.slice(0, at);
  const filled = pattern.replaceAll('0', () => {
    at += 1;
    return whole.charAt(at - 1);
  });
  return more + filled;
}

/** Rounds in decimal: 1.005, which is less in binary, becomes 1.01. */
const rounded = (value: number, places: number): string => {
  const digits = value.toPrecision(15);
  const shifted = Number(`${Number(digits)}e${places}`);
  return Number.isFinite(shifted) ? Number(`${Math.round(Math.abs(shifted)) * Math.sign(shifted)}e-${places}`).toFixed(places) : digits;
};

/** Returns `0.0000001` for `1e-7`. */
const plainDigits = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(15).replace(/0+$/, '') : String(value);
