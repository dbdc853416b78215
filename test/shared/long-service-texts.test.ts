import { expect, test } from 'vitest';
import { readOffers } from '../../electron/courier/quote.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import { longestServiceText } from '../../shared/oversized.ts';

const long = 'x'.repeat(longestServiceText);
const pickup = { courierKey: long, date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: '', again: '' };

test.each<[CallName, Readonly<Record<string, unknown>>]>([
  ['selectService', { workflowNo: 1, serviceId: long }],
  ['buy', { workflowNo: 1, serviceId: long }],
  ['chooseServicePoint', { workflowNo: 1, keycode: long }],
  ['dropOffPoints', { courierKey: long }],
  ['requestPickup', { ...pickup, withLeftOvers: true, dropOff: long }],
  ['track', { number: long }],
  ['openTrackingLink', { orderNo: long, itemNo: long, host: '' }],
  ['printForeignLabel', { orderNo: long, isSure: true }],
  ['attachDocument', { orderNo: long, documentType: 'Customs Invoice', name: 'i.pdf', mediaType: '', bytes: new Uint8Array() }],
  ['settleExists', { bookingId: 'b', orderNo: long }],
  ['settlePickup', { pickupId: 'p', collectionNo: long, reason: '', pin: '' }],
  ['orders', { search: long, offset: 0, limit: 1 }],
  ['underWay', { search: long, offset: 0, limit: 1 }],
])('%s takes a text of the service back at the length it was read', (name, args) => {
  expect(contract.calls[name].args.safeParse(args).error).toBeUndefined();
});

test('an id of the service is read up to the length that the window may send back', () => {
  const services = { services: [{ service_id: `${long}y`, total_price: '1', currency: 'EUR' }] };
  expect(readOffers(services).services[0]?.serviceId).toHaveLength(longestServiceText);
});
