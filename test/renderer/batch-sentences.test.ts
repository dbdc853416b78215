import { expect, test } from 'vitest';
import { failures } from '../../renderer/text/en/failures.ts';

// A batch shows them of orders that nobody scanned and whose prices stood on no screen.
test.each([
  ['order-changed', 'The order was changed after its prices were asked. Nothing was bought.'],
  ['rule-asks', 'A shipping rule leaves this order to a person, or nobody knows whether the service goes there. Nothing was bought.'],
  ['label-held-back', 'This label is held back until a person has looked at it. It was not printed; the shipment stays booked and paid.'],
] as const)('what is said of an order that stopped (%s) is true also where nobody stood before it', (code, what) => {
  expect(failures[code].what).toBe(what);
});
