import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { holdMs } from '../../renderer/key-presses.ts';
import { listenToKeys } from '../../renderer/scanner/scanner.ts';
import { HoldButton, HoldTicks } from '../../renderer/ui/hold-button.tsx';
import type { WindowState } from '../../renderer/window-state.ts';
import { handTicks } from './mount.tsx';

let ticks = handTicks();
let done: string[] = [];
beforeEach(() => {
  ticks = handTicks();
  done = [];
  onTestFinished(cleanup);
  // The keys of these tests reach no scanner and no call.
  const noState = {
    shown: { getState: () => ({ snapshot: null }) },
    station: { ping: async () => undefined },
    forgetScanDoubt: () => undefined,
  };
  onTestFinished(listenToKeys(window, noState as unknown as WindowState, () => undefined));
});

const hold = (name: string, more: { isDisabled?: boolean; hasKey?: boolean } = {}) => (
  <HoldTicks key={name} value={ticks.every}>
    <HoldButton {...more} onHeld={() => done.push(name)}>
      {name}
    </HoldButton>
    <input aria-label={`Reason of ${name}`} />
  </HoldTicks>
);
const key = (kind: 'keyDown' | 'keyUp', more: object = {}): void =>
  void fireEvent[kind](document.activeElement ?? document.body, { key: 'Delete', code: 'Delete', ...more });
const button = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(name) });

test('acts once after the key stayed down for a second, while the key repeats', () => {
  render(hold('Ship again'));
  expect(button('Ship again').textContent).toContain('hold 1 s');
  key('keyDown');
  for (let ms = 0; ms < holdMs - 50; ms += 50) {
    ticks.pass(50);
    key('keyDown', { repeat: true });
  }
  expect(button('Ship again').textContent).toContain('keep holding');
  expect(button('Ship again').style.getPropertyValue('--held')).toBe('95%');
  expect(done).toEqual([]);
  ticks.pass(50);
  expect(done).toEqual(['Ship again']);
  for (let times = 0; times < 40; times += 1) key('keyDown', { repeat: true });
  ticks.pass(3 * holdMs);
  key('keyUp');
  expect(done).toEqual(['Ship again']);
  expect(button('Ship again').textContent).toContain('hold 1 s');
});

test.each<[string, () => void]>([
  ['the key is released', () => key('keyUp')],
  ['the window loses the focus', () => void fireEvent.blur(window)],
  ['another key is pressed', () => void fireEvent.keyDown(document.body, { key: 'F12', code: 'F12' })],
])('does nothing if %s before the second is over', (_what, early) => {
  render(hold('Ship again'));
  key('keyDown');
  ticks.pass(holdMs - 50);
  act(early);
  ticks.pass(3 * holdMs);
  key('keyDown', { repeat: true });
  ticks.pass(3 * holdMs);
  expect(done).toEqual([]);
  expect(button('Ship again').textContent).toContain('hold 1 s');
});

test('a key that went down on an earlier screen does not count', () => {
  const { rerender } = render(hold('Delete'));
  key('keyDown');
  ticks.pass(holdMs - 50);
  rerender(hold('Retire'));
  ticks.pass(3 * holdMs);
  for (let times = 0; times < 40; times += 1) key('keyDown', { repeat: true });
  ticks.pass(3 * holdMs);
  expect(done).toEqual([]);
});

test('does nothing while it is disabled, or if it becomes disabled', () => {
  const { rerender } = render(hold('Retire', { isDisabled: true }));
  key('keyDown');
  ticks.pass(3 * holdMs);
  key('keyUp');
  rerender(hold('Retire'));
  key('keyDown');
  ticks.pass(holdMs - 50);
  rerender(hold('Retire', { isDisabled: true }));
  ticks.pass(3 * holdMs);
  rerender(hold('Retire'));
  ticks.pass(3 * holdMs);
  expect(done).toEqual([]);
});

test('a mouse or a finger holds it, and sliding off ends that', () => {
  render(hold('Ship again'));
  fireEvent.pointerDown(button('Ship again'), { button: 0, isPrimary: true });
  ticks.pass(holdMs - 50);
  fireEvent.pointerLeave(button('Ship again'));
  fireEvent.pointerOut(button('Ship again'));
  ticks.pass(3 * holdMs);
  expect(done).toEqual([]);
  fireEvent.pointerDown(button('Ship again'), { button: 2, isPrimary: true });
  ticks.pass(3 * holdMs);
  expect(done).toEqual([]);
  fireEvent.pointerDown(button('Ship again'), { button: 0, isPrimary: true });
  ticks.pass(holdMs);
  expect(done).toEqual(['Ship again']);
});

test('Enter, Space and a click do nothing', () => {
  render(hold('Ship again'));
  button('Ship again').focus();
  for (const pressed of ['Enter', ' ']) fireEvent.keyDown(button('Ship again'), { key: pressed });
  fireEvent.click(button('Ship again'));
  ticks.pass(3 * holdMs);
  expect(done).toEqual([]);
});

test('in a field it counts only if the key would delete nothing there', () => {
  render(hold('Retire'));
  const field = screen.getByLabelText<HTMLInputElement>('Reason of Retire');
  field.focus();
  fireEvent.change(field, { target: { value: 'It is broken' } });
  field.setSelectionRange(3, 3);
  key('keyDown');
  ticks.pass(3 * holdMs);
  key('keyUp');
  expect(done).toEqual([]);
  field.setSelectionRange(12, 12);
  key('keyDown');
  ticks.pass(holdMs);
  expect(done).toEqual(['Retire']);
});

test('of two, the key holds the focused one, else the one that shows the key', () => {
  render(
    <>
      {hold('Vouch')}
      {hold('Retire', { hasKey: false })}
    </>,
  );
  key('keyDown');
  ticks.pass(holdMs);
  key('keyUp');
  expect(done).toEqual(['Vouch']);
  button('^Retire').focus();
  key('keyDown');
  ticks.pass(holdMs);
  expect(done).toEqual(['Vouch', 'Retire']);
});
