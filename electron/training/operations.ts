import { offeredServices, trackingNumber } from './couriers.ts';
import { customsInvoicePdf } from './customs-pdf.ts';
import { done, type Envelope, refused } from './envelope.ts';
import { inCustomsTerritory } from './geography.ts';
import { type LabelFacts, labelFactsOf } from './label-facts.ts';
import { labelsPdf } from './label-pdf.ts';
import { labelZpl } from './label-zpl.ts';
import { manifestPdf } from './manifest-pdf.ts';
import { dayBefore, type Fields, isDate, isFields, isTime, listOf, readShipment, switchOf, textOf } from './request-check.ts';
import { seededNumber } from './seeded.ts';
import { type ServicePointWire, servicePointAddress, servicePointsNear } from './service-points.ts';
import type { Environment, LabelFormat, OfferedService, Order, ServicePointAddress } from './shipment.ts';
import type { Quote, Store } from './store.ts';
import { trackingEvents } from './tracking.ts';

/** A quote is honoured this long. */
const quoteLifeMs = 30 * 60_000;
const keptQuotes = 60;

export interface OperationContext {
  readonly store: Store;
  readonly environment: Environment;
  readonly seed: string;
  readonly now: Date;
}

type Operation = (request: Fields, context: OperationContext) => Promise<Envelope> | Envelope;

function countUp({ store }: OperationContext, name: string): number {
  const count = (store.memory.counters[name] ?? 0) + 1;
  store.memory.counters[name] = count;
  return count;
}

/** `CSP-26-018231`: the environment's letter, the year, a running number that starts somewhere in the middle. */
function runningNumber(context: OperationContext, kind: string): string {
  const letter = context.environment === 'production' ? 'P' : 'D';
  const start = 12_000 + seededNumber(context.seed, `${kind} ${context.environment}`, 60_000);
  const number = start + countUp(context, `${kind} ${context.environment}`) * 3;
  return `${kind}${letter}-${context.now.toISOString().slice(2, 4)}-${String(number).padStart(6, '0')}`;
}

function money(minor: number): number {
  return minor / 100;
}

function serviceWire(service: OfferedService): Record<string, string | number> {
  return {
    service_id: service.serviceId,
    courier_keycode: service.courierKeycode,
    courier_name: service.courierName,
    service_keycode: service.serviceKeycode,
    service_name: service.serviceName,
    etc: service.etc,
    eta: service.eta,
    origin_service_points: service.originServicePoints ? 1 : 0,
    destination_service_points: service.destinationServicePoints ? 1 : 0,
    co2: 1,
    co2_price: money(service.co2PriceMinor),
    insurance: 1,
    insurance_price: money(service.insurancePriceMinor),
    sub_total: money(service.subTotalMinor),
    vat_total: money(service.vatMinor),
    total_price: money(service.subTotalMinor + service.vatMinor),
    currency: 'EUR',
  };
}

function quote(request: Fields, context: OperationContext): Envelope {
  const fields = request['shipment'];
  if (!isFields(fields)) return refused('shipment is mandatory');
  const { shipment, problems } = readShipment(fields, context.now.toISOString().slice(0, 10));
  if (problems.length > 0) return refused(...problems);
  const firstId = 7_300_000 + seededNumber(context.seed, 'service ids', 400_000);
  const services = offeredServices(shipment, context.now, () => firstId + countUp(context, 'service'));
  const { memory } = context.store;
  memory.quotes = [...memory.quotes, { environment: context.environment, at: context.now.toISOString(), shipment, services }].slice(
    -keptQuotes,
  );
  context.store.save();
  return done({ services: services.map(serviceWire) });
}

function quotedService(request: Fields, context: OperationContext): { quote: Quote; service: OfferedService } | Envelope {
  const text = textOf(request, 'service_id');
  if (text === '') return refused('service_id is mandatory');
  for (const candidate of context.store.memory.quotes) {
    if (candidate.environment !== context.environment) continue;
    const service = candidate.services.find((offer) => String(offer.serviceId) === text);
    if (!service) continue;
    if (context.now.getTime() - Date.parse(candidate.at) > quoteLifeMs)
      return refused(`service_id ${text} has expired, request a new quote`);
    return { quote: candidate, service };
  }
  return refused(`service_id ${text} is unknown, request a new quote`);
}

