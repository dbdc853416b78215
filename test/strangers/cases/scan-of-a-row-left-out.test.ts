import { expect, test } from 'vitest';
import { sent, startPlainStation } from '../../path/plain-station.ts';

const header = 'order,name,street,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const row = (order: string, name = 'Anna Lehmann', weight = '1') =>
  `${order},${name},Kastanienallee 84,10435,Berlin,DE,+49 30 55572101,${weight},20,20,20,Vase,64,EUR`;
const orders = [header, row('#1001'), row('1001', 'Bo Berg'), row('#1002', 'Carla Chor', 'heavy'), row('#1003', 'Dirk Dorn')].join('\n');

test.each(['#1002', '1002'])('the scan %s of an order whose row was left out shows that it waits in Resolve', async (code) => {
  const station = await startPlainStation({ orders });
  expect((await station.scan(code, 'stopped')).failure.code).toBe('order-left-out');
});

test('the number of a left-out order does not lead to another person with the same number', async () => {
  const station = await startPlainStation({ orders });
  expect((await station.scan('1001', 'stopped')).failure.code).toBe('order-left-out');
  expect((await station.scan('#1001', 'choosing')).order.recipient.name).toBe('Anna Lehmann');
  expect(sent(station, 'quote')).toBe(1);
});

test('the scan of a left-out order keeps the parcel in hand, and finds no order once its row is dismissed', async () => {
  const station = await startPlainStation({ orders });
  await station.toTiles('#1003');
  expect(await station.station.handlers.scan({ code: '#1002' })).toMatchObject({ failure: { code: 'order-left-out' } });
  expect((await station.at('choosing')).order.key).toBe('#1003');
  for (const item of await station.call('toResolve', {}))
    if (item.kind === 'row-unreadable') await station.call('dismissRow', { id: item.id });
  expect(await station.station.handlers.scan({ code: '#1002' })).toMatchObject({ failure: { code: 'order-not-found' } });
  expect((await station.scan('1001', 'choosing')).order.key).toBe('#1001');
});
