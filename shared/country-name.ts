import { countryCodes } from './address.ts';

const languages = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs'];
const everydayNames: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'united states of america': 'US',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  el: 'GR',
};

let names: ReadonlyMap<string, string> | undefined;

function namesOfCountries(): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(everydayNames));
  for (const language of languages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of countryCodes) {
      const name = display.of(code)?.toLowerCase();
      if (name !== undefined && !found.has(name)) found.set(name, code);
    }
  }
  return found;
}

/** The code of a country written as code or name. What is neither stays as it was written, and is asked at the bench. */
export function countryCode(written: string): string {
  const text = written.trim();
  if (countryCodes.has(text.toUpperCase())) return text.toUpperCase();
  names ??= namesOfCountries();
  return names.get(text.toLowerCase().replace(/\.$/, '')) ?? text;
}
