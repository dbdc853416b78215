import { expect, test } from 'vitest';
import { isCityLine } from '../../electron/paper/city-line.ts';
import { parts } from '../words.ts';

test.each([
  ...parts("5222 AE 's-Hertogenbosch | 5222 AE ’s-Hertogenbosch | 2511 CV s-Gravenhage | 2511CV 's Gravenhage"),
  ...parts("2511 CV S GRAVENHAGE | 3846 CA 't Harde | 67100 L'Aquila AQ | IT-67100 L’AQUILA | 94240 L'Haÿ-les-Roses"),
  ...parts("93200 St-Denis | 8000 Århus C | 90-001 Łódź | 10435 Berlin | King's Lynn PE30 1AA"),
])('%s is the line of a town', (text) => {
  expect(isCityLine({ text })).toBe(true);
});

test.each(['Weight: 3.20 kg', '12345678', 'Ref 4711 a', 'JD01 4600 0062 8100 11', "Piazza dell'Unità 12", '22 NOV 2026', '0800 555 0123'])(
  '%s is not the line of a town',
  (text) => {
    expect(isCityLine({ text })).toBe(false);
  },
);
