import { done, type Envelope, refused } from '../envelope.ts';
import { readFields } from '../field-reader.ts';
import type { Fields } from '../fields.ts';
import { acceptedNames } from '../mode.ts';
import { readServicePoint } from '../read-service-point.ts';
import { servicePointsNear } from '../service-points.ts';
import type { Collection } from '../shipment.ts';
import { namedOrders, type OperationContext, readingOf, runningNumber } from './operation.ts';

/** Books a collection, even for parcels that already have one. */
export async function pickup(request: Fields, context: OperationContext): Promise<Envelope> {
  const reading = readingOf(context);
  const reader = readFields(request, '', reading);
  const orders = namedOrders(request['shipments'], 'shipments', reading.problems, context);
  const date = reader.date('date', 'mandatory');
  const readyTime = reader.time('r_time');
  const closingTime = reader.time('c_time');
  if (readyTime !== '' && closingTime !== '' && readyTime >= closingTime) reader.complain('c_time', 'must be later than r_time');
  const [instructions = ''] = acceptedNames(context.mode, 'instructions', 'instuctions')
    .map((name) => reader.text(name))
    .filter(Boolean);
  const points = orders.flatMap(({ service, shipment }) =>
    service.originServicePoints ? servicePointsNear(service.courierKeycode, shipment.sender) : [],
  );
  const servicePoint = readServicePoint(reader, 'o_sp_', points);
  if (reading.problems.length > 0) return refused(...reading.problems);
  const collection: Collection = {
    environment: context.environment,
    collectionNo: runningNumber(context, 'PU'),
    date,
    readyTime,
    closingTime,
    instructions,
    servicePoint,
    orderNos: orders.map((order) => order.orderNo),
    requestedAt: context.now.toISOString(),
  };
  context.store.memory.collections.push(collection);
  context.store.save();
  const { manifestPdf } = await import('../manifest-pdf.ts');
  return done({ collection_no: collection.collectionNo, manifest: (await manifestPdf(collection, orders)).toString('base64') });
}
