import type { CallReply } from '../../shared/ipc.ts';
import type { ListedPickup, PickupGroup, WaitingShipment } from '../../shared/pickup.ts';
import { at, people, sender } from './people.ts';

export const pickup = (more: Partial<ListedPickup>): ListedPickup => ({
  days: ['2026-11-19'],
  cutOff: '17:30',
  from: '',
  id: 'p-1',
  state: 'booked',
  courierKey: 'gls',
  courierName: 'GLS',
  date: '2026-11-19',
  readyTime: '15:45',
  closingTime: '17:30',
  instructions: 'Dock 2, ring twice',
  dropOffPoint: null,
  bookingIds: Array.from({ length: 11 }, (_none, index) => `b-${String(index)}`),
  collectionNo: 'GLS-771204',
  manifestFormat: 'PDF',
  manifestOutcome: 'Sent to the document printer',
  messages: [],
  changedAt: at('15:58'),
  otherAccount: null,
  ...more,
});
export const waits = (courierKey: string, courierName: string, more: Partial<PickupGroup>): PickupGroup => ({
  courierKey,
  place: 'door',
  from: '',
  address: sender,
  courierName,
  days: ['2026-11-19'],
  cutOff: '18:00',
  today: 6,
  leftOver: 0,
  leftOverSince: '',
  notOut: [],
  notPlaced: [],
  droppable: { today: 0, leftOver: 0 },
  shipments: shipmentsOf({ today: 6, leftOver: 0, droppable: { today: 0, leftOver: 0 }, ...more }),
  ...more,
});
const recipients = Object.values(people);

/** One parcel in each shipment, left-over ones first. */
function shipmentsOf({ today, leftOver, droppable }: Pick<PickupGroup, 'today' | 'leftOver' | 'droppable'>): WaitingShipment[] {
  return Array.from({ length: leftOver + today }, (_none, index) => ({
    bookingId: `w-${String(index)}`,
    orders: `ORD-${String(48_190 + index)}`,
    consignmentNo: `05287741${String(993_641 + index)}`,
    to: recipients[index % recipients.length] ?? sender,
    parcels: 1,
    isLeftOver: index < leftOver,
    isDroppable: index < leftOver ? index < droppable.leftOver : index - leftOver < droppable.today,
  }));
}
export const pickups: CallReply<'pickups'> = {
  today: '2026-11-19',
  ofOtherKeys: 0,
  groups: [
    waits('dpd', 'DPD', { cutOff: '17:00', today: 21, leftOver: 2, leftOverSince: '2026-11-18', droppable: { today: 20, leftOver: 2 } }),
    waits('dhl-express', 'DHL Express', {}),
  ],
  requested: [
    pickup({}),
    pickup({
      id: 'p-0',
      courierKey: 'dpd',
      courierName: 'DPD',
      date: '2026-11-18',
      collectionNo: 'DPD-305518',
      bookingIds: Array.from({ length: 31 }, (_none, index) => `c-${String(index)}`),
      changedAt: at('16:21', '2026-11-18'),
    }),
  ],
};
export const pickupUnknown = pickup({
  id: 'p-2',
  state: 'unknown',
  courierKey: 'ups',
  courierName: 'UPS',
  collectionNo: '',
  manifestFormat: null,
});
