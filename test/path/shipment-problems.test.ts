import { expect, test } from 'vitest';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { emptyProduct } from '../../shared/customs.ts';
import type { Order } from '../../shared/order.ts';
import { usualShipment } from '../../shared/order.ts';
import { senderAt } from '../../shared/sender.ts';
import { words } from '../words.ts';
import { plainOrder } from './plain-order.ts';
import { type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

/** Changes an order in the journal through the editor's call. */
async function edit(bench: PlainStation, key: string, change: (order: Order) => Order): Promise<Order> {
  const order = change(await bench.call('order', { key: key as Order['key'] }));
  await bench.call('saveOrder', { order });
  return order;
}

test('an order with a problem is kept, names its fields, and nothing of it is sent', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  const before = sent(bench, 'quote');
  const order = await edit(bench, 'ORD-1001', (known) => ({
    ...known,
    preferredDate: '2026-02-30',
    recipient: { ...known.recipient, email: 'nobody' },
    parcels: known.parcels.map((parcel) => ({ ...parcel, products: [{ ...emptyProduct, code: 'BOWL' }] })),
  }));
  const { failure, problems } = await bench.scan('ORD-1001', 'stopped');
  expect(failure.code).toBe('order-incomplete');
  expect(problems.map(({ part, field }) => `${part}.${field}`)).toEqual([
    ...words('recipient.email shipment.preferredDate product.description product.originCountry product.weightGrams'),
    ...words('product.value product.hsCode'),
  ]);
  expect((await bench.call('checkOrder', { order })).problems.filter(({ stops }) => stops)).toEqual(problems);
  expect(sent(bench, 'quote')).toBe(before);
  await edit(bench, 'ORD-1001', (known) => ({
    ...known,
    preferredDate: '',
    recipient: { ...known.recipient, email: '' },
    parcels: known.parcels.map((parcel) => ({ ...parcel, products: [] })),
  }));
  await bench.ship('ORD-1001');
  expect(bench.service.orders()).toHaveLength(1);
});

test.each([
  ['Japanese', '山田太郎', { country: 'JP', postal_code: '100-0001', city: 'Tokyo' }],
  ['Persian', 'رضا واعظی', { country: 'IR', postal_code: '1136746311', city: 'Tehran' }],
])('a %s name stops the scan before any question, without a foreign reading', async (_language, name, place) => {
  const order = { ...plainOrder('J-1'), ...place, name, house_number: '', weight_kg: '' };
  const bench = await startPlainStation({ orders: JSON.stringify([order]) });
  const { problems } = await bench.scan('J-1', 'stopped');
  const which = { fact: 'name', of: 'recipient' };
  expect(problems.map(({ why }) => why)).toEqual([{ code: 'not-in-latin-letters', which, written: name, spelt: '' }]);
  expect(sent(bench, 'quote')).toBe(0);
});

test('a name whose plain spelling is only a guess is shown to the packer, never sent', async () => {
  const bench = await startPlainStation();
  await edit(bench, 'ORD-1001', (known) => ({ ...known, recipient: { ...known.recipient, company: '東京商店' } }));
  await bench.scanAndAnswer('ORD-1001');
  const { problems } = await bench.at('stopped');
  expect(problems.map(({ part, field }) => `${part}.${field}`)).toEqual(['recipient.company']);
  expect(sent(bench, 'quote')).toBe(0);
});

test('a Japanese recipient name is the first problem listed, and the address follows in reading order', async () => {
  const bench = await startPlainStation();
  const order = await edit(bench, 'ORD-1001', (known) => ({
    ...known,
    preferredDate: '2026-02-30',
    recipient: { ...known.recipient, name: '山田 太郎', street: '千代田', city: '東京', email: 'nobody' },
  }));
  const { problems } = await bench.call('checkOrder', { order });
  const listed = problems.filter(({ stops }) => stops).map(({ part, field }) => `${part}.${field}`);
  expect(listed.slice(0, 5)).toEqual(['recipient.name', 'recipient.street', 'recipient.city', 'recipient.email', 'shipment.preferredDate']);
});

