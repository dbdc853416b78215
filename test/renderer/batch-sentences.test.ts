import { expect, test } from 'vitest';
import { failures } from '../../renderer/text/en/failures.ts';

// A batch shows them for orders that were never scanned and whose prices were on no screen.
test.each([
  ['order-changed', 'The order was changed after its prices were asked. Nothing was bought.'],
  ['rule-asks', 'A rule wants a person to decide about this order. Nothing was bought.'],
  ['label-held-back', 'This label waits until a person has checked it. It was not printed. The shipment stays booked and paid.'],
] as const)('the message about a stopped order (%s) is true even if no packer saw its screen', (code, what) => {
  expect(failures[code].what).toBe(what);
});