function chosenServicePoint(request: Fields, offer: Quote, service: OfferedService, problems: string[]): ServicePointAddress | undefined {
  const keycode = textOf(request, 'd_sp_keycode');
  if (keycode === '') return undefined;
  if (!service.destinationServicePoints) {
    problems.push('d_sp_keycode: this service does not deliver to service points');
    return undefined;
  }
  const point = servicePointsNear(service.courierKeycode, offer.shipment.recipient).find((candidate) => candidate.keycode === keycode);
  if (!point) {
    problems.push(`d_sp_keycode "${keycode}" is not a service point of this service`);
    return undefined;
  }
  const known = servicePointAddress(point);
  return {
    keycode,
    name: textOf(request, 'd_sp_name') || known.name,
    street: textOf(request, 'd_sp_street_1') || known.street,
    postal: textOf(request, 'd_sp_postal') || known.postal,
    city: textOf(request, 'd_sp_city') || known.city,
    country: textOf(request, 'd_sp_country').toUpperCase() || known.country,
  };
}

/** Labels as they travel: Base64. ZPL formats follow one another in one text, PDF labels are pages of one file. */
export async function encodedLabels(labels: readonly LabelFacts[], format: LabelFormat, at: Date): Promise<string> {
  if (format === 'ZPL') return Buffer.from(labels.map(labelZpl).join(''), 'latin1').toString('base64');
  return (await labelsPdf(labels, at)).toString('base64');
}

async function ship(request: Fields, context: OperationContext): Promise<Envelope> {
  const found = quotedService(request, context);
  if ('errors' in found) return found;
  const { service } = found;
  const { shipment } = found.quote;
  const problems: string[] = [];
  const co2 = switchOf(request, 'co2', problems);
  const insurance = switchOf(request, 'insurance', problems);
  const formatText = textOf(request, 'label_format').toUpperCase();
  if (!['', 'PDF', 'ZPL'].includes(formatText)) problems.push(`label_format "${formatText}" must be PDF or ZPL`);
  const servicePoint = chosenServicePoint(request, found.quote, service, problems);
  if (problems.length > 0) return refused(...problems);
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
    labelFormat: formatText === 'ZPL' ? 'ZPL' : 'PDF',
    trackingNos,
    returnTrackingNo: shipment.returnService ? numberOf('return') : undefined,
    co2,
    insurance,
  };
  context.store.memory.orders.push(order);
  context.store.save();
  const needsPapers = inCustomsTerritory(shipment.sender) && !inCustomsTerritory(shipment.recipient) && shipment.type !== 'Document';
  return done({
    order_no: order.orderNo,
    consignment_no: order.consignmentNo,
    label: await encodedLabels(labelFactsOf(order), order.labelFormat, context.now),
    remarks: needsPapers && !shipment.ownCustomsInvoice ? (await customsInvoicePdf(order)).toString('base64') : '',
  });
}

/** The orders that a list of numbers names, in its order, and a line for each that is not one. */
function namedOrders(value: unknown, name: string, context: OperationContext): { orders: readonly Order[]; problems: readonly string[] } {
  const numbers = listOf(value).map((entry) => (typeof entry === 'string' || typeof entry === 'number' ? String(entry).trim() : ''));
  if (numbers.length === 0) return { orders: [], problems: [`${name} is mandatory: at least one order number`] };
  const problems: string[] = [];
  const orders = numbers.flatMap((number) => {
    const order = context.store.memory.orders.find((each) => each.orderNo === number && each.environment === context.environment);
    if (!order) problems.push(`Order ${number === '' ? '(empty)' : number} was not found`);
    return order ?? [];
  });
  return { orders, problems };
}

async function pickup(request: Fields, context: OperationContext): Promise<Envelope> {
  const { orders, problems: unknownOrders } = namedOrders(request['shipments'], 'shipments', context);
  const problems = [...unknownOrders];
  const date = textOf(request, 'date');
  const readyTime = textOf(request, 'r_time');
  const closingTime = textOf(request, 'c_time');
  if (date === '') problems.push('date is mandatory');
  else if (!isDate(date)) problems.push(`date "${date}" must have the form YYYY-MM-DD`);
  else if (date < dayBefore(context.now.toISOString().slice(0, 10))) problems.push(`date "${date}" is in the past`);
  for (const [name, time] of [
    ['r_time', readyTime],
    ['c_time', closingTime],
  ] as const) {
    if (time === '') problems.push(`${name} is mandatory`);
    else if (!isTime(time)) problems.push(`${name} "${time}" must have the form HH:MM`);
  }
  if (isTime(readyTime) && isTime(closingTime) && readyTime >= closingTime) problems.push('c_time must be later than r_time');
  if (problems.length > 0) return refused(...problems);
  const collection = {
    environment: context.environment,
    collectionNo: runningNumber(context, 'PU'),
    date,
    readyTime,
    closingTime,
    instructions: textOf(request, 'instructions', 'instuctions'),
    orderNos: orders.map((order) => order.orderNo),
    requestedAt: context.now.toISOString(),
  };
  context.store.memory.collections.push(collection);
  context.store.save();
  return done({ collection_no: collection.collectionNo, manifest: (await manifestPdf(collection, orders)).toString('base64') });
}

