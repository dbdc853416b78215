import type { Booking } from './booking.ts';
import { localMoment } from './local-moment.ts';
import { type ShippedOtherwise, wayText } from './shipped-otherwise.ts';
import { moneyDigits } from './units.ts';

/** Column layouts for a list of shipments: Packbench's, or that of a shop's import. */
export const shipmentLayouts = ['packbench', 'shopify', 'woocommerce'] as const;
export type ShipmentLayout = (typeof shipmentLayouts)[number];

type Row = readonly string[];
interface Layout {
  readonly columns: Row;
  /** `isKnown`: the shop already has the order as shipped, and only its numbers are new. */
  readonly rowsOf: (booking: Booking, timeZone: string, isKnown: boolean) => readonly Row[];
  /** An order that was shipped without a label: neither number nor price. */
  readonly otherwise: (shipped: ShippedOtherwise, timeZone: string) => Row;
}

export type BookingNumbers = Pick<Booking, 'trackingNos' | 'consignmentNo'>;

/** A shipment without a tracking number is identified by its consignment number. */
export const shownNumbers = ({ trackingNos, consignmentNo }: BookingNumbers): readonly string[] =>
  trackingNos.length > 0 ? trackingNos : [consignmentNo].filter(Boolean);

/** `2026-11-24` in the order that the import is configured to read. */
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
      'as_last_time',
      'calculated',
      'return',
    ],
    rowsOf(booking, timeZone, isKnown) {
      const { day, time } = localMoment(new Date(booking.changedAt), timeZone);
      const { orderKey, shipmentNo, consignmentNo, orderNo, service, price, order } = booking;
      const learned = [...new Set(order.parcels.flatMap((parcel) => parcel.learned ?? []))].join(' ');
      const [first = '', ...more] = shownNumbers(booking);
      const row = (number: string, cost: string): Row => [
        order.returnOf?.key ?? orderKey,
        String(shipmentNo),
        number,
        consignmentNo,
        orderNo,
        service?.courierName ?? '',
        service?.serviceName ?? '',
        cost,
        cost === '' ? '' : (price?.currency ?? ''),
        `${day} ${time}`,
        learned,
        order.parcels.some(({ weightFrom }) => weightFrom === 'items') ? 'weight' : '',
        order.returnOf ? 'yes' : '',
      ];
      // The price appears once, so that the column can be added up.
      return [row(first, price && !isKnown ? moneyDigits(price) : ''), ...more.map((number) => row(number, ''))];
    },
    otherwise(shipped, timeZone) {
      const { day, time } = localMoment(new Date(shipped.at), timeZone);
      return [shipped.orderKey, '', '', '', '', '', wayText(shipped), '', '', `${day} ${time}`, '', '', ''];
    },
  },
  shopify: {
    columns: ['Name', 'Command', 'Line: Type', 'Fulfillment: Status', 'Fulfillment: Tracking Company', 'Fulfillment: Tracking Number'],
    // A row without items fulfills the whole order, so that the last part reports it.
    rowsOf: (booking) =>
      booking.order.part && booking.order.part.later > 0
        ? []
        : [
            [
              booking.orderKey,
              'UPDATE',
              'Fulfillment Line',
              'success',
              booking.service?.courierName ?? '',
              shownNumbers(booking).join(', '),
            ],
          ],
    otherwise: (shipped) => [shipped.orderKey, 'UPDATE', 'Fulfillment Line', 'success', wayText(shipped), ''],
  },
  woocommerce: {
    columns: ['order_id', 'tracking_provider', 'tracking_number', 'date_shipped', 'status_shipped'],
    rowsOf(booking, timeZone, isKnown) {
      const numbers = shownNumbers(booking);
      // An order without a number is included: the import reports the missing value.
      return (numbers.length > 0 ? numbers : ['']).map((number) => [
        booking.orderKey.replace(/^#+/, ''),
        booking.service?.courierName ?? '',
        number,
        dayMonthYear(localMoment(new Date(booking.changedAt), timeZone).day),
        // The state of the order: shipped, partially shipped, or unchanged.
        isKnown ? '0' : booking.order.part && booking.order.part.later > 0 ? '2' : '1',
      ]);
    },
    otherwise: (shipped, timeZone) => [
      shipped.orderKey.replace(/^#+/, ''),
      wayText(shipped),
      '',
      dayMonthYear(localMoment(new Date(shipped.at), timeZone).day),
      '1',
    ],
  },
};

/** The shipments as rows with column names. */
export const shipmentTable = (bookings: readonly Booking[], layout: ShipmentLayout, timeZone: string, areKnown = false): readonly Row[] => [
  layouts[layout].columns,
  ...bookings
    // The import of a shop would take a return label for another shipment of its order.
    .filter(({ order }) => layout === 'packbench' || !order.returnOf)
    .flatMap((booking) => layouts[layout].rowsOf(booking, timeZone, areKnown)),
];

/** The orders that were shipped without a label, in the same columns. */
export const otherwiseTable = (shipped: readonly ShippedOtherwise[], layout: ShipmentLayout, timeZone: string): readonly Row[] => [
  layouts[layout].columns,
  ...shipped.map((each) => layouts[layout].otherwise(each, timeZone)),
];
