import type { Service } from '../../shared/quote.ts';

/** A service as in a quote, for requests whose service does not matter. */
export const anyService: Service = {
  serviceId: '4711',
  courierKey: 'hare',
  courierName: 'Hare Parcels',
  serviceKey: 'next',
  serviceName: 'Next day',
  collection: '2026-11-24 before 17:00',
  arrival: '2026-11-25 before 18:00',
  originServicePoints: false,
  destinationServicePoints: false,
  co2: null,
  insurance: null,
  subTotal: null,
  vat: null,
  total: { minor: 845, currency: 'EUR' },
};
