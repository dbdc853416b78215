import { expect, test } from 'vitest';
import type { TrainingMode } from '../../electron/training/mode.ts';
import { book, type Desk, quoteServices, shipment, startDesk } from './desk.ts';

async function inMode(mode: Partial<TrainingMode>, work: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await startDesk({ mode });
  try {
    await work(desk);
  } finally {
    await desk.service.stop();
  }
}

test('With fixed service ids a ship books the last quote, and each intent is counted apart', async () => {
  await inMode({ serviceIds: 'fixed' }, async (desk) => {
    const [first] = await quoteServices(desk);
    await desk.call({ action: 'ship', service_id: first.service_id });
    const [second] = await quoteServices(desk, { d_name: 'Somebody Else' });
    expect(second.service_id).toBe(first.service_id);
    await desk.call({ action: 'ship', service_id: first.service_id });
    expect(desk.service.orders().map((order) => order.recipientName)).toEqual(['Anna Lehmann', 'Somebody Else']);
    expect(desk.service.requestsPerIntent().map((count) => count.requests)).toEqual([1, 1]);
  });
});

test('A used service id can be refused', async () => {
  await inMode({ usedServiceId: 'is-refused' }, async (desk) => {
    const [{ service_id }] = await quoteServices(desk);
    expect((await desk.call({ action: 'ship', service_id })).errors).toEqual([]);
    expect((await desk.call({ action: 'ship', service_id })).errors).toEqual([`service_id ${service_id} was already used`]);
    expect(desk.service.orders()).toHaveLength(1);
    expect(desk.service.requestsPerIntent()).toMatchObject([{ requests: 2, executed: 1 }]);
  });
});

test('Track returns one order as a single object, or any orders as a map', async () => {
  await inMode({ trackAnswer: 'lone-object' }, async (desk) => {
    const { result } = await book(desk);
    const track = { action: 'track', order_numbers: [result.order_no] };
    expect((await desk.call(track)).result).toMatchObject({ order_no: result.order_no });
    desk.service.setMode({ trackAnswer: 'map' });
    expect((await desk.call(track)).result).toMatchObject({ [result.order_no]: { order_no: result.order_no } });
  });
});

test.each<[TrainingMode['spelling'], string[], string[]]>([
  ['both', ['environment', 'environmet'], ['instructions', 'instuctions']],
  ['of-the-tables', ['environment'], ['instructions']],
  ['of-the-samples', ['environmet'], ['instuctions']],
])('In the spelling "%s" it accepts only %o and %o', async (spelling, environments, instructions) => {
  await inMode({ spelling }, async (desk) => {
    for (const name of ['environment', 'environmet']) {
      const { errors } = await desk.call({ action: 'quote', [name]: 'moon', shipment });
      expect(errors).toEqual(environments.includes(name) ? [`${name} "moon" must be production or development`] : []);
    }
    const { result } = await book(desk);
    for (const name of ['instructions', 'instuctions']) {
      const pickup = { action: 'pickup', date: '2026-11-20', r_time: '15:00', c_time: '18:00', shipments: [result.order_no] };
      await desk.call({ ...pickup, [name]: 'Ring' });
      expect(desk.service.pickups().at(-1)?.instructions).toBe(instructions.includes(name) ? 'Ring' : '');
    }
  });
});

test('Enumerated values can be matched literally', async () => {
  expect.assertions(2);
  await inMode({}, async (desk) => expect(await quoteServices(desk, { type: 'parcel' })).not.toEqual([]));
  await inMode({ enumCase: 'as-documented' }, async (desk) => {
    const { errors } = await desk.call({ action: 'quote', shipment: { ...shipment, type: 'parcel' } });
    expect(errors).toEqual(['type "parcel" must be Parcel, Document or Pallet']);
  });
});

test('A booking lists its items if it is set to', async () => {
  await inMode({ shipItems: true }, async (desk) => {
    const { result } = await book(desk, { items: [shipment.items[0], shipment.items[0]] });
    expect(result.items).toEqual(
      desk.service.orders()[0]?.trackingNos.map((tracking_no, index) => ({ item_no: `${result.order_no}-${index + 1}`, tracking_no })),
    );
  });
});
