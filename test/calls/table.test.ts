import { expect, test } from 'vitest';
import { rightFor } from '../../electron/calls/authorize.ts';
import { calls, tryTable } from './table.ts';

test('every call has its row in the table', () => {
  expect(calls.toSorted()).toEqual(Object.keys(rightFor).toSorted());
});

// The other environments: `table.campaign.test.ts`.
test('each call in the live environment is refused or let in as the table says, for each role, and written to the history', async ({
  task,
}) => {
  const { faults, counts } = await tryTable('live');
  task.meta.counted = { calls: calls.length, ...counts };
  expect(faults).toEqual([]);
});
