import { inEu, type Zone, zoneBetween } from './geography.ts';
import { seededDigits } from './seeded.ts';
import type { ConsignmentType, OfferedService, Shipment } from './shipment.ts';

interface CourierService {
  readonly courierKeycode: string;
  readonly courierName: string;
  readonly serviceKeycode: string;
  readonly serviceName: string;
  readonly types: readonly ConsignmentType[];
  /** Countries that it collects in; all countries if absent. */
  readonly from?: readonly string[];
  readonly maxItemKg: number;
  /**
   * Per zone: euro cents for the first kilogram and for each further one, and transit time in working days. A missing zone is not served.
   */
  readonly zones: Partial<Record<Zone, { readonly first: number; readonly perKg: number; readonly days: number }>>;
  /** A later booking is collected on the next working day. */
  readonly cutOff: string;
  readonly collectsBefore: string;
  readonly arrivesBefore: string;
  readonly originPoints: boolean;
  readonly destinationPoints: boolean;
}

/** Values in other currencies are assumed to be below the limit. */
const mostInsuredEuro = 100_000;

const parcel: readonly ConsignmentType[] = ['Parcel'];
const parcelOrDocument: readonly ConsignmentType[] = ['Parcel', 'Document'];

const services: readonly CourierService[] = [
  {
    courierKeycode: 'dpd',
    courierName: 'DPD',
    serviceKeycode: 'dpd_classic',
    serviceName: 'Classic',
    types: parcel,
    maxItemKg: 31.5,
    zones: {
      0: { first: 545, perKg: 22, days: 1 },
      1: { first: 735, perKg: 38, days: 2 },
      2: { first: 1090, perKg: 62, days: 3 },
      3: { first: 1585, perKg: 110, days: 4 },
    },
    cutOff: '15:00',
    collectsBefore: '18:00',
    arrivesBefore: '18:00',
    originPoints: true,
    destinationPoints: true,
  },
  {
    courierKeycode: 'gls',
    courierName: 'GLS',
    serviceKeycode: 'gls_business',
    serviceName: 'EuroBusinessParcel',
    types: parcel,
    maxItemKg: 40,
    zones: {
      0: { first: 520, perKg: 25, days: 1 },
      1: { first: 760, perKg: 36, days: 2 },
      2: { first: 1045, perKg: 66, days: 4 },
      3: { first: 1690, perKg: 118, days: 5 },
    },
    cutOff: '14:00',
    collectsBefore: '17:00',
    arrivesBefore: '17:00',
    originPoints: true,
    destinationPoints: true,
  },
  {
    courierKeycode: 'dhl',
    courierName: 'DHL',
    serviceKeycode: 'dhl_parcel_connect',
    serviceName: 'Parcel Connect',
    types: parcel,
    maxItemKg: 31.5,
    zones: {
      0: { first: 565, perKg: 20, days: 1 },
      1: { first: 715, perKg: 40, days: 2 },
      2: { first: 1120, perKg: 58, days: 3 },
    },
    cutOff: '16:00',
    collectsBefore: '18:30',
    arrivesBefore: '18:00',
    originPoints: true,
    destinationPoints: true,
  },
  {
    courierKeycode: 'postnl',
    courierName: 'PostNL',
    serviceKeycode: 'postnl_standard',
    serviceName: 'Standard',
    types: parcelOrDocument,
    from: ['NL'],
    maxItemKg: 31.5,
    zones: {
      0: { first: 595, perKg: 18, days: 1 },
      1: { first: 790, perKg: 44, days: 2 },
      2: { first: 1240, perKg: 71, days: 4 },
      3: { first: 1620, perKg: 140, days: 6 },
      4: { first: 2240, perKg: 690, days: 9 },
    },
    cutOff: '17:00',
    collectsBefore: '19:00',
    arrivesBefore: '21:30',
    originPoints: true,
    destinationPoints: true,
  },
  {
    courierKeycode: 'ups',
    courierName: 'UPS',
    serviceKeycode: 'ups_standard',
    serviceName: 'Standard',
    types: parcel,
    maxItemKg: 70,
    zones: {
      0: { first: 690, perKg: 28, days: 1 },
      1: { first: 980, perKg: 45, days: 2 },
      2: { first: 1395, perKg: 74, days: 3 },
      3: { first: 1890, perKg: 125, days: 4 },
    },
    cutOff: '16:30',
    collectsBefore: '18:00',
    arrivesBefore: '23:59',
    originPoints: true,
    destinationPoints: true,
  },
  {
    courierKeycode: 'ups',
    courierName: 'UPS',
    serviceKeycode: 'ups_express_saver',
    serviceName: 'Express Saver',
    types: parcelOrDocument,
    maxItemKg: 70,
    zones: {
      0: { first: 1490, perKg: 60, days: 1 },
      1: { first: 2180, perKg: 130, days: 1 },
      2: { first: 2960, perKg: 190, days: 1 },
      3: { first: 3740, perKg: 260, days: 2 },
      4: { first: 5230, perKg: 640, days: 3 },
    },
    cutOff: '16:30',
    collectsBefore: '18:00',
    arrivesBefore: '18:00',
    originPoints: true,
    destinationPoints: false,
  },
  {
    courierKeycode: 'dhl_express',
    courierName: 'DHL Express',
    serviceKeycode: 'dhl_express_worldwide',
    serviceName: 'Express Worldwide',
    types: parcelOrDocument,
    maxItemKg: 70,
    zones: {
      0: { first: 1620, perKg: 70, days: 1 },
      1: { first: 2290, perKg: 140, days: 1 },
      2: { first: 2890, perKg: 200, days: 1 },
      3: { first: 3560, perKg: 270, days: 2 },
      4: { first: 4980, perKg: 690, days: 3 },
    },
    cutOff: '16:00',
    collectsBefore: '18:30',
    arrivesBefore: '18:00',
    originPoints: true,
    destinationPoints: true,
  },
  {
    courierKeycode: 'dhl_express',
    courierName: 'DHL Express',
    serviceKeycode: 'dhl_express_1200',
    serviceName: 'Express 12:00',
    types: parcelOrDocument,
    maxItemKg: 30,
    zones: {
      0: { first: 2140, perKg: 80, days: 1 },
      1: { first: 2990, perKg: 160, days: 1 },
      2: { first: 3720, perKg: 230, days: 1 },
      3: { first: 4480, perKg: 310, days: 2 },
    },
    cutOff: '16:00',
    collectsBefore: '18:30',
    arrivesBefore: '12:00',
    originPoints: true,
    destinationPoints: false,
  },
  {
    courierKeycode: 'dhl_freight',
    courierName: 'DHL Freight',
    serviceKeycode: 'dhl_freight_euroconnect',
    serviceName: 'Euroconnect',
    types: ['Pallet'],
    maxItemKg: 1000,
    zones: {
      0: { first: 6900, perKg: 14, days: 2 },
      1: { first: 9400, perKg: 19, days: 3 },
      2: { first: 13800, perKg: 27, days: 5 },
      3: { first: 18900, perKg: 36, days: 7 },
    },
    cutOff: '12:00',
    collectsBefore: '17:00',
    arrivesBefore: '17:00',
    originPoints: false,
    destinationPoints: false,
  },
];

