import { expect, test } from 'vitest';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

const site = useSite();
const orders = JSON.stringify([{ ...plainOrder('A-17'), name: 'Berta Winter', street: 'Rosenweg', house_number: '3' }]);

/** Two benches of one site; the first one has shipped A-17. */
async function twoBenches(): Promise<readonly [PlainStation, PlainStation]> {
  const { first } = await site.first({ orders });
  const second = await site.joinedTo(first, { orders });
  await first.ship('A-17');
  await isReported(first);
  return [first, second];
}

/** Takes a return label of A-17 to the services. */
async function toTiles(bench: PlainStation): Promise<string> {
  await bench.scan('A-17', 'already-shipped');
  await bench.call('returnLabel', { workflowNo: bench.workflowNo() });
  await bench.answerAll({ weight: '1.2' });
  return (await bench.at('choosing')).serviceId;
}
const boughtAt = ({ service }: PlainStation) => service.orders().length;
const waiting = async (bench: PlainStation) => (await bench.call('pickups', {})).groups.reduce((sum, { today }) => sum + today, 0);

test('a bench buys a return label for a parcel of another bench, and each bench shows it as one', async () => {
  const [first, second] = await twoBenches();
  const { booking } = await second.take(await toTiles(second), 'done');
  expect(booking).toMatchObject({ orderKey: 'A-17 (return)', verdict: { kind: 'match' }, sender: { name: 'Berta Winter' } });
  await isReported(second);
  await first.scan('A-17', 'already-shipped');
  await first.call('returnLabel', { workflowNo: first.workflowNo() });
  const shown = await first.at('already-shipped');
  expect(shown.booking).toMatchObject({ bench: 2, order: { returnOf: { key: 'A-17', from: { name: 'Berta Winter' } } } });
  expect((await first.call('track', { number: booking.consignmentNo })).booking?.order.returnOf?.key).toBe('A-17');
  expect([await waiting(first), await waiting(second)], 'only the parcel that went out waits for a driver').toEqual([1, 1]);
  expect([boughtAt(first), counted(second).sheets]).toEqual([2, 1]);
});

test('two benches with the return label of one order in hand buy it once', async () => {
  const [first, second] = await twoBenches();
  const services = [await toTiles(first), await toTiles(second)];
  await Promise.all(
    [first, second].map((bench, at) => bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId: services[at] ?? '' })),
  );
  await expect.poll(() => boughtAt(first)).toBe(2);
  for (const bench of [first, second]) await expect.poll(() => ['booking', 'printing'].includes(bench.workflow().step)).toBe(false);
  const ends = [first, second].map((bench) => {
    const workflow = bench.workflow();
    return workflow.step === 'choosing' ? workflow.notice?.code : workflow.step;
  });
  expect(new Set(ends)).toEqual(new Set(['done', 'taken-elsewhere']));
  expect(boughtAt(first)).toBe(2);
});
