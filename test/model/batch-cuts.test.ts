import { expect, test } from 'vitest';
import type { OrderKey } from '../../shared/order.ts';
import { openSmallWorld, orderKeys, type SmallWorld } from './small-world.ts';

const mostSteps = 400;

/** Continues the batch, and runs everything that follows from it. */
async function goOn(world: SmallWorld, cutAfter?: number): Promise<void> {
  await world.through(() => {
    const { batch } = world.bench;
    const view = batch.view();
    if (!view) batch.open({ keys: [...orderKeys] as OrderKey[], search: '' });
    else if (view.state === 'ready') batch.run(view.counts.quoted);
    else if (view.state === 'paused') batch.run(view.counts.agreed);
  }, cutAfter);
  for (let round = 0; round < 4; round += 1) await world.through(() => world.bench.printersChanged());
}

/** Ships all orders by batch with a power cut after `cutAfter` steps. Returns what is wrong afterwards. */
async function wrongAfter(cutAfter: number): Promise<readonly string[]> {
  const world = await openSmallWorld();
  await goOn(world);
  await goOn(world, cutAfter);
  const isDone = (): boolean => {
    const view = world.bench.batch.view();
    return view?.state === 'ready' && view.counts.quoted === 0;
  };
  for (let round = 0; round < 6 && !isDone(); round += 1) await goOn(world);
  const { service, out, journal, bugs } = world;
  const { rows } = journal.bookings({ search: '', offset: 0, limit: 50, states: ['booked'] });
  const wrong = [
    ...service.shipRequests.filter((key, index, all) => all.indexOf(key) !== index).map((key) => `${key} was sent twice`),
    ...[...out].filter(([, count]) => count > 1).map(([mark]) => `${mark} came out twice`),
    ...rows
      .filter(({ jobs }) => !jobs.some(({ state }) => state === 'printed' || state === 'print-unknown'))
      .map(({ orderKey }) => `the label of ${orderKey} is lost`),
    ...bugs,
  ];
  const after = world.bench.batch.view();
  // One order lacks its weight: the batch asks for it, and all others are printed or stopped.
  if (after?.state !== 'ready' || after.counts.printed + after.counts.stopped !== 3) wrong.push(JSON.stringify(after));
  await world.end();
  return wrong;
}

test('after any power cut a batch buys each order at most once, and its labels come out or are in doubt', async () => {
  for (let cutAfter = 3; cutAfter < mostSteps; cutAfter += 13) expect([cutAfter, await wrongAfter(cutAfter)]).toEqual([cutAfter, []]);
});