// '#' stands for a digit.
const trackingForms: Readonly<Record<string, string>> = {
  dpd: '0521##########',
  gls: '5960########',
  dhl: 'JVGL06##############',
  postnl: '3SPBNL#########',
  ups: '1Z48W52268########',
  dhl_express: '44########',
  dhl_freight: 'DFR##########',
};

/** A number in the courier's own form; the same name gives the same number. */
export function trackingNumber(courierKeycode: string, seed: string, name: string): string {
  const form = trackingForms[courierKeycode] ?? 'TRN##########';
  const digits = seededDigits(seed, name, form.length);
  return form.replace(/#/g, (_, at: number) => digits.charAt(at));
}

/** The day itself when it is a working day, else the next Monday. Days are `YYYY-MM-DD`. */
function workingDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  while (date.getUTCDay() === 0 || date.getUTCDay() === 6) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

function workingDaysAfter(day: string, count: number): string {
  let current = day;
  for (let passed = 0; passed < count; passed += 1) {
    const date = new Date(`${current}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + 1);
    current = workingDay(date.toISOString().slice(0, 10));
  }
  return current;
}

function collectionDay(service: CourierService, preferredDate: string, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  if (preferredDate > today) return workingDay(preferredDate);
  const first = workingDay(today);
  return first === today && now.toISOString().slice(11, 16) >= service.cutOff ? workingDaysAfter(today, 1) : first;
}

/**
 * Returns the services that accept this shipment, cheapest first. Each item is billed by the greater of its weight and its volumetric
 * weight, in euro cents; VAT of 21 % within the EU, none outside. Days are those of the clock in UTC. `idOf` is called once per service.
 */
export function offeredServices(shipment: Shipment, now: Date, idOf: (serviceKeycode: string) => number): readonly OfferedService[] {
  const zone = zoneBetween(shipment.sender.country, shipment.recipient.country);
  const vatRate = inEu(shipment.sender.country) && inEu(shipment.recipient.country) ? 0.21 : 0;
  const value = shipment.items.reduce((sum, item) => sum + item.value, 0);
  const inEuro = shipment.items.filter((item) => item.currency === 'EUR').reduce((sum, item) => sum + item.value, 0);
  const insurable = inEuro <= mostInsuredEuro;
  const chargedKg = shipment.items.map((item) =>
    Math.max(1, Math.ceil(Math.max(item.weightKg, (item.lengthCm * item.widthCm * item.heightCm) / 5000))),
  );
  const totalKg = chargedKg.reduce((sum, kg) => sum + kg, 0);
  const offers: Omit<OfferedService, 'serviceId'>[] = [];
  for (const service of services) {
    const tariff = service.zones[zone];
    if (!tariff || !service.types.includes(shipment.type)) continue;
    if (service.from && !service.from.includes(shipment.sender.country)) continue;
    if (shipment.items.some((item) => item.weightKg > service.maxItemKg)) continue;
    const perShipment = chargedKg.reduce((sum, kg) => sum + tariff.first + (kg - 1) * tariff.perKg, 0);
    const subTotalMinor = Math.round(perShipment * (shipment.returnService ? 1.9 : 1));
    const collected = collectionDay(service, shipment.preferredDate, now);
    offers.push({
      courierKeycode: service.courierKeycode,
      courierName: service.courierName,
      serviceKeycode: service.serviceKeycode,
      serviceName: service.serviceName,
      etc: `${collected} before ${service.collectsBefore}`,
      eta: `${workingDaysAfter(collected, tariff.days)} before ${service.arrivesBefore}`,
      originServicePoints: service.originPoints,
      destinationServicePoints: service.destinationPoints && zone <= 2,
      co2PriceMinor: 6 + Math.round(totalKg * (2 + zone * 3)),
      insurable,
      insurancePriceMinor: insurable ? Math.max(150, Math.round(value * 0.6)) : 0,
      subTotalMinor,
      vatMinor: Math.round(subTotalMinor * vatRate),
    });
  }
  return offers.sort((a, b) => a.subTotalMinor - b.subTotalMinor).map((offer) => ({ serviceId: idOf(offer.serviceKeycode), ...offer }));
}
