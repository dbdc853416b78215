import type { Booking } from './booking.ts';
import { localMoment } from './local-moment.ts';
import { moneyDigits } from './units.ts';

/** The columns a list of shipments may have: ours, or those that an import of a shop takes. */
export const shipmentLayouts = ['packbench', 'shopify', 'woocommerce'] as const;
export type ShipmentLayout = (typeof shipmentLayouts)[number];

type Row = readonly string[];
interface Layout {
  readonly columns: Row;
  /** `isKnown`: the shop has it as shipped, and only its numbers are new. */
  readonly rowsOf: (booking: Booking, timeZone: string, isKnown: boolean) => readonly Row[];
}

export type BookingNumbers = Pick<Booking, 'trackingNos' | 'consignmentNo'>;

/** A shipment without a tracking number is known by its consignment number. */
export const shownNumbers = ({ trackingNos, consignmentNo }: BookingNumbers): readonly string[] =>
  trackingNos.length > 0 ? trackingNos : [consignmentNo].filter(Boolean);

/** `2026-11-24` as the import is told to read it. */
const dayMonthYear = (day: string): string => day.split('-').toReversed().join('-');

const layouts: Readonly<Record<ShipmentLayout, Layout>> = {
  packbench: {
    columns: [
      'order',
      'shipment',
      'tracking_number',
      'consignment_number',
      'service_order_number',
      'courier',
      'service',
      'cost',
      'currency',
      'shipped_at',
    ],
    rowsOf(booking, timeZone, isKnown) {
      const { day, time } = localMoment(new Date(booking.changedAt), timeZone);
      const { orderKey, shipmentNo, consignmentNo, orderNo, service, price } = booking;
      const [first = '', ...more] = shownNumbers(booking);
      const row = (number: string, cost: string): Row => [
        orderKey,
        String(shipmentNo),
        number,
        consignmentNo,
        orderNo,
        service?.courierName ?? '',
        service?.serviceName ?? '',
        cost,
        cost === '' ? '' : (price?.currency ?? ''),
        `${day} ${time}`,
      ];
      // What it cost stands once, so that the column can be added up.
      return [row(first, price && !isKnown ? moneyDigits(price) : ''), ...more.map((number) => row(number, ''))];
    },
  },
  shopify: {
    columns: ['Name', 'Command', 'Line: Type', 'Fulfillment: Status', 'Fulfillment: Tracking Company', 'Fulfillment: Tracking Number'],
    rowsOf: (booking) => [
      [booking.orderKey, 'UPDATE', 'Fulfillment Line', 'success', booking.service?.courierName ?? '', shownNumbers(booking).join(', ')],
    ],
  },
  woocommerce: {
    columns: ['order_id', 'tracking_provider', 'tracking_number', 'date_shipped', 'status_shipped'],
    rowsOf(booking, timeZone, isKnown) {
      const numbers = shownNumbers(booking);
      // One without any is there too: the import says what it lacks.
      return (numbers.length > 0 ? numbers : ['']).map((number) => [
        booking.orderKey.replace(/^#+/, ''),
        booking.service?.courierName ?? '',
        number,
        dayMonthYear(localMoment(new Date(booking.changedAt), timeZone).day),
        // The state of the order: shipped, or as it is.
        isKnown ? '0' : '1',
      ]);
    },
  },
};

/** What was shipped as rows under the names of their columns. */
export const shipmentTable = (bookings: readonly Booking[], layout: ShipmentLayout, timeZone: string, areKnown = false): readonly Row[] => [
  layouts[layout].columns,
  ...bookings.flatMap((booking) => layouts[layout].rowsOf(booking, timeZone, areKnown)),
];
