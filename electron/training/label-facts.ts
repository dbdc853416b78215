import { countryName } from './geography.ts';
import { seededDigits } from './seeded.ts';
import type { Order, Party, ServicePointAddress } from './shipment.ts';

/** The contents of one label, independent of the format. */
export interface LabelFacts {
  readonly courier: string;
  readonly service: string;
  readonly isReturn: boolean;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly toPhone: string;
  /** Printed above the address if the parcel goes to a service point. */
  readonly toServicePoint: boolean;
  readonly weight: string;
  readonly reference: string;
  readonly orderNo: string;
  readonly date: string;
  readonly piece: string;
  readonly trackingNo: string;
  readonly routing: string;
}

function addressLines(party: Party): readonly string[] {
  const lines = [
    party.name,
    party.company,
    `${party.street1} ${party.streetNo}`.trim(),
    party.street2,
    party.street3,
    [party.postal, party.city, party.province].filter((part) => part !== '').join(' '),
    countryName(party.country).toUpperCase(),
  ];
  return lines.filter((line) => line !== '');
}

function servicePointLines(recipient: Party, point: ServicePointAddress): readonly string[] {
  const town = [point.postal, point.city, point.province].filter((part) => part !== '').join(' ');
  return [recipient.name, point.name, point.street, ...point.moreLines, town, countryName(point.country).toUpperCase()];
}

function routingCode(place: { readonly country: string; readonly postal: string; readonly city: string }): string {
  const area = place.postal
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 4)
    .toUpperCase();
  return [place.country, area, seededDigits('routing', `${place.country}${place.postal}${place.city}`, 3)]
    .filter((part) => part !== '')
    .join(' ');
}

/** One entry per item, and a last one addressed to the sender if a return label was requested. */
export function labelFactsOf(order: Order): readonly LabelFacts[] {
  const { shipment, service, servicePoint } = order;
  const place = servicePoint ?? shipment.recipient;
  const common = {
    courier: service.courierName,
    service: service.serviceName,
    reference: shipment.reference,
    orderNo: order.orderNo,
    date: order.bookedAt.slice(0, 10),
  };
  const outward = shipment.items.map((item, index) => ({
    ...common,
    isReturn: false,
    from: addressLines(shipment.sender),
    to: servicePoint ? servicePointLines(shipment.recipient, servicePoint) : addressLines(shipment.recipient),
    toPhone: shipment.recipient.phone,
    toServicePoint: servicePoint !== undefined,
    weight: `${item.weightKg.toFixed(2)} kg`,
    piece: `${index + 1}/${shipment.items.length}`,
    trackingNo: order.trackingNos[index] ?? order.consignmentNo,
    routing: routingCode(place),
  }));
  if (order.returnTrackingNo === undefined) return outward;
  return [
    ...outward,
    {
      ...common,
      isReturn: true,
      from: addressLines(shipment.recipient),
      to: addressLines(shipment.sender),
      toPhone: shipment.sender.phone,
      toServicePoint: false,
      weight: `${shipment.items.reduce((sum, item) => sum + item.weightKg, 0).toFixed(2)} kg`,
      piece: '1/1',
      trackingNo: order.returnTrackingNo,
      routing: routingCode(shipment.sender),
    },
  ];
}