test('each text that is sent in another spelling is listed with its field and sent that way; a guess is not', async () => {
  const bench = await startPlainStation();
  const order = await edit(bench, 'ORD-1001', (known) => ({
    ...known,
    reference: 'Käufer Nº 12 🎁',
    deliveryInstructions: 'Tür links',
    recipient: { ...known.recipient, name: 'Jürgen Groß', company: 'Müller & Søn', email: 'jürgen@example.com', city: 'Berlin' },
    parcels: known.parcels.map((parcel) => ({ ...parcel, contents: 'Crème brûlée', products: [{ ...emptyProduct, description: '茶' }] })),
  }));
  const { problems, respellings } = await bench.call('checkOrder', { order });
  const listed = respellings.map(({ part, field, sent: spelt }) => [`${part}.${field}`, spelt]);
  expect(listed).toEqual([
    ['recipient.name', 'Juergen Gross'],
    ['recipient.company', 'Mueller & Son'],
    ['shipment.reference', 'Kaufer No 12'],
    ['shipment.deliveryInstructions', 'Tuer links'],
    ['parcel.contents', 'Creme brulee'],
  ]);
  expect(problems.flatMap(({ part, field, why }) => ('spelt' in why ? [[`${part}.${field}`, why]] : []))).toEqual([
    ['product.description', { code: 'not-in-latin-letters', which: 'productDescription', written: '茶', spelt: '' }],
  ]);
  expect(problems.find(({ field }) => field === 'email')?.why).toMatchObject({ code: 'mailbox-letters', written: 'jürgen@example.com' });

  await edit(bench, 'ORD-1001', (known) => ({
    ...known,
    recipient: { ...known.recipient, email: '' },
    parcels: known.parcels.map((parcel) => ({ ...parcel, products: [] })),
  }));
  await bench.ship('ORD-1001');
  const shipment = bench.service.orders().at(-1)?.shipment;
  expect([
    shipment?.recipient.name,
    shipment?.recipient.company,
    shipment?.reference,
    shipment?.deliveryInstructions,
    shipment?.items[0]?.contents,
  ]).toEqual(listed.map(([, spelt]) => spelt));
});

test('a sender that cannot be sent points to Setup, not to the order', async () => {
  const bench = await startPlainStation();
  const sender = { ...trainingSender, phone: '' };
  await bench.call('saveSettings', { settings: { senders: [senderAt(sender)] } });
  await bench.scanAndAnswer('ORD-1001');
  const { failure, problems } = await bench.at('stopped');
  expect(failure.code).toBe('sender-incomplete');
  expect(problems.map(({ field }) => field)).toEqual(['phone']);
  expect(sent(bench, 'quote')).toBe(0);
  expect((await bench.call('checkSender', { sender })).problems).toEqual(problems);
});

test('every problem of a sender is reported before it is saved, whatever it will ship', async () => {
  const bench = await startPlainStation();
  const { settings } = await bench.call('setup', {});
  const sender = {
    ...trainingSender,
    name: 'Größe',
    email: 'nobody',
    street2: '東京',
    country: 'US',
    postalCode: '',
    province: 'XX',
    phone: '',
  };
  const { asSent, problems } = await bench.call('checkSender', { sender });
  expect(problems.filter(({ stops }) => stops).map(({ part, field }) => `${part}.${field}`)).toEqual([
    'sender.phone',
    'sender.email',
    'sender.postalCode',
    'sender.province',
    'sender.street2',
  ]);
  expect(asSent.name).toBe('Grosse');
  expect((await bench.call('setup', {})).settings.senders).toEqual(settings.senders);
});

