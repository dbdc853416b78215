import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

const site = useSite();
const bowlCode = '4006381333931';
const orders = JSON.stringify([{ ...plainOrder('A-1'), item_name: 'Bowl', item_sku: 'BOWL', item_quantity: '2', item_barcode: bowlCode }]);
const settings = { checksItems: true };
const facts = { box: 'M', weight: '1.5', value: '10' };
const left = (bench: PlainStation) => bench.station.snapshot().bench.checkOff?.lines.map(({ line }) => line.quantity);
const boughtAt = ({ service }: PlainStation) => service.orders().length;

/** Two benches of one site that know the order A-1 with two bowls. */
async function twoBenches(): Promise<readonly [PlainStation, PlainStation]> {
  const { first } = await site.first({ settings, orders });
  return [first, await site.joinedTo(first, { settings, orders })];
}

async function toRest(bench: PlainStation): Promise<string> {
  await bench.call('scan', { code: 'A-1' });
  await expect.poll(() => left(bench)).toEqual([1]);
  await bench.call('scan', { code: bowlCode });
  await bench.answerAll(facts);
  return (await bench.at('choosing')).serviceId;
}

async function shipFirstPart(bench: PlainStation): Promise<void> {
  await bench.call('scan', { code: 'A-1' });
  await expect.poll(() => left(bench)).toEqual([2]);
  await bench.call('scan', { code: bowlCode });
  await bench.call('scan', { code: commandCode('LATER') });
  await bench.answerAll(facts);
  await bench.take((await bench.at('choosing')).serviceId, 'done');
  await isReported(bench);
}

test('one bench ships a part and another one the rest, each piece once', async () => {
  const [first, second] = await twoBenches();
  await shipFirstPart(first);
  const { booking } = await second.take(await toRest(second), 'done');
  expect(booking).toMatchObject({ shipmentNo: 2, order: { part: { no: 2, before: 1, later: 0 }, lines: [{ quantity: 1 }] } });
  await isReported(second);
  expect((await first.scan('A-1', 'already-shipped')).booking).toMatchObject({ shipmentNo: 2 });
  expect([first, second].map((bench) => counted(bench).sheets)).toEqual([1, 1]);
  expect(boughtAt(first)).toBe(2);
});

test('two benches with the rest in hand buy it once', async () => {
  const [first, second] = await twoBenches();
  await shipFirstPart(first);
  const services = [await toRest(first), await toRest(second)];
  await Promise.all(
    [first, second].map((bench, at) => bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId: services[at] ?? '' })),
  );
  await expect.poll(() => boughtAt(first)).toBe(2);
  for (const bench of [first, second]) await expect.poll(() => ['booking', 'printing'].includes(bench.workflow().step)).toBe(false);
  await Promise.all([first, second].map((bench) => isReported(bench)));
  for (const bench of [first, second]) {
    await bench.call('next', { workflowNo: bench.workflowNo() });
    expect((await bench.scan('A-1', 'already-shipped')).booking.shipmentNo).toBe(2);
  }
});
