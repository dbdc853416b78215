/** The training service's country data: enough for realistic prices, dates and refusals. */

/** 0 same country, 1 neighbouring country, 2 rest of the EU, 3 rest of Europe, 4 the world. */
export type Zone = 0 | 1 | 2 | 3 | 4;

const eu = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '));
const customsUnion = new Set([...eu, 'MC']);
const europe = new Set([...customsUnion, ...'GB CH NO IS LI AL BA ME MK RS XK MD UA TR AD SM VA GI GG JE IM FO'.split(' ')]);
const neighbours: Readonly<Record<string, string>> = {
  NL: 'BE DE LU FR',
  BE: 'NL DE LU FR',
  DE: 'NL BE LU FR AT PL CZ DK',
  FR: 'BE LU DE NL ES IT',
  AT: 'DE CZ SK HU SI IT',
  PL: 'DE CZ SK LT',
  CZ: 'DE PL SK AT',
};
const withoutPostalCodes = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML MO MR NR QA RW SB SC SL SR ST SY TG TK TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
);
const provinces: Readonly<Record<string, ReadonlySet<string>>> = {
  US: new Set(
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'.split(
      ' ',
    ),
  ),
  CA: new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')),
};
// Two letters that CLDR can name but ISO 3166 does not assign.
const notCountries = new Set('UK EU EZ UN XA XB ZZ QO'.split(' '));
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !notCountries.has(code) && regionNames.of(code) !== undefined;
}

/** The English name in plain ASCII, since labels here carry ASCII only; the code itself when there is no such name. */
export function countryName(code: string): string {
  const name = isCountry(code) ? regionNames.of(code) : undefined;
  return (name ?? code).normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
}

export function usesPostalCodes(code: string): boolean {
  return !withoutPostalCodes.has(code);
}

/** The official province codes of a country that requires one, else undefined. */
export function provinceCodes(code: string): ReadonlySet<string> | undefined {
  return provinces[code];
}

export function inEu(code: string): boolean {
  return eu.has(code);
}

/** True if an address is in the customs territory of the EU: the Canaries, Ceuta and Melilla belong to Spain, but are outside it. */
export function inCustomsTerritory(place: { readonly country: string; readonly postal: string }): boolean {
  if (place.country === 'ES' && /^(35|38|51|52)/.test(place.postal)) return false;
  return customsUnion.has(place.country);
}

export function zoneBetween(origin: string, destination: string): Zone {
  if (origin === destination) return 0;
  if (neighbours[origin]?.split(' ').includes(destination)) return 1;
  if (eu.has(origin) && eu.has(destination)) return 2;
  if (europe.has(origin) && europe.has(destination)) return 3;
  return 4;
}
