import type { CDPSession, Page } from 'playwright-core';
import { createDice } from '../crash/dice.ts';
import type { KeyEvent } from '../scanner/key-events.ts';
import { type Pc, type Scanner, scanEvents } from '../scanner/scanners.ts';
import { handScans, scanCame } from './hand.ts';

/** A fast scanner with its factory settings. */
export const usualScanner: Scanner = {
  country: 'US',
  gapMs: 2,
  jitterMs: 0,
  end: 'cr',
  endDelayMs: 0,
  prefix: '',
  aim: '',
  alt: 'never',
  altWithZero: true,
  altGr: 'ctrl-alt',
  hasSlowShift: false,
  usesPad: false,
  undoesCapsLock: false,
  separator: 'ctrl-bracket',
};
const usualPc: Pc = { country: 'US', capsLock: false, numLock: true, hasIme: false, composesAlt: false };

/**
 * Types a code as a scanner does: real key events with their physical keys and an end key, none of which waits for the previous one. Keys
 * sent one by one would arrive at the pace of this machine's round trips, which under load is a typist's; so they carry the timestamps of a
 * scanner's keys.
 */
export async function scan(page: Page, code: string, scanner: Partial<Scanner> = {}, pc: Partial<Pc> = {}): Promise<void> {
  await handScans(page);
  await sendKeys(page, scanEvents(code, { ...usualScanner, ...scanner }, { ...usualPc, ...pc }, 0, createDice(code)));
}

/** Sends keys with their relative times. The first one is pressed now. */
export async function sendKeys(page: Page, events: readonly KeyEvent[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const started = Date.now() / 1000;
  const [{ atMs: first } = { atMs: 0 }] = events;
  await Promise.all(events.map((event) => send(session, event, started + (event.atMs - first) / 1000)));
  await session.detach();
  scanCame(page);
}

const virtualKeys: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  F8: 119,
  F12: 123,
  Process: 229,
  Shift: 16,
  Control: 17,
  Alt: 18,
};

function send(session: CDPSession, event: KeyEvent, timestamp: number): Promise<unknown> {
  if (event.is === 'inserted') return session.send('Input.insertText', { text: event.text });
  const { key, code } = event;
  const windowsVirtualKeyCode = virtualKeys[key] ?? (key.length === 1 ? (key.toUpperCase().codePointAt(0) ?? 0) : 0);
  if (event.is === 'up') return session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key, code, windowsVirtualKeyCode });
  const { alt, ctrl, shift, isRepeat } = event;
  const text = key === 'Enter' ? '\r' : key.length === 1 && !ctrl && !alt ? key : undefined;
  return session.send('Input.dispatchKeyEvent', {
    type: text === undefined ? 'rawKeyDown' : 'keyDown',
    timestamp,
    key,
    code,
    windowsVirtualKeyCode,
    modifiers: (alt ? 1 : 0) + (ctrl ? 2 : 0) + (shift ? 8 : 0),
    autoRepeat: isRepeat,
    ...(text !== undefined && { text }),
  });
}
