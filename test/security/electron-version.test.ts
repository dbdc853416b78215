import { expect, test } from 'vitest';
import { isElectronSupported, newestElectron } from '../../build/electron-releases.ts';
import manifest from '../../package.json' with { type: 'json' };

test('Electron is one of the three newest majors', () => {
  const { electron } = manifest.devDependencies;
  expect(isElectronSupported(electron, new Date()), `Electron ${electron} gets no security fixes any more: take a newer one`).toBe(true);
});

test.each([
  ['2026-05-06', 42],
  ['2026-08-24', 43],
  ['2026-11-30', 45],
  ['2026-12-15', 45],
  ['2026-12-16', 46],
  ['2027-04-07', 48],
])('on %s the newest major is %i', (day, major) => {
  const now = new Date(day);
  expect(newestElectron(now)).toBe(major);
  expect([major, major - 2, major - 3].map((each) => isElectronSupported(`${each}.1.0`, now))).toEqual([true, true, false]);
});
