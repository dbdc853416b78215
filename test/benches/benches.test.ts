import { expect, test } from 'vitest';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { runDay } from './day.ts';

test.skipIf(whyNoPostgres())('two benches of which some are killed and cut off buy each of ten orders once', async () => {
  const said: string[] = [];
  const counts = await runDay({ benches: 2, orders: 10, faults: 3, seed: '1', log: (line) => said.push(line) });
  expect(counts, said.join('\n')).toMatchObject({ bookings: 10, doubled: 0, lost: 0, phantom: 0, unsettled: 0 });
});
