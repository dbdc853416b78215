import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pressKey, useKey } from '../../renderer/key-presses.ts';
import { useTypedAnswer } from '../../renderer/ship/second-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers a question with `1`, and shows the field of the next one this many milliseconds later. */
function fieldAfterOne(laterMs: number) {
  const before = renderHook(() => useKey('1', () => undefined));
  pressKey('1');
  before.unmount();
  vi.advanceTimersByTime(laterMs);
  const { result } = renderHook(() => useTypedAnswer());
  return { type: (value: string) => act(() => result.current.onChange(value)), now: () => result.current };
}
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('a second press is no answer, and is removed after a moment', () => {
  const { type, now } = fieldAfterOne(120);
  type('1');
  expect(now()).toMatchObject({ typed: '1', isDoubtful: true });
  wait(400);
  expect(now()).toMatchObject({ typed: '', isDoubtful: false, takenOut: '1' });
  type('0');
  expect(now()).toMatchObject({ typed: '0', isDoubtful: false, takenOut: '' });
});

test('a weight typed right after a press keeps its first digit', () => {
  const { type, now } = fieldAfterOne(120);
  type('1');
  wait(150);
  type('1.');
  type('1.2');
  wait(1000);
  expect(now()).toMatchObject({ typed: '1.2', isDoubtful: false, takenOut: '' });
});

test.each([
  ['another digit', 120, '2'],
  ['the same digit later', 350, '1'],
])('%s is an answer', (_what, laterMs, digit) => {
  const { type, now } = fieldAfterOne(laterMs);
  type(digit);
  wait(1000);
  expect(now()).toMatchObject({ typed: digit, isDoubtful: false });
});

test('a second touch types nothing on the pad that appears under it', () => {
  const { now } = fieldAfterOne(0);
  act(() => now().onTouch('5'));
  expect(now().typed).toBe('');
  wait(301);
  act(() => now().onTouch('5'));
  expect(now().typed).toBe('5');
});