test('insurance of more than 100,000 EUR cannot be switched on', async () => {
  const bench = await startPlainStation();
  await edit(bench, 'ORD-1001', (known) => ({
    ...known,
    parcels: known.parcels.map((parcel) => ({ ...parcel, value: { minor: 100_000_01, currency: 'EUR' } })),
  }));
  const { quote } = await bench.toTiles('ORD-1001');
  const insured = quote.services.find((service) => service.insurance !== null);
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId: insured?.serviceId ?? '' });
  await expect(bench.call('toggleExtra', { workflowNo: bench.workflowNo(), extra: 'insurance' })).rejects.toThrow(
    /insurance-refused.*100,000 EUR/,
  );
  expect((await bench.at('choosing')).extras.insurance).toBe(false);
});

test('a pickup with a wrong day or time is refused with its fields, and no driver is requested', async () => {
  const bench = await startPlainStation();
  const { booking } = await bench.ship('ORD-1001');
  const ask = (date: string, readyTime: string, closingTime: string) =>
    bench.call('requestPickup', pickupOf(booking, { date, readyTime, closingTime }));
  const { today } = await bench.call('pickups', {});
  await expect(ask(today, '17:30', '16:00')).rejects.toThrow(/pickup-incomplete The closing time 16:00 must be after/);
  await expect(ask('2020-01-02', '16:00', '17:30')).rejects.toThrow(/pickup-incomplete .*in the past/);
  await expect(ask(today, '25:00', '26:00')).rejects.toThrow(/not a time like 16:00/);
  expect(sent(bench, 'pickup')).toBe(0);
});

test('a default of Setup is sent if the order has no value, and gives way if it has one', async () => {
  const bench = await startPlainStation({
    settings: {
      shipmentDefaults: {
        ...usualShipment,
        consignmentType: 'Pallet',
        incoterms: 'DDP',
        stackable: true,
        hasBatteries: true,
        ownCustomsInvoice: true,
        returnLabel: true,
        deliveryInstructions: 'Ring twice',
        hsCode: '691200',
        exportDeclaration: 'Preferential origin',
      },
    },
  });
  await bench.ship('ORD-1001');
  expect(bench.service.orders().at(-1)?.shipment).toMatchObject({
    type: 'Pallet',
    inco: 'DDP',
    stackable: true,
    hasBatteries: true,
    ownCustomsInvoice: true,
    returnService: true,
    deliveryInstructions: 'Ring twice',
    customs: [],
  });
  await edit(bench, 'ORD-1002', (known) => ({
    ...known,
    consignmentType: 'Parcel',
    incoterms: 'DAP',
    stackable: false,
    hasBatteries: false,
    ownCustomsInvoice: false,
    returnLabel: false,
    deliveryInstructions: 'Leave it with Oona',
  }));
  await bench.ship('ORD-1002');
  expect(bench.service.orders().at(-1)?.shipment).toMatchObject({
    type: 'Parcel',
    inco: 'DAP',
    stackable: false,
    hasBatteries: false,
    ownCustomsInvoice: false,
    returnService: false,
    deliveryInstructions: 'Leave it with Oona',
  });
});

test('HS code and export declaration of Setup are sent only if goods leave the customs territory', async () => {
  const bench = await startPlainStation({
    settings: { shipmentDefaults: { ...usualShipment, hsCode: '691200', exportDeclaration: 'Preferential origin' } },
  });
  const customsOf = async (key: string) => {
    await bench.ship(key);
    const { items, customs } = bench.service.orders().at(-1)!.shipment;
    return { hsCodes: items.map(({ hsCode }) => hsCode), declared: customs.map(({ exportDeclaration }) => exportDeclaration) };
  };
  expect(await customsOf('ORD-1001')).toEqual({ hsCodes: [''], declared: [] });
  await edit(bench, 'ORD-1002', (known) => ({
    ...known,
    recipient: { ...known.recipient, country: 'CH', postalCode: '8001', city: 'Zürich' },
  }));
  expect(await customsOf('ORD-1002')).toEqual({ hsCodes: ['691200'], declared: ['Preferential origin'] });
});
