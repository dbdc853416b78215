import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

const site = useSite();
const bowlCode = '4006381333931';
const settings = { opensByProduct: true };
/** Orders of one bowl, each to an address of its own. */
const bowls = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_each, at) => ({
      ...plainOrder(`A-${at + 1}`),
      house_number: String(at + 1),
      item_name: 'Bowl',
      item_sku: 'BOWL',
      item_quantity: '1',
      item_barcode: bowlCode,
    })),
  );
const inHand = ({ workflow }: PlainStation) => {
  const now = workflow();
  return 'order' in now ? (now.order?.key ?? '') : '';
};
/** Both scan in the same moment. Returns the orders that they have in hand then; empty for a bench that found none. */
async function scanTogether(benches: readonly PlainStation[]): Promise<readonly string[]> {
  await Promise.all(benches.map((bench) => bench.station.handlers.scan({ code: bowlCode })));
  return benches.map(inHand);
}

test('two benches that scan one product in the same moment never open the same order', async () => {
  const rounds = 20;
  const orders = bowls(rounds * 2);
  const { first } = await site.first({ settings, orders });
  const both = [first, await site.joinedTo(first, { settings, orders })] as const;
  for (let round = 0; round < rounds; round += 1) {
    const keys = await scanTogether(both);
    expect(new Set(keys).size, `round ${round}: ${keys.join()}`).toBe(2);
    expect(keys.every((key) => key !== '')).toBe(true);
    // One bench buys, the other one gives its order back: the next round has it again.
    const { workflow, workflowNo } = first.station.snapshot().bench;
    if (workflow.step !== 'choosing') throw new Error(workflow.step);
    await first.take(workflow.serviceId, 'done');
    expect(workflowNo).toBe(first.workflowNo());
    await both[1].call('next', { workflowNo: both[1].workflowNo() });
  }
  await isReported(first);
  expect(first.service.orders()).toHaveLength(rounds);
  expect(counted(first).sheets).toBe(rounds);
});

test('the last order is in hand at one bench only; the other one says where, and gets it once it is given back', async () => {
  const orders = bowls(1);
  const { first } = await site.first({ settings, orders });
  const second = await site.joinedTo(first, { settings, orders });
  await first.scan(bowlCode, 'choosing');
  const { failure } = await second.scan(bowlCode, 'stopped');
  expect([failure.code, ...(failure.reasons ?? []).map(reasonText)]).toEqual(['product-not-open', 'In hand at another bench: A-1']);
  await first.call('next', { workflowNo: first.workflowNo() });
  await expect
    .poll(async () => {
      await second.station.handlers.scan({ code: bowlCode });
      return inHand(second);
    })
    .toBe('A-1');
  const { serviceId } = await second.at('choosing');
  await second.take(serviceId, 'done');
  await isReported(second);
  expect((await first.scan(bowlCode, 'stopped')).failure.code).toBe('product-not-open');
  expect(first.service.orders()).toHaveLength(1);
});

test('an order that is in hand by its number is not opened by its product elsewhere', async () => {
  const orders = bowls(2);
  const { database, first } = await site.first({ settings, orders });
  const second = await site.joinedTo(first, { settings, orders });
  const leased = async (key: string) => {
    const { rows } = await database.owner.query('SELECT key FROM packbench.lease WHERE key = $1 AND until > clock_timestamp()', [
      `order ${key}`,
    ]);
    return rows.length;
  };
  await first.scan('A-1', 'choosing');
  await expect.poll(() => leased('A-1')).toBe(1);
  await second.scan(bowlCode, 'choosing');
  expect(inHand(second)).toBe('A-2');
  for (const bench of [first, second]) await bench.call('next', { workflowNo: bench.workflowNo() });
  await expect.poll(async () => [await leased('A-1'), await leased('A-2')]).toEqual([0, 0]);
});

test('without the ledger a product opens no order', async () => {
  const { database, first } = await site.first({ settings, orders: bowls(1) });
  await first.scan(bowlCode, 'choosing');
  await first.call('next', { workflowNo: first.workflowNo() });
  await database.owner.query('REVOKE EXECUTE ON FUNCTION packbench.take_lease FROM packbench_bench');
  expect((await first.scan(bowlCode, 'stopped')).failure.code).toBe('not-paired');
});
