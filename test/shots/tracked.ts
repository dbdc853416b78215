import type { CallReply } from '../../shared/ipc.ts';
import { at, booking, job, order, parcel, people, service } from './people.ts';

const onItsWay = booking(order('ORD-48021', people.sarka, [parcel(1400)]), {
  service: service('GLS', 'EuroBusiness'),
  consignmentNo: '9031 5528 0098',
  openedAt: at('14:02', '2026-11-17'),
  changedAt: at('14:02', '2026-11-17'),
  onParcelAt: at('14:03', '2026-11-17'),
});
const event = (at: string, status: string, courierStatus: string, location: string, signer = '') => ({
  at,
  status,
  courierStatus,
  location,
  signer,
});
export const tracked: CallReply<'track'> = {
  booking: onItsWay,
  tracked: {
    orderNo: '4802107',
    status: 'In Transit',
    consignmentNo: '9031 5528 0098',
    courierKey: 'gls',
    courierName: 'GLS',
    serviceKey: 'ebp',
    serviceName: 'EuroBusiness',
    items: [
      {
        itemNo: '1',
        status: 'In Transit',
        trackingNo: 'ZC7Q 41KD',
        link: 'https://gls-group.eu/track/ZC7Q41KD',
        events: [
          event('2026-11-17 15:02', 'Arranged', 'Pickup arranged', '’s-Hertogenbosch, Netherlands'),
          event('2026-11-17 19:30', 'Collected', 'Collected by the driver', '’s-Hertogenbosch, Netherlands'),
          event('2026-11-18 22:05', 'In Transit', 'Sorted at the hub', 'Praha, Czechia'),
          event('2026-11-19 06:48', 'In Transit', 'Arrived at the delivery depot', 'Brno, Czechia'),
          event('2026-11-19 13:12', 'In Transit', 'Out for delivery', 'Brno, Czechia'),
        ],
      },
    ],
  },
  uploads: [],
};
export const oneOfTwo: CallReply<'track'> = {
  ...tracked,
  booking: {
    ...onItsWay,
    order: order('ORD-48021', people.sarka, [parcel(1400, 'Vase'), parcel(900, 'Bowl')]),
    jobs: [1, 2].map((piece) => job(onItsWay.id, 'printed', { piece, pieces: 2 })),
    onParcelAt: null,
    piecesOnParcel: [{ piece: 1, at: at('14:03', '2026-11-17') }],
  },
  tracked: {
    ...tracked.tracked,
    status: 'Collected',
    items: [
      ...tracked.tracked.items,
      { itemNo: '2', status: 'Collected', trackingNo: 'ZC7Q 41KE', link: '', events: tracked.tracked.items[0]?.events.slice(0, 2) ?? [] },
    ],
  },
};
export const justBooked: CallReply<'track'> = {
  ...tracked,
  tracked: {
    ...tracked.tracked,
    status: 'Arranged',
    items: tracked.tracked.items.map((item) => ({ ...item, events: item.events.slice(0, 1) })),
  },
};
export const invoice = {
  orderNo: '4822981',
  id: 'u-1',
  bookingId: 'b-ORD-48204',
  documentType: 'Customs Invoice' as const,
  name: 'invoice-48204.pdf',
  mediaType: 'application/pdf',
  state: 'unknown' as const,
  message: 'The service did not answer.',
  changedAt: at('11:20'),
  otherAccount: null,
};
export const underWay = [
  booking(order('ORD-48102', people.sian, [parcel(900)]), { changedAt: at('15:10', '2026-11-14') }),
  booking(order('ORD-48077', people.nuno, [parcel(900)]), { changedAt: at('11:42', '2026-11-13') }),
  booking(order('ORD-48121', people.helene, [parcel(900)]), { changedAt: at('09:30', '2026-11-15') }),
];
