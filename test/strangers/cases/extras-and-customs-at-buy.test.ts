import { expect, test } from 'vitest';
import { trainingSender } from '../../../electron/training/sample-orders.ts';
import type { Service } from '../../../shared/quote.ts';
import { senderAt } from '../../../shared/sender.ts';
import { type Fields, type MarkingService } from '../../fakes/marking-service.ts';
import { startFront } from '../../path/front.ts';
import { type PlainOptions, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

let front: MarkingService;

/** Three services: the first and the last offer both extras, the second neither. */
function threeServices(answer: Fields): Fields {
  const { services } = answer['result'] as { services: Fields[] };
  const [one, two, three] = services;
  const with_ = { co2: 1, co2_price: 0.28, insurance: 1, insurance_price: 2.4 };
  return {
    ...answer,
    result: {
      services: [
        { ...one, ...with_ },
        { ...two, co2: 0, insurance: 0 },
        { ...three, ...with_, insurance_price: 9.99 },
      ],
    },
  };
}

async function atTiles(mark = threeServices, options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation(options);
  front = await startFront(bench, (action, answer) => (action === 'quote' ? mark(answer) : answer));
  return bench;
}

const shipped = (): Fields => {
  const body = front.asked().find((each) => each.includes('"action":"ship"')) ?? '{}';
  return JSON.parse(body) as Fields;
};
async function select(bench: PlainStation, service: Service | undefined) {
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId: service?.serviceId ?? '' });
  return bench.at('choosing');
}

test('insurance and CO₂ stay chosen across services, are marked as left out if not offered, and come back', async () => {
  const bench = await atTiles();
  const { quote } = await bench.toTiles('ORD-1001');
  const [one, two, three] = quote.services;
  await select(bench, one);
  await bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'insurance' });
  await bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'co2' });
  const without = await select(bench, two);
  expect(without.extras).toMatchObject({ co2: false, insurance: false });
  expect(without.wish).toMatchObject({ co2: true, insurance: true });
  const { extras } = await select(bench, three);
  expect(extras).toMatchObject({ co2: true, insurance: true });
  await bench.take(three?.serviceId ?? '', 'done');
  expect(shipped()).toMatchObject({ co2: '1', insurance: '1' });
  expect(bench.service.orders()).toHaveLength(1);
});

test('an extra that was removed stays removed at every service', async () => {
  const bench = await atTiles();
  const { quote } = await bench.toTiles('ORD-1001');
  const [one, , three] = quote.services;
  await select(bench, one);
  await bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'insurance' });
  await bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'insurance' });
  expect((await select(bench, three)).extras.insurance).toBe(false);
});

test('chosen extras stay chosen if the prices are requested again before the purchase', async () => {
  const bench = await atTiles();
  const { quote, order } = await bench.toTiles('ORD-1001');
  await select(bench, quote.services[0]);
  await bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'insurance' });
  await bench.call('saveOrder', { order: { ...order, noteForPacker: 'Fragile' } });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId: quote.services[0]?.serviceId ?? '' });
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'order-changed' } });
  const again = await bench.at('choosing');
  expect((await select(bench, again.quote.services[2])).extras.insurance).toBe(true);
  expect(bench.service.orders()).toHaveLength(0);
});

test('an extra with an unreadable price is offered without a price, and is bought if chosen', async () => {
  const bench = await atTiles((answer) => {
    const { services } = answer['result'] as { services: Fields[] };
    return {
      ...answer,
      result: { services: services.map((each) => ({ ...each, co2: 1, co2_price: 'on request', insurance: 1, insurance_price: null })) },
    };
  });
  const { quote, serviceId } = await bench.toTiles('ORD-1001');
  expect(quote.services.map(({ co2, insurance }) => [co2, insurance])).toEqual(
    quote.services.map(() => ['price-unknown', 'price-unknown']),
  );
  await bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'co2' });
  const { booking } = await bench.take(serviceId, 'done');
  expect(booking.extras.co2).toBe(true);
  expect(shipped()).toMatchObject({ co2: '1', insurance: '0' });
});

test('a parcel that leaves its customs territory shows incoterms, goods and a missing EORI number', async () => {
  const bench = await startPlainStation({ settings: { senders: [senderAt({ ...trainingSender, eori: '' })] } });
  const { declared } = await bench.toTiles('ORD-1014');
  expect(declared).toMatchObject({
    incoterms: 'DAP',
    senderEori: '',
    goods: [{ hsCode: '691200', contents: expect.any(String), value: { currency: 'EUR' } }],
  });
  expect((await bench.toTiles('ORD-1001')).declared).toBeNull();
});
