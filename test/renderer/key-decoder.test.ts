import { expect, test } from 'vitest';
import { createKeyDecoder, type KeyPress, releaseAfterMs } from '../../renderer/scanner/key-decoder.ts';

type Typed = Partial<KeyPress> & {
  readonly key: string;
  readonly gapMs: number;
  /** The window got the focus just before it. */
  readonly isBehindFocus?: boolean;
};

/** Replays key presses against a clock of their own, with the timer that releases held keys, and tells what came out of it. */
function replay(presses: readonly Typed[], focusedAt?: number): string[] {
  const decoder = createKeyDecoder();
  if (focusedAt !== undefined) decoder.begin(focusedAt);
  const heard: string[] = [];
  const type = (text: string) => text && heard.push(`typed ${text}`);
  let atMs = 1000;
  for (const { gapMs, isBehindFocus, ...press } of presses) {
    if (gapMs > releaseAfterMs) type(decoder.release());
    atMs += gapMs;
    if (isBehindFocus) decoder.begin(atMs - 4);
    const decision = decoder.press({ isRepeat: false, isComposing: false, isCommand: false, atMs, ...press });
    type(decision.typed);
    if (decision.scan !== null) heard.push(`scan ${decision.scan}`);
    else if (!decision.isTaken) heard.push(`key ${press.key}`);
  }
  type(decoder.release());
  return heard;
}

const keys = (text: string, gapMs: number): Typed[] => Array.from(text, (key) => ({ key, gapMs }));
const enter = (gapMs: number): Typed => ({ key: 'Enter', gapMs });

test('takes fast characters and Enter for one scan and lets no key of it through', () => {
  expect(replay([...keys('ORD-48213', 4), enter(4)])).toEqual(['scan ORD-48213']);
});

test('leaves out what a scanner says of the kind of bar code before it', () => {
  const scanned = (code: string) => replay([...keys(code, 4), enter(4)]);
  expect([scanned(']C1ORD-48213'), scanned(']C0PB!BUY'), scanned(']E0')]).toEqual([['scan ORD-48213'], ['scan PB!BUY'], ['scan ]E0']]);
});

test('takes Tab for the end of a scan too', () => {
  expect(replay([...keys('052877419936', 2), { key: 'Tab', gapMs: 2 }])).toEqual(['scan 052877419936']);
});

test('takes slow typing for typing, key by key, and Enter for Enter', () => {
  expect(replay([...keys('ORD', 120), enter(150)])).toEqual(['typed O', 'typed R', 'typed D', 'key Enter']);
});

test('takes one digit and a quick Enter for a person', () => {
  expect(replay([...keys('3', 200), enter(20)])).toEqual(['typed 3', 'key Enter']);
});

test('takes two quick digits and Enter for a person', () => {
  expect(replay([...keys('12', 10), enter(10)])).toEqual(['typed 12', 'key Enter']);
});

test('hands a fast burst without an end over as typing', () => {
  expect(replay([...keys('1234', 5), { key: 'ArrowLeft', gapMs: 300 }])).toEqual(['typed 1234', 'key ArrowLeft']);
});

test('takes fast characters and a late Enter for typing', () => {
  expect(replay([...keys('1234', 5), enter(90)])).toEqual(['typed 1234', 'key Enter']);
});

test('keeps spaces inside a scan, so that a focused button is never pressed by one', () => {
  expect(replay([...keys('A B 12345', 3), enter(3)])).toEqual(['scan A B 12345']);
});

test('keeps two scans back to back apart', () => {
  expect(replay([...keys('ORD-1', 3), enter(3), ...keys('ORD-2', 3), enter(3)])).toEqual(['scan ORD-1', 'scan ORD-2']);
});

test('counts a scan that ends with carriage return and line feed once', () => {
  const lineFeed: Typed = { key: 'j', gapMs: 3, isCommand: true };
  expect(replay([...keys('ORD-1', 3), enter(3), enter(3)])).toEqual(['scan ORD-1']);
  expect(replay([...keys('ORD-1', 3), enter(3), lineFeed])).toEqual(['scan ORD-1']);
});

test('lets the Enter of a person through soon after a scan', () => {
  expect(replay([...keys('ORD-1', 3), enter(3), enter(400)])).toEqual(['scan ORD-1', 'key Enter']);
});

test('holds Shift inside a scan without breaking it', () => {
  const shift: Typed = { key: 'Shift', gapMs: 3 };
  expect(replay([shift, ...keys('O', 3), shift, ...keys('RD', 3), enter(3)])).toEqual(['key Shift', 'key Shift', 'scan ORD']);
});

test('takes characters typed with AltGr as characters', () => {
  const altGr: Typed = { key: 'AltGraph', gapMs: 5 };
  expect(replay([...keys('A', 5), altGr, ...keys('€{', 5), enter(5)])).toEqual(['key AltGraph', 'scan A€{']);
  expect(replay([altGr, ...keys('@', 90)])).toEqual(['key AltGraph', 'typed @']);
});

