import { done, type Envelope, refused } from '../envelope.ts';
import { readFields } from '../field-reader.ts';
import { type Fields, textOf } from '../fields.ts';
import { servicePointsNear } from '../service-points.ts';
import { namedOrders, type OperationContext, readingOf } from './operation.ts';
import { quotedService } from './quoted-service.ts';

export function findServicePoints(request: Fields, context: OperationContext): Envelope {
  const reading = readingOf(context);
  const type = readFields(request, '', reading).choice('type', ['origin', 'destination'], 'mandatory');
  if (type === 'origin') {
    const number = textOf(request, 'order_no');
    if (number === '') return refused('order_no is mandatory when type is origin');
    const [order] = namedOrders([number], 'order_no', reading.problems, context);
    if (!order) return refused(...reading.problems);
    return done(order.service.originServicePoints ? servicePointsNear(order.service.courierKeycode, order.shipment.sender) : []);
  }
  if (type === undefined) return refused(...reading.problems);
  const found = quotedService(request, context);
  if ('errors' in found) return found;
  const { service, quote } = found;
  return done(service.destinationServicePoints ? servicePointsNear(service.courierKeycode, quote.shipment.recipient) : []);
}
