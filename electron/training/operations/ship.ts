import { trackingNumber } from '../couriers.ts';
import { encodedLabels } from '../encoded-labels.ts';
import { done, type Envelope, refused } from '../envelope.ts';
import { readFields } from '../field-reader.ts';
import type { Fields } from '../fields.ts';
import { inCustomsTerritory } from '../geography.ts';
import { readServicePoint } from '../read-service-point.ts';
import { servicePointsNear } from '../service-points.ts';
import type { OfferedService, Order } from '../shipment.ts';
import { type OperationContext, readingOf, runningNumber } from './operation.ts';
import { quotedService } from './quoted-service.ts';

/** Books a shipment; books again for the same service id if the mode allows it. */
export async function ship(request: Fields, context: OperationContext): Promise<Envelope> {
  const found = quotedService(request, context);
  if ('errors' in found) return found;
  const { service, quote } = found;
  const reading = readingOf(context);
  const reader = readFields(request, '', reading);
  const co2 = reader.flag('co2');
  const insurance = reader.flag('insurance');
  const labelFormat = reader.choice('label_format', ['PDF', 'ZPL'], 'optional') ?? 'PDF';
  const points = service.destinationServicePoints ? servicePointsNear(service.courierKeycode, quote.shipment.recipient) : [];
  const servicePoint = readServicePoint(reader, 'd_sp_', points);
  if (insurance && !service.insurable) reader.complain('insurance', 'covers up to 100,000 EUR per shipment');
  if (isUsedUp(service, context)) reader.complain('service_id', `${service.serviceId} was already used`);
  if (reading.problems.length > 0) return refused(...reading.problems);

  const { shipment } = quote;
  const orderNo = runningNumber(context, 'CS');
  const numberOf = (name: string): string => trackingNumber(service.courierKeycode, context.seed, `${orderNo} ${name}`);
  const trackingNos = shipment.items.map((_, index) => numberOf(`item ${index + 1}`));
  const order: Order = {
    environment: context.environment,
    orderNo,
    serviceId: service.serviceId,
    consignmentNo: trackingNos.length === 1 ? (trackingNos[0] ?? numberOf('consignment')) : numberOf('consignment'),
    bookedAt: context.now.toISOString(),
    shipment,
    service,
    servicePoint,
    labelFormat,
    labelDpi: context.mode.labelDpi,
    trackingNos,
    returnTrackingNo: shipment.returnService ? numberOf('return') : undefined,
    co2,
    insurance,
  };
  context.store.memory.orders.push(order);
  context.store.save();
  return done({
    order_no: order.orderNo,
    consignment_no: order.consignmentNo,
    label: await encodedLabels([order], labelFormat, context.now),
    remarks: await remarks(order),
    ...(context.mode.shipItems && {
      items: trackingNos.map((tracking_no, index) => ({ item_no: `${orderNo}-${index + 1}`, tracking_no })),
    }),
  });
}

function isUsedUp(service: OfferedService, { mode, store }: OperationContext): boolean {
  if (mode.usedServiceId === 'books-again' || mode.serviceIds === 'fixed') return false;
  return store.memory.orders.some((order) => order.serviceId === service.serviceId);
}

/** The customs invoice of a parcel that leaves the customs territory, unless the client supplies its own. */
async function remarks(order: Order): Promise<string> {
  const { sender, recipient, type, ownCustomsInvoice } = order.shipment;
  const leaves = inCustomsTerritory(sender) && !inCustomsTerritory(recipient);
  if (!leaves || type === 'Document' || ownCustomsInvoice) return '';
  const { customsInvoicePdf } = await import('../customs-pdf.ts');
  return (await customsInvoicePdf(order)).toString('base64');
}
