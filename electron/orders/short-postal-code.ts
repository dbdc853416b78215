import type { Address } from '../../shared/address.ts';
import { countryRules } from '../../shared/country-rules.ts';
import type { RowReason } from '../../shared/order-file-reason.ts';

const forms = new Map<string, RegExp>();

function wholeForm(form: string): RegExp {
  const known = forms.get(form);
  if (known) return known;
  const whole = new RegExp(`^(?:${form})$`, 'i');
  forms.set(form, whole);
  return whole;
}

/** Returns a reason for a postal code that fits its country only with the leading zero that spreadsheets remove. */
export function shortPostalCode({ postalCode, country }: Pick<Address, 'postalCode' | 'country'>): RowReason | undefined {
  const rule = countryRules[country];
  if (!rule || !/^[1-9]\d*$/.test(postalCode)) return undefined;
  const fits = wholeForm(rule.form);
  return !fits.test(postalCode) && fits.test(`0${postalCode}`) ? { code: 'postal-code-short', written: postalCode, country } : undefined;
}
