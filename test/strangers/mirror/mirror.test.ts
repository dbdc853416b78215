import { expect, test } from 'vitest';
import { slotOf } from '../../../shared/scan.ts';
import { createDice } from '../../crash/dice.ts';
import { anOrder } from '../../journal/samples.ts';
import { journalAt, newFile } from '../../journal/temporary-journal.ts';
import { receiveSite } from './hearing.ts';
import { receiveOrders, receivingBench, startOrderLedger } from './orders.ts';

test.each(['one', 'two', 'three'])('a bench syncs all changes of a random site, with the seed "%s"', async (seed) => {
  expect(await receiveSite(seed, newFile())).toEqual([]);
  expect(await receiveOrders(seed, newFile())).toEqual([]);
});

test('an order too large to sync is reported on its bench, once, and the next one is synced', async () => {
  const dice = createDice('large');
  const noise = (length: number): string => Array.from({ length }, () => String.fromCodePoint(0x4e00 + dice.whole(20_000))).join('');
  const journal = journalAt(newFile(), undefined, undefined, 'sandbox');
  const ledger = startOrderLedger();
  const bench = receivingBench(journal, ledger, (what) => expect.fail(what));
  await bench.look();
  journal.saveOrder({ ...anOrder('LARGE-1'), noteForPacker: noise(45_000) });
  journal.saveOrder(anOrder('SMALL-1'));
  await bench.look();
  await bench.look();
  expect([...ledger.kept.keys()]).toEqual([slotOf('SMALL-1')]);
  expect(journal.rowProblems().map(({ problem }) => [problem.orderKey, problem.reason])).toEqual([
    ['LARGE-1', { code: 'too-large-to-share' }],
  ]);
  journal.close();
});
