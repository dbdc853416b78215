import { expect, test } from 'vitest';
import { readDraft } from '../../../renderer/orders/order-draft.ts';
import { reasonText } from '../../../renderer/text/reasons.ts';
import { usualShipment } from '../../../shared/order.ts';
import { moneyDigits, readAmount } from '../../../shared/units.ts';
import { type PlainStation, sent, startPlainStation } from '../../path/plain-station.ts';

const header = 'order,name,street,postal_code,city,country,phone,weight_kg,contents,value,currency,length_cm,width_cm,height_cm';
const row = (order: string, weight: string, value: string, currency: string) =>
  `${order},Anna Lehmann,Kastanienallee 84,10435,Berlin,DE,+49 30 55572101,${weight},Vase,${value},${currency},20,20,20`;
const bench = (orders: string, currency = 'EUR') => startPlainStation({ orders, settings: { currency, shipmentDefaults: usualShipment } });
const sentItems = ({ service }: PlainStation) =>
  service
    .orders()
    .at(-1)
    ?.shipment.items.map(({ value, currency }) => [value, currency]);

test.each([
  ['JPY', '5000', 5000],
  ['KWD', '5.5', 5.5],
  ['KWD', '5,5', 5.5],
  ['EUR', '64,90', 64.9],
])('%s %s typed at the bench goes to customs as %d', async (currency, typed, value) => {
  const { call, workflowNo, answerAll, at, ...rest } = await bench(`${header}\n${row('A-1', '1', '', '')}`, currency);
  await call('scan', { code: 'A-1' });
  await answerAll({ value: typed });
  const { serviceId } = await at('choosing');
  await call('buy', { workflowNo: workflowNo(), serviceId });
  await at('done');
  expect(sentItems(rest as PlainStation)).toEqual([[value, currency]]);
});

test.each([
  ['EUR', '8.45', '8.45'],
  ['EUR', '1.208,45', '1208.45'],
  ['EUR', '1,208.45', '1208.45'],
  ['EUR', '1’208.45', '1208.45'],
  ['EUR', '1208', '1208.00'],
  ['JPY', '5,000', '5000'],
  ['KWD', '5.500', '5.500'],
  ['KWD', '1,208.500', '1208.500'],
])('reads %s %j as %s', (currency, written, digits) => {
  const money = readAmount(written, currency);
  expect(money && moneyDigits(money)).toBe(digits);
});

test.each([
  ['EUR', '1.208'],
  ['EUR', '1,208'],
  ['EUR', '1.200'],
  ['KWD', '5,500'],
  ['EUR', '8.455'],
  ['JPY', '50.5'],
  ['EUR', '-3'],
  ['EUR', '1,2,5'],
  ['euros', '3'],
])('does not guess the meaning of %s %j', (currency, written) => {
  expect(readAmount(written, currency)).toBeUndefined();
});

test('goods declared as worth nothing are asked about', async () => {
  const { call, at, station } = await bench(`${header}\n${row('A-1', '1', '0.00', 'EUR')}`);
  await call('scan', { code: 'A-1' });
  const workflow = await at('asking');
  expect(workflow.questions).toEqual([{ kind: 'value', parcel: 0, found: '0.00 EUR' }]);
  await call('answerQuestion', { workflowNo: station.snapshot().bench.workflowNo, question: workflow.questions[0]!, answer: '0' });
  expect((await at('asking')).refused).toBe(true);
});

const productHeader = `${header},product_code,product_description,product_quantity,product_weight_kg,product_origin,product_value,product_hs_code`;

test.each([
  ['weigh more than their parcel', '10,5,NL,1,691200', /weigh 50 kg together, the whole parcel 1\.2 kg/],
  ['cost more than their parcel', '10,0.1,NL,30,691200', /worth 300\.00 EUR together, the whole parcel 64\.00 EUR/],
])('products that %s stop the order before a price is requested', async (_what, product, says) => {
  const station = await bench(`${productHeader}\n${row('A-1', '1.2', '64', 'EUR')},BOWL,Bowl,${product}`);
  const { problems } = await station.scan('A-1', 'stopped');
  expect(problems.map(({ why }) => reasonText(why)).join()).toMatch(says);
  expect(sent(station, 'quote')).toBe(0);
});

test('products heavier than the usual parcel are weighed instead of taking the default', async () => {
  const station = await startPlainStation({
    orders:
      'order,name,street,postal_code,city,country,phone,product_code,product_weight_kg\nA-1,Anna,Allee 8,10435,Berlin,DE,+49 30 5,BOWL,5',
    settings: { defaults: { boxId: 'M', weightGrams: 800, contents: 'Bowl', value: { minor: 100, currency: 'EUR' } } },
  });
  expect((await station.scan('A-1', 'asking')).questions.map(({ kind }) => kind)).toEqual(['weight']);
});

test('a product row without a currency takes that of its parcel, and the form keeps it', async () => {
  const rows = [
    `${productHeader}`,
    `${row('A-1', '1.2', '6400', 'JPY')},BOWL,Bowl,1,0.2,NL,,691200`,
    'A-1,,,,,,,,,,,,,,CUP,Cup,2,0.1,NL,500,691200',
  ].join('\n');
  const { call } = await bench(rows);
  const order = await call('order', { key: 'A-1' as never });
  expect(order.parcels[0]?.products[1]?.value).toEqual({ minor: 500, currency: 'JPY' });
  const draft = {
    order,
    costs: { transport: '', insurance: '', other: '' },
    parcels: order.parcels.map((parcel) => ({
      parcel,
      size: '20 x 20 x 20',
      weight: '1.2',
      value: '6500',
      products: parcel.products.map((product) => ({ product, quantity: '1', weight: '0.1', value: '500' })),
    })),
  };
  const { parcels } = readDraft(draft, 'EUR').order!;
  expect(parcels[0]?.value).toEqual({ minor: 6500, currency: 'JPY' });
  expect(parcels[0]?.products.map(({ value }) => value)).toEqual([
    { minor: 500, currency: 'JPY' },
    { minor: 500, currency: 'JPY' },
  ]);
});
