import { expect, test } from 'vitest';
import { counted, startPlainStation } from '../../path/plain-station.ts';

const header =
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const row = (name: string, street: string, city: string) =>
  `A-1,${name},${street},84,10435,${city},DE,+49 30 55572101,1,20,20,20,Vase,64,EUR`;

test('a name, street or city of question marks is asked about before anything is bought', async () => {
  const station = await startPlainStation({ orders: `${header}\n${row('?? ??', '????', '?')}` });
  expect((await station.scan('A-1', 'asking')).questions).toEqual([
    { kind: 'name', parcel: null, found: '?? ??' },
    { kind: 'street', parcel: null, found: '????' },
    { kind: 'city', parcel: null, found: '?' },
  ]);
  await station.call('answerQuestion', { workflowNo: station.workflowNo(), question: { kind: 'name', parcel: null }, answer: '??' });
  expect((await station.at('asking')).questions[0]?.kind).toBe('name');
  await station.answerAll({ name: 'Anna Lehmann', street: 'Kastanienallee', city: 'Berlin' });
  const { serviceId } = await station.at('choosing');
  await station.take(serviceId, 'done');
  expect(counted(station)).toEqual({ booked: 1, sheets: 1 });
});