function track(request: Fields, context: OperationContext): Envelope {
  const { orders, problems } = namedOrders(request['order_numbers'], 'order_numbers', context);
  const records = orders.map((order) => {
    const collection = context.store.memory.collections.find((each) => each.orderNos.includes(order.orderNo));
    const events = trackingEvents(order, collection, context.now);
    const status = events[0]?.status ?? 'Arranged';
    const trackings = events.map((event) => ({
      status: event.status,
      courier_status: event.courierStatus,
      location: event.location,
      date: event.date,
      signer: event.signer,
    }));
    return {
      order_no: order.orderNo,
      status,
      consignment_no: order.consignmentNo,
      courier_keycode: order.service.courierKeycode,
      courier_name: order.service.courierName,
      service_keycode: order.service.serviceKeycode,
      service_name: order.service.serviceName,
      items: order.trackingNos.map((trackingNo, index) => ({
        item_no: `${order.orderNo}-${index + 1}`,
        status,
        tracking_no: trackingNo,
        courier_tracking_link: `https://tracking.example/${trackingNo}`,
        trackings,
      })),
    };
  });
  return { result: records, errors: problems };
}

async function labels(request: Fields, context: OperationContext): Promise<Envelope> {
  const { orders, problems } = namedOrders(request['order_numbers'], 'order_numbers', context);
  if (problems.length > 0) return refused(...problems);
  // One file for all of them: ZPL only when every one was booked with ZPL labels.
  const format = orders.every((order) => order.labelFormat === 'ZPL') ? 'ZPL' : 'PDF';
  return done({
    order_numbers: orders.map((order) => order.orderNo),
    labels: await encodedLabels(orders.flatMap(labelFactsOf), format, context.now),
  });
}

function servicePoints(request: Fields, context: OperationContext): Envelope {
  const type = textOf(request, 'type').toLowerCase();
  let points: readonly ServicePointWire[];
  if (type === 'origin') {
    const number = textOf(request, 'order_no');
    if (number === '') return refused('order_no is mandatory when type is origin');
    const { orders, problems } = namedOrders([number], 'order_no', context);
    const [order] = orders;
    if (!order) return refused(...problems);
    points = order.service.originServicePoints ? servicePointsNear(order.service.courierKeycode, order.shipment.sender) : [];
  } else if (type === 'destination') {
    const found = quotedService(request, context);
    if ('errors' in found) return found;
    const { service } = found;
    points = service.destinationServicePoints ? servicePointsNear(service.courierKeycode, found.quote.shipment.recipient) : [];
  } else {
    return refused(type === '' ? 'type is mandatory' : `type "${type}" must be origin or destination`);
  }
  return { result: points, errors: [] };
}

const documentTypes = ['customs invoice', 'certificate of origin'];

function uploadDocuments(request: Fields, context: OperationContext): Envelope {
  const number = textOf(request, 'order_no');
  if (number === '') return refused('order_no is mandatory');
  const { orders, problems: unknownOrders } = namedOrders([number], 'order_no', context);
  const [order] = orders;
  if (!order) return refused(...unknownOrders);
  const entries = listOf(request['documents']);
  const problems: string[] = entries.length === 0 ? ['documents is mandatory: at least one document'] : [];
  const documents = entries.flatMap((entry, index) => {
    const where = `documents[${index}]`;
    if (!isFields(entry)) {
      problems.push(`${where} must be an object`);
      return [];
    }
    for (const name of ['document_type', 'name', 'type', 'content']) {
      if (textOf(entry, name) === '') problems.push(`${where}.${name} is mandatory`);
    }
    const documentType = textOf(entry, 'document_type');
    if (documentType !== '' && !documentTypes.includes(documentType.toLowerCase())) {
      problems.push(`${where}.document_type "${documentType}" must be Customs Invoice or Certificate of Origin`);
    }
    const content = textOf(entry, 'content');
    const bytes = Buffer.from(content, 'base64');
    if (content !== '' && bytes.toString('base64').replace(/=+$/, '') !== content.replace(/=+$/, '')) {
      problems.push(`${where}.content is not Base64`);
    }
    return {
      environment: context.environment,
      orderNo: order.orderNo,
      documentType,
      name: textOf(entry, 'name'),
      mediaType: textOf(entry, 'type'),
      sizeBytes: bytes.length,
      at: context.now.toISOString(),
    };
  });
  if (problems.length > 0) return refused(...problems);
  context.store.memory.documents.push(...documents);
  context.store.save();
  return done({ success: '1' });
}

/** The seven operations by the name that `action` gives them. */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['quote', quote],
  ['ship', ship],
  ['pickup', pickup],
  ['track', track],
  ['labels', labels],
  ['service_points', servicePoints],
  ['upload_documents', uploadDocuments],
]);
