import { renderHook } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { pressKey, useLetterCode } from '../../renderer/key-presses.ts';

// Files of tests share the module that remembers the last press: one of an earlier test would count as the first of two, or lie in the
// future of a clock that a test has set.
beforeEach(() => {
  const screen = renderHook(() => useLetterCode('Z', () => undefined));
  pressKey('Z');
  screen.unmount();
});
