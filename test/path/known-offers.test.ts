import { expect, test } from 'vitest';
import { createKnownOffers } from '../../electron/bench/batch/known-offers.ts';
import type { Priced } from '../../electron/bench/batch/quote-line.ts';
import { quote } from '../journal/samples.ts';
import { key } from './batch-bench.ts';

/** Only its size matters here. */
const offered = (services: number): Priced =>
  ({ quote: { ...quote, services: Array.from({ length: services }, () => quote.services[0]) } }) as unknown as Priced;

test('a batch keeps the offers that are bought first, up to a limit of services', () => {
  const known = createKnownOffers(100);
  for (let number = 1; number <= 5000; number += 1) known.keep(key(number), offered(40));
  expect([1, 2, 3, 5000].map((number) => known.get(key(number)) !== undefined)).toEqual([true, true, false, false]);
  known.forget(key(1));
  known.keep(key(3), offered(40));
  known.keep(key(3), offered(60));
  expect(known.get(key(3))?.quote.services).toHaveLength(60);
  known.forgetAll();
  known.keep(key(4), offered(100));
  expect(known.get(key(4))).toBeDefined();
});
