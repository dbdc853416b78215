import { offeredServices } from '../couriers.ts';
import { done, type Envelope, refused } from '../envelope.ts';
import { type Fields, isFields } from '../fields.ts';
import { readShipment } from '../read-shipment.ts';
import { seededNumber } from '../seeded.ts';
import type { OfferedService } from '../shipment.ts';
import { countUp, type OperationContext, readingOf } from './operation.ts';

/** Accepts third parties and customs both inside the shipment and next to it: the document does not show their place. */
export function quote(request: Fields, context: OperationContext): Envelope {
  const { shipment: fields, third_party, customs } = request;
  if (!isFields(fields)) return refused('shipment is mandatory');
  const reading = readingOf(context);
  const shipment = readShipment({ third_party, customs, ...fields }, reading);
  if (reading.problems.length > 0) return refused(...reading.problems);
  const services = offeredServices(shipment, context.now, (serviceKeycode) => serviceId(serviceKeycode, context));
  countUp(context, 'quote');
  const { memory } = context.store;
  const made = { environment: context.environment, at: context.now.toISOString(), shipment, services };
  memory.quotes = [...memory.quotes, made].slice(-context.mode.keptQuotes);
  context.store.save();
  return done({ services: services.map(serviceWire) });
}

function serviceId(serviceKeycode: string, context: OperationContext): number {
  if (context.mode.serviceIds === 'fixed') return 1000 + seededNumber(context.seed, `fixed ${serviceKeycode}`, 1_000_000);
  return 7_300_000 + seededNumber(context.seed, 'service ids', 400_000) + countUp(context, 'service');
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
    insurance: service.insurable ? 1 : 0,
    insurance_price: money(service.insurancePriceMinor),
    sub_total: money(service.subTotalMinor),
    vat_total: money(service.vatMinor),
    total_price: money(service.subTotalMinor + service.vatMinor),
    currency: 'EUR',
  };
}

function money(minor: number): number {
  return minor / 100;
}