test('drops control characters a barcode carries', () => {
  expect(replay([...keys('AB', 3), { key: ']', gapMs: 3, isCommand: true }, ...keys('CD', 3), enter(3)])).toEqual(['scan ABCD']);
});

test('knows a function key inside a code for a part of it, and one behind a digit for that of a person', () => {
  const decoder = createKeyDecoder();
  const press = (key: string, atMs: number) => decoder.press({ key, atMs, isRepeat: false, isComposing: false, isCommand: false });
  press('0', 1000);
  expect(decoder.isOfCode(1004)).toBe(false);
  press('1', 1008);
  expect([decoder.isOfCode(1040), decoder.isOfCode(1070), decoder.isOfCode(1200)]).toEqual([true, true, false]);
});

test('leaves shortcuts to the page', () => {
  expect(replay([{ key: 'c', gapMs: 200, isCommand: true }])).toEqual(['key c']);
});

test('never takes a held key for a scan', () => {
  const repeat = keys('000000', 30).map((press) => ({ ...press, isRepeat: true }));
  expect(replay([...repeat, enter(30)]).filter((heard) => heard.startsWith('scan'))).toEqual([]);
});

test('leaves characters in composition to the input method', () => {
  expect(replay([{ key: 'Process', gapMs: 5, isComposing: true }, enter(5)])).toEqual(['key Process', 'key Enter']);
});

test('hands typing over before the key that follows it', () => {
  expect(replay([...keys('12', 20), { key: 'Backspace', gapMs: 20 }])).toEqual(['typed 12', 'key Backspace']);
});

test('goes by the times of the keys, not by a timer that comes late on a busy screen', () => {
  const decoder = createKeyDecoder();
  const press = (key: string, atMs: number) => decoder.press({ key, atMs, isRepeat: false, isComposing: false, isCommand: false });
  press('1', 0);
  expect(press('2', 300).typed).toBe('1');
  expect(press('3', 600).typed).toBe('2');
  expect(press('Enter', 900)).toEqual({ typed: '3', scan: null, isTaken: false });
});

test('takes no rest of a code for a code: not behind a pause in the middle, a held key or another key', () => {
  const rest = [...keys('234567', 4), enter(4)];
  const held: Typed = { key: '5', gapMs: 5, isRepeat: true };
  expect(replay([...keys('ORD-1', 4), { key: '2', gapMs: 60 }, ...rest])).toEqual(['typed ORD-1', 'typed 2234567']);
  expect(replay([...keys('ORD-1', 4), { key: '2', gapMs: 240 }, ...rest])).toEqual(['typed ORD-1', 'typed 2234567']);
  expect(replay([{ key: '1', gapMs: 400 }, { key: '2', gapMs: 50 }, ...rest])).toEqual(['typed 1', 'typed 2234567']);
  expect(replay([...keys('1', 4), held, ...rest])).toEqual(['typed 15', 'typed 234567']);
  expect(replay([...keys('12', 4), { ...enter(4), isRepeat: true }, ...rest])).toEqual(['typed 12', 'key Enter', 'typed 234567']);
  expect(replay([...keys('12', 4), { key: 'Escape', gapMs: 4 }, ...rest])).toEqual(['typed 12', 'key Escape', 'typed 234567']);
});

test('takes no code for one whose beginning another window may have had, and takes the next one', () => {
  const end = [...keys('234567', 4), enter(4)];
  expect(replay(end, 1000)).toEqual(['typed 234567']);
  expect(replay([...end, { key: '1', gapMs: 300 }, ...end], 1000)).toEqual(['typed 234567', 'scan 1234567']);
  expect(replay(end, 900)).toEqual(['scan 234567']);
});

test('takes no code for one whose middle another window may have had, and takes the next one', () => {
  const end: Typed[] = [{ key: '2', gapMs: 12, isBehindFocus: true }, ...keys('13', 4), enter(4)];
  const code = [...keys('ORD-48213', 4), enter(4)];
  expect(replay([...keys('ORD-4', 4), ...end, ...code])).toEqual(['typed ORD-4213', 'scan ORD-48213']);
});

test('takes the same code from its beginning soon behind a rest, and one behind typing', () => {
  const whole = [...keys('1234567', 4), enter(4)];
  expect(replay([...keys('12', 4), { key: '3', gapMs: 60 }, ...keys('4567', 4), enter(4), ...whole])).toEqual([
    'typed 12',
    'typed 34567',
    'scan 1234567',
  ]);
  expect(replay([...keys('47', 120), { key: '1', gapMs: 90 }, ...keys('234567', 4), enter(4)])).toEqual([
    'typed 4',
    'typed 7',
    'scan 1234567',
  ]);
});
