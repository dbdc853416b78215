import { expect, test } from 'vitest';
import type { EncodedPaper } from '../../electron/bench/ports/courier.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { counted, startPlainStation } from './plain-station.ts';

const orders = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  'ORD-8001,Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR',
].join('\n');
const anna = ['Anna Lehmann', 'Kastanienallee 84', '10435 Berlin', 'DE'];
const { company, street, houseNumber, postalCode, city, country } = trainingSender;
const shop = [company, `${street} ${houseNumber}`, `${postalCode} ${city}`, country];

const drawn = (lines: readonly string[]): string => lines.map((line, row) => `^FO40,${40 + row * 44}^A0N,32,32^FD${line}^FS`).join('');
const back = `^XA${drawn(['RETURN LABEL', 'FROM', ...anna, '', 'TO', ...shop])}^FO40,700^BCN,120,Y^FDJD014600006281990011^FS^XZ`;
const advice = `^XA${drawn(['Shipping advice', 'Order 1001', 'Thank you for your order.'])}^XZ`;

test("a return label with an advice page is held, and not reported as another order's label", async () => {
  const label: EncodedPaper = { format: 'ZPL', bytes: Buffer.from(`${back}\n${advice}`) };
  const bench = await startPlainStation({
    orders,
    journal: (journal) => ({ writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label }) }),
  });
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  expect(booking.verdict).toMatchObject({ kind: 'wrong-number', labels: 0, returnLabels: 1, returnAsked: false });
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});
