import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import type { ScannerProfile } from '../../shared/scanner-profile.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { createDice } from '../crash/dice.ts';
import { usualScanner } from '../e2e/scan.ts';
import type { KeyEvent } from '../scanner/key-events.ts';
import { type Pc, type Scanner, scanEvents } from '../scanner/scanners.ts';
import { job } from '../shots/people.ts';
import { setup } from '../shots/setups.ts';
import { buttons, page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const pc: Pc = { country: 'DE', capsLock: false, numLock: true, hasIme: false, composesAlt: true };

/** Sends the keys of a scanner at their times. */
async function send(code: string, scanner: Partial<Scanner> = {}): Promise<void> {
  const events = scanEvents(code, { ...usualScanner, ...scanner }, pc, performance.now(), createDice(code));
  await act(async () => events.forEach(press));
}

function press(event: KeyEvent): void {
  if (event.is === 'inserted') return;
  const { key, code } = event;
  const modifiers = event.is === 'down' ? { shiftKey: event.shift, ctrlKey: event.ctrl, altKey: event.alt } : {};
  const fired = createEvent[event.is === 'down' ? 'keyDown' : 'keyUp'](document.body, { key, code, ...modifiers });
  const isHeld = (name: string): boolean =>
    event.is === 'down' && ((name === 'AltGraph' && event.altGr) || (name === 'CapsLock' && event.capsLock));
  Object.defineProperty(fired, 'timeStamp', { value: event.atMs });
  Object.defineProperty(fired, 'getModifierState', { value: isHeld });
  fireEvent(document.activeElement ?? document.body, fired);
}

const german: Partial<Scanner> = { country: 'DE', gapMs: 12 };

test('five scans by keys alone make a profile, which F10 keeps', async () => {
  const { press: pressKey, asked } = await openTab('Scanner');
  await reads('The scanner was not measured.');
  await pressKey('F7');
  for (const [at, code] of sheetCodes.entries()) {
    await reads(`Scan code ${at + 1} of 5`);
    expect(screen.getByRole('img', { name: `Bar code ${code}` })).toBeDefined();
    await send(code, german);
  }
  await reads('Your scanner is set to Germany, sends Enter after each code, and pauses for at most');
  expect(asked('saveSettings')).toEqual([]);
  await pressKey('F10');
  expect(asked('saveSettings')).toMatchObject([{ settings: { scanner: { country: 'DE', end: 'enter', prefix: '', hasAim: false } } }]);
  expect(asked('scan')).toEqual([]);
});

test('a scan of an order, a command or the sheet only shows the received code', async () => {
  const { asked } = await openTab('Scanner');
  for (const code of ['ORD-48213', 'XPBXBUX', sheetCodes[0] ?? '']) {
    await send(code);
    await reads(`Understood as ${code}`);
  }
  expect(page()).toContain('A scan: typed text does not begin like this');
  expect(asked('scan')).toEqual([]);
});

test('the pad names each physical key, its pause and the reason', async () => {
  await openTab('Scanner');
  await send('a1X', { ...german, gapMs: 20 });
  await reads('KeyA +0 ms Digit1 +20 ms Shift KeyX +20 ms Enter +20 ms');
  expect(page()).toContain('A scan: no person types this fast.');
});

test('keys that fit no country leave the step open and show what to do', async () => {
  const { press: pressKey } = await openTab('Scanner');
  await pressKey('F7');
  await send(sheetCodes[0]?.slice(0, -1) ?? '', german);
  await reads('This scan was not used. These keys fit no country');
  expect(page()).toContain('Scan code 1 of 5');
  await send('ORD-48213', german);
  await reads('That is not a complete code of the sheet.');
  await send(sheetCodes[0] ?? '', german);
  await reads('Scan code 2 of 5');
  expect(page()).not.toContain('This scan was not used.');
});

test('1 prints the sheet on labels, 2 on paper, and the result is shown', async () => {
  const sheet = { ...job('sheet', 'printed'), bookingId: null, title: 'Scanner sheet' };
  const { press: pressKey, asked } = await openTab('Scanner', { printScannerSheet: ok(sheet) });
  await pressKey('1');
  await reads('Scanner sheet: Printed');
  await pressKey('2');
  await waitFor(() => expect(asked('printScannerSheet')).toEqual([{ role: 'label' }, { role: 'document' }]));
});

test('F7 starts over, and Escape ends without a profile', async () => {
  const { press: pressKey, asked } = await openTab('Scanner');
  await pressKey('F7');
  await send(sheetCodes[0] ?? '', german);
  await reads('Scan code 2 of 5');
  await pressKey('F7');
  await reads('Scan code 1 of 5');
  await pressKey('Escape');
  await reads('The scanner was not measured.');
  expect(asked('saveSettings')).toEqual([]);
});

test('a kept profile is named and can be forgotten', async () => {
  const scanner: ScannerProfile = {
    country: 'UK',
    gapMs: 42,
    end: 'none',
    prefix: '*',
    hasAim: true,
    undoesCapsLock: true,
    measuredAt: '2026-11-18T10:00:00.000Z',
  };
  const { click, asked } = await openTab('Scanner', { setup: ok({ ...setup, settings: { ...setup.settings, scanner } }) });
  await reads(
    'Your scanner is set to UK, sends no end after each code, and pauses for at most 42 ms between keys. It sends the kind of each code (AIM). It sends "*" before each code. It compensates Caps Lock by itself.',
  );
  expect(buttons()).toContain('F7: Measure it again');
  await click('Forget it');
  expect(asked('saveSettings')).toMatchObject([{ settings: { scanner: null } }]);
});
