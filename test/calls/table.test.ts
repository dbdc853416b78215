import { expect, test } from 'vitest';
import { rightFor } from '../../electron/calls/authorize.ts';
import { calls, tryTable } from './table.ts';

test('every call has its row in the table', () => {
  expect(calls.toSorted()).toEqual(Object.keys(rightFor).toSorted());
});

/** Decisions that need a label in doubt, a file of a shop, another bench or a shop. Their own tests make them succeed. */
const neverDone = [
  'confirmUnshipped',
  'decideForm',
  'printForeignLabel',
  'settleReport',
  'closeLabel',
  'settlePrint',
  'settleUpload',
  'closePaper',
  'closeUnreadable',
  'shareSettings',
  'connectShop',
  'nameSite',
  'joinSite',
  'invite',
  'withdrawInvite',
  'vouchFor',
  'takeDoubts',
  'retireBench',
  'leaveLedger',
  'beginEmptyJournal',
  'checkContract',
];

// The other environments: `table.campaign.test.ts`.
test('each call in the live environment is refused or let in as the table says, for each role, and written to the history', async ({
  task,
}) => {
  const { faults, counts, undone } = await tryTable('live');
  task.meta.counted = { calls: calls.length, ...counts };
  expect(faults).toEqual([]);
  expect(undone.toSorted()).toEqual(neverDone.toSorted());
});
