import { expect, test } from 'vitest';
import { countryCodes } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';

test.each([
  ['de', 'DE'],
  ['UK', 'GB'],
  ['United Kingdom (UK)', 'GB'],
  ['United States (US)', 'US'],
  ['U.S.A.', 'US'],
  ['Korea, South', 'KR'],
  ['Korea, Republic of', 'KR'],
  ['Republic of Ireland', 'IE'],
  ['The Netherlands', 'NL'],
  ['Viet Nam', 'VN'],
  ['UAE', 'AE'],
  ['Türkiye', 'TR'],
  ['TURKIYE', 'TR'],
  ['Česko', 'CZ'],
  ['Česká republika', 'CZ'],
  ['Magyarország', 'HU'],
  ['Ελλάδα', 'GR'],
  ['България', 'BG'],
  ['Україна', 'UA'],
  ['日本', 'JP'],
  ['中国', 'CN'],
  ['대한민국', 'KR'],
  ['Suisse', 'CH'],
  ['Moldova, Republic of', 'MD'],
  ['Iran, Islamic Republic of', 'IR'],
  ['Republic of China', 'TW'],
  ["People's Republic of China", 'CN'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['ITA', 'IT'],
  ['deu', 'DE'],
  ['GBR', 'GB'],
  ['POL', 'PL'],
  ['XKX', 'XK'],
])('%s is the country %s', (written, code) => {
  expect(countryCode(written)).toBe(code);
});

// A wrong country is worse than a question.
test.each(['Kongo', 'Congo', 'Korea', 'Republic of Congo', 'Ireland or Iceland', 'Berlin', 'XX', 'N/A', '', '-'])(
  '"%s" is no country',
  (written) => {
    expect(countryCode(written)).toBe(written);
  },
);

test('every country is known by a three-letter code', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const all = letters.flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)));
  const known = new Set(all.map(countryCode).filter((code) => countryCodes.has(code)));
  expect([...countryCodes].filter((code) => !known.has(code))).toEqual([]);
  // In Māori this begins a name of Russia.
  expect(countryCode('NGA')).toBe('NG');
});
