import { expect, test } from 'vitest';
import { type MeasuredScan, profileOf, readSheetCode } from '../../renderer/scanner/measure.ts';
import { asScanned } from '../../renderer/scanner/reading.ts';
import { readScan } from '../../shared/scan.ts';
import type { ScannerCountry } from '../../shared/scanner-profile.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { createDice } from '../crash/dice.ts';
import { usualScanner } from '../e2e/scan.ts';
import { calibrated, measuredAt, measuredFrom, scanSheet } from './calibrate.ts';
import { down } from './key-events.ts';
import { chordFor, countries, writes } from './layouts.ts';
import { type Pc, type Scanner, scanEvents } from './scanners.ts';

const usual: Scanner = { ...usualScanner, gapMs: 10, altGr: 'right-alt' };
const usualPc: Pc = { country: 'US', capsLock: false, numLock: true, hasIme: false, composesAlt: true };

/** Returns the misfit or the result of the first code of the sheet, or of another one. */
const misfitOf = (scanner: Partial<Scanner>, code = sheetCodes[0] ?? '', before: readonly MeasuredScan[] = []) => {
  const [scan] = measuredFrom(scanEvents(code, { ...usual, ...scanner }, usualPc, 1000, createDice('one')));
  const read = scan && readSheetCode(scan, before);
  return read?.is === 'misfit' ? read.misfit : read;
};

test('no code of the sheet is an order, a command or part of another code', () => {
  for (const code of sheetCodes) {
    expect(readScan(code)).toEqual({ kind: 'nothing' });
    expect(sheetCodes.filter((each) => each.includes(code))).toEqual([code]);
  }
});

test('any two countries press different keys for at least two characters', () => {
  const signs = [...new Set(sheetCodes.join(''))];
  for (const country of countries)
    for (const other of countries.filter((each) => each !== country)) {
      const different = signs.filter((sign) => {
        const chord = chordFor(country, sign);
        return !chord || writes(other, chord) !== sign;
      });
      expect(different.length, `${country} ${other} ${different.join('')}`).toBeGreaterThanOrEqual(2);
    }
});

/**
 * Characters of the sheet and the keys that write them: taken from the layout files of Windows, independent of the tables of the program
 * and of the campaign.
 */
const notedKeys = `
  sign US UK DE FR IT ES SE NO DK
  z KeyZ KeyZ KeyY KeyW KeyZ KeyZ KeyZ KeyZ KeyZ
  - Minus Minus Slash Digit6 Slash Slash Slash Slash Slash
  # Shift+Digit3 Backslash Backslash AltGr+Digit3 AltGr+Quote AltGr+Digit3 Shift+Digit3 Shift+Digit3 Shift+Digit3
  @ Shift+Digit2 Shift+Quote AltGr+KeyQ AltGr+Digit0 AltGr+Semicolon AltGr+Digit2 AltGr+Digit2 AltGr+Digit2 AltGr+Digit2
  \\ Backslash IntlBackslash AltGr+Minus AltGr+Digit8 Backquote AltGr+Backquote AltGr+Minus Equal AltGr+IntlBackslash`;

test('the characters of the sheet are on the keys of the Windows layouts', () => {
  const [head = [], ...rows] = notedKeys
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' '));
  for (const [sign = '', ...keys] of rows)
    for (const [at, key] of keys.entries()) {
      const country = head[at + 1] as ScannerCountry;
      const code = key.replace(/^.*\+/, '');
      const held = { shift: key.startsWith('Shift'), altGr: key.startsWith('AltGr') };
      expect(asScanned([{ is: 'key', code, key: '?', capsLock: false, ...held }], country), `${sign} ${country}`).toBe(sign);
      expect(chordFor(country, sign), `${sign} ${country}`).toEqual({ code, ...held });
    }
});

const ends = [
  ['cr', 'enter'],
  ['lf', 'enter'],
  ['crlf', 'enter'],
  ['cr-lf-key', 'enter'],
  ['tab', 'tab'],
  ['none', 'none'],
] as const;

test.each(ends)('a scanner that sends %s is measured in every country, on any PC', (end, measuredEnd) => {
  for (const [at, country] of countries.entries())
    for (const hasAim of [false, true]) {
      const scanner = { ...usual, country, end, aim: hasAim ? ']C0' : '' };
      const pc = { ...usualPc, country: hasAim ? country : (countries[(at + 4) % countries.length] ?? country), hasIme: hasAim };
      expect(calibrated(scanSheet(scanner, pc, createDice('one'))), `${country} on ${pc.country}`).toEqual({
        country,
        gapMs: expect.closeTo(10, -1),
        end: measuredEnd,
        prefix: '',
        hasAim,
        undoesCapsLock: false,
        measuredAt,
      });
    }
});

test('reads scans with Caps Lock and either AltGr, and detects Caps Lock compensation', () => {
  for (const country of countries)
    for (const undoesCapsLock of [false, true])
      for (const altGr of ['right-alt', 'ctrl-alt'] as const) {
        const scanner = { ...usual, country, undoesCapsLock, altGr, prefix: '*' };
        const profile = calibrated(scanSheet(scanner, { ...usualPc, country: 'FR', capsLock: true }, createDice('one')));
        expect(profile, country).toMatchObject({ country, undoesCapsLock, prefix: '*' });
      }
});

