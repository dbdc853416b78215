import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { textOfPart, zipParts } from '../../electron/orders/zip-parts.ts';

test('a part that is larger than it states is given up before more of it is read', () => {
  const whole = 'x'.repeat(5_000_000);
  const part = zipParts(zipSync({ 'sheet.xml': Buffer.from(whole) }))?.get('sheet.xml');
  if (!part) throw new Error('the archive has no part');
  expect([...textOfPart(part, 128)].join('')).toBe(whole);
  let read = 0;
  const readOn = (): void => {
    for (const text of textOfPart({ ...part, size: 1_000_000 }, 128)) read += text.length;
  };
  expect(readOn).toThrow();
  expect(read).toBeLessThanOrEqual(1_000_000);
});
