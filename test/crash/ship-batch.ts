import type { FaultName } from '../../electron/training/fault-by-name.ts';
import type { BatchView } from '../../shared/batch.ts';
import type { OrderKey } from '../../shared/order.ts';
import { until } from '../watchdog.ts';
import { importOrders, toOneAddress } from './bring-orders.ts';
import { type Day, sheetsUnderWay, workflowNoOf, workflowOf } from './day.ts';
import { resolve } from './settle.ts';
import { buy, goOn, toTiles } from './ship.ts';

const batchOf = async (day: Day): Promise<BatchView | null> => {
  const view = await day.station.handlers.batch({});
  return view.ok ? view.value : null;
};

/**
 * Puts down the parcel in hand: the labels of a batch wait while that parcel has no label yet, for example while its booking is unknown.
 */
const putDown = (day: Day): Promise<unknown> => day.station.handlers.next({ workflowNo: workflowNoOf(day) });

/** Returns the state of the batch, after putting down a parcel whose silent booking became unknown meanwhile. */
async function stateOfBatch(day: Day): Promise<BatchView['state'] | undefined> {
  if (workflowOf(day).step === 'unknown') await putDown(day);
  return (await batchOf(day))?.state;
}

/** Opens a batch, or finds the one that an earlier life left, and begins to buy it. */
async function beginBatch(day: Day): Promise<readonly string[]> {
  await putDown(day);
  await goOn(day);
  if ((await batchOf(day)) === null) await day.station.handlers.openBatch({ keys: (await importOrders(day, 3)) as OrderKey[], search: '' });
  await until('the batch has its prices', async () => (await batchOf(day))?.state !== 'quoting');
  const view = await batchOf(day);
  if (view?.state === 'ready' && view.counts.quoted > 0) await day.station.handlers.runBatch({ orders: view.counts.quoted });
  return (
    day
      .journal()
      .batch()
      ?.lines.map(({ line }) => line.orderKey) ?? []
  );
}

/** Describes the state of a batch that does not come to rest, for a message. */
const standing = (day: Day): string => {
  const lines = day
    .journal()
    .batch()
    ?.lines.map(({ line: { state, failure } }) => ({ state, code: failure?.code }));
  return JSON.stringify({ state: day.journal().batch()?.state, lines, hand: workflowOf(day).step, sheets: sheetsUnderWay(day) });
};

/** Continues after each pause, settles the items that ask for a person, and closes the batch once nothing is left to do. */
async function endBatch(day: Day): Promise<void> {
  await putDown(day);
  const busy: readonly (BatchView['state'] | undefined)[] = ['quoting', 'running', 'stopping'];
  for (let round = 0; round < 6; round += 1) {
    await until(
      'the batch stands still',
      async () => !busy.includes(await stateOfBatch(day)),
      () => standing(day),
    );
    const view = await batchOf(day);
    if (!view || busy.includes(view.state)) return;
    if (view.state !== 'paused') return void (await day.station.handlers.stopBatch({}));
    await goOn(day);
    if (view.stopped.length > 0) await resolve(day);
    await day.station.handlers.runBatch({ orders: (await batchOf(day))?.counts.agreed ?? 0 });
  }
}

export async function shipBatch(day: Day, fault?: FaultName): Promise<void> {
  if (fault) await day.world.meet('ship', fault);
  await beginBatch(day);
  await until(
    'the batch has run',
    async () => (await stateOfBatch(day)) !== 'running',
    () => standing(day),
  );
  if (fault) await day.world.clear();
  await endBatch(day);
}

/** Puts two orders of a batch in one parcel, and undoes that. */
export async function joinInBatch(day: Day): Promise<void> {
  await putDown(day);
  await goOn(day);
  const { handlers } = day.station;
  if ((await batchOf(day)) !== null) await endBatch(day);
  const keys = (await importOrders(day, 2, toOneAddress())) as OrderKey[];
  const [key, ...others] = keys;
  if (key === undefined) return;
  await handlers.openBatch({ keys, search: '' });
  await until('the batch has its prices', async () => (await batchOf(day))?.state !== 'quoting');
  if ((await handlers.joinBatchLines({ key, others })).ok) await handlers.undoBatchJoin({ key });
  await until('the batch has its prices again', async () => (await batchOf(day))?.state !== 'quoting');
  await endBatch(day);
}

/** An order of a batch that is scanned meanwhile goes first and leaves the batch. */
export async function scanOfBatch(day: Day): Promise<void> {
  const keys = await beginBatch(day);
  if (await toTiles(day, day.dice.pick(keys.length > 0 ? (keys as [string, ...string[]]) : ['']))) await buy(day, undefined);
  await endBatch(day);
}
