import type { Address } from '../../shared/address.ts';
import { countryRules } from '../../shared/country-rules.ts';
import type { RowReason } from '../../shared/order-file-reason.ts';

/** Told of a postal code that fits its country only with the zero before it that spreadsheets take away. */
export function shortPostalCode({ postalCode, country }: Pick<Address, 'postalCode' | 'country'>): RowReason | undefined {
  const rule = countryRules[country];
  if (!rule || !/^[1-9]\d*$/.test(postalCode)) return undefined;
  const fits = new RegExp(`^(?:${rule.form})$`, 'i');
  return !fits.test(postalCode) && fits.test(`0${postalCode}`) ? { code: 'postal-code-short', written: postalCode, country } : undefined;
}
