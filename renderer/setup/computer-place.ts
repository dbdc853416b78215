import { countryCodes } from '../../shared/address.ts';

/** The time zone of this computer, such as `Europe/Amsterdam`. */
export const computerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones of a country. TypeScript does not know the method yet; older engines have a property instead. */
const timeZonesOf = (country: string): readonly string[] =>
  (new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] }).getTimeZones?.() ?? [];

/** The country that a time zone is in, by its two letters; empty if it is in none, such as UTC. */
export const countryOfTimeZone = (timeZone: string): string =>
  [...countryCodes].find((country) => timeZonesOf(country).includes(timeZone)) ?? '';