test('one scan with Caps Lock is enough to detect a scanner that compensates for it', () => {
  const scanner = { ...usual, undoesCapsLock: true };
  const plain = scanSheet(scanner, usualPc, createDice('one'));
  const capsLock = scanSheet(scanner, { ...usualPc, capsLock: true }, createDice('one'));
  expect(calibrated(plain)?.undoesCapsLock).toBe(false);
  expect(calibrated([...plain.slice(0, 4), ...capsLock.slice(4)])?.undoesCapsLock).toBe(true);
});

test.each(['missing', 'all'] as const)('characters by number are read (%s); all of them leave the country open', (alt) => {
  for (const country of countries)
    for (const altWithZero of [false, true])
      for (const composesAlt of [false, true])
        for (const numLock of [false, true]) {
          const scans = scanSheet({ ...usual, country, alt, altWithZero }, { ...usualPc, composesAlt, numLock }, createDice('one'));
          const measured = profileOf(scans, measuredAt);
          expect(measured?.countries, country).toEqual(alt === 'all' ? [...countries] : [country]);
        }
});

test('digits of the number pad are read, also while Num Lock is off', () => {
  for (const numLock of [false, true])
    expect(calibrated(scanSheet({ ...usual, country: 'FR', usesPad: true }, { ...usualPc, numLock }, createDice('one')))?.country).toBe(
      'FR',
    );
});

test('the longest pause of all five scans counts, to 150 ms', () => {
  for (const gapMs of [1, 20, 80, 120]) {
    const profile = calibrated(scanSheet({ ...usual, gapMs, jitterMs: gapMs / 4 }, usualPc, createDice('jitter')));
    expect(profile?.gapMs).toBeGreaterThan(gapMs);
    expect(profile?.gapMs).toBeLessThanOrEqual(Math.ceil(gapMs * 1.25) + 1);
  }
  expect(misfitOf({ gapMs: 180 })).toEqual({ code: 'too-slow', gapMs: 181, longestMs: 150 });
});

test('an end key that is half a second late is ignored, and an earlier one counts', () => {
  expect(calibrated(scanSheet({ ...usual, endDelayMs: 300 }, usualPc, createDice('one')))?.end).toBe('enter');
  expect(calibrated(scanSheet({ ...usual, endDelayMs: 490 }, usualPc, createDice('one')))?.end).toBe('none');
});

test('the codes may be scanned in any order, and one of them twice', () => {
  const scans = scanSheet({ ...usual, country: 'DE' }, usualPc, createDice('one'));
  const [first] = scans;
  expect(calibrated([...scans.toReversed(), ...(first ? [first] : [])])?.country).toBe('DE');
  expect(profileOf(scans.slice(0, 4), measuredAt)).toBeUndefined();
});

test('a prefix or suffix that cannot be used is named', () => {
  for (const prefix of ['A', '7', '#', '+', 'xy']) expect(misfitOf({ prefix })).toEqual({ code: 'weak-prefix', prefix });
  for (const prefix of ['*', '!', '$%', '~']) expect(misfitOf({ prefix })).toEqual({ is: 'read', at: 0 });
  expect(misfitOf({}, `${sheetCodes[2]}*`)).toEqual({ code: 'text-behind', text: '*' });
});

test('names another code, part of a code, or a code that lost a character', () => {
  expect(misfitOf({}, 'ORD-48213')).toEqual({ code: 'other-code' });
  expect(misfitOf({}, 'PBXKGdeLNoR')).toEqual({ code: 'other-code' });
  expect(misfitOf({}, sheetCodes[0]?.slice(0, -1))).toEqual({ code: 'no-country' });
  expect(misfitOf({ loses: 7 })).toEqual({ code: 'lost-character' });
  expect(misfitOf({}, sheetCodes[0]?.toLowerCase())).toEqual({ code: 'changes-case' });
});

test('a scanner of an unknown country fits none', () => {
  // Portugal: the backslash is left of the 1, as in Italy alone among the countries of the tables, and # is on Shift and 3.
  const keys = Array.from('XPBXKD', (letter) => down(0, `Key${letter}`, letter, { shift: true }));
  const signs = [down(0, 'Backquote', '\\'), down(0, 'Backquote', '|', { shift: true }), down(0, 'BracketLeft', '*', { shift: true })];
  const events = [...keys, ...signs, down(0, 'Digit8', '[', { altGr: true, alt: true }), down(0, 'Enter', 'Enter')];
  const [scan] = measuredFrom(events.map((event, at) => ({ ...event, atMs: 1000 + 10 * at })));
  expect(scan && readSheetCode(scan, [])).toEqual({ is: 'misfit', misfit: { code: 'no-country' } });
});

test('scans of two scanners make no profile', () => {
  const german = scanSheet({ ...usual, country: 'DE' }, usualPc, createDice('one'));
  expect(misfitOf({ country: 'US' }, sheetCodes[1], german.slice(0, 1))).toEqual({ code: 'differs' });
});

test('no key and no late Enter reaches the page while a scanner is measured', () => {
  const events = scanEvents(sheetCodes[0] ?? '', { ...usual, endDelayMs: 1200 }, usualPc, 1000, createDice('one'));
  expect(measuredFrom(events)).toHaveLength(1);
});
