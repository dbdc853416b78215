import { expect, test } from 'vitest';
import { code128Bars } from '../../renderer/ui/code-128.ts';

/** Bars as `left edge:width` in modules. */
const barsOf = (code: string) => [...code128Bars(code).path.matchAll(/M([\d.]+) 0h(\d)/g)].map(([, x, width]) => `${x}:${width}`).join(' ');

// Computed by hand from the tables of the standard: start B, the characters, the check character, stop.
test.each([
  ['OK', 57, '0:2 3:1 6:1 11:1 15:3 19:2 22:1 24:2 29:3 33:2 36:2 41:2 44:2 49:3 53:1 55:2'],
  ['+BUY', 79, '0:2 3:1 6:1 11:2 16:1 19:1 22:1 26:1 28:2 33:2 36:3 40:3 44:3 48:2 51:1 55:3 59:1 63:2 66:2 71:3 75:1 77:2'],
])('draws %s with every bar at its place in the standard', (code, modules, bars) => {
  expect(barsOf(code)).toBe(bars);
  expect(code128Bars(code).modules).toBe(modules);
});
