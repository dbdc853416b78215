import { type Address, emptyAddress } from '../../shared/address.ts';
import type { Booking } from '../../shared/booking.ts';
import type { KeyAccount } from '../../shared/key-account.ts';
import { emptyOrder, emptyParcel, type Order, type OrderKey, type Parcel } from '../../shared/order.ts';
import type { PrintJob, PrintJobState } from '../../shared/printer.ts';
import type { Service } from '../../shared/quote.ts';
import type { Money } from '../../shared/units.ts';

// The people and parcels of the design pages, so that a picture can be compared with its page.

export const eur = (minor: number): Money => ({ minor, currency: 'EUR' });

/** `name | street | number | postal code | city | country` */
export function person(line: string): Address {
  const [name = '', street = '', houseNumber = '', postalCode = '', city = '', country = ''] = line.split('|').map((part) => part.trim());
  return { ...emptyAddress, name, street, houseNumber, postalCode, city, country, phone: '+31 73 611 0044' };
}

export const sender: Address = {
  ...person('Houtman Keramiek BV | Veemarktkade | 8 | 5222 AE | ’s-Hertogenbosch | NL'),
  company: 'Houtman Keramiek BV',
  email: 'verzending@houtman.example',
  eori: 'NL812345678',
};

export const people = {
  jurgen: person('Jürgen Groß | Straße des 17. Juni | 135 | 10623 | Berlin | DE'),
  francoise: { ...person('Françoise Müller | Langstrasse | 112 | 8004 | Zürich | CH'), company: 'Atelier Limmat GmbH' },
  sarka: person('Šárka Dvořáková | Údolní | 37/2 | 602 00 | Brno | CZ'),
  eszter: person('Eszter Kővári | Piac utca | 26/B | 4024 | Debrecen | HU'),
  lukasz: person('Łukasz Wójcik | ul. Długa | 45/3 | 80-831 | Gdańsk | PL'),
  aoife: person('Aoife Ní Bhriain | Patrick Street | 14 | T12 W9XY | Cork | IE'),
  soren: person('Søren Kjærgård | Vestergade | 58 | 8000 | Aarhus | DK'),
  chloe: person('Chloé Lefèvre | Rue de la République | 21 | 69002 | Lyon | FR'),
  inaki: person('Iñaki Etxeberria | Gran Vía | 40 | 48009 | Bilbao | ES'),
  malgorzata: person('Małgorzata Żak | ul. Półwiejska | 12 | 61-888 | Poznań | PL'),
  gunther: person('Günther Weiß | Herrengasse | 3 | 8010 | Graz | AT'),
  ines: person('Inês Gonçalves | Rua de Santa Catarina | 310 | 4000-442 | Porto | PT'),
  asa: person('Åsa Öberg | Storgatan | 42 | 903 26 | Umeå | SE'),
  dragos: person('Dragoș Ștefănescu | Strada Lăpușneanu | 7 | 700057 | Iași | RO'),
  gulsah: person('Gülşah Yıldız | Kıbrıs Şehitleri Cd. | 90 | 35220 | İzmir | TR'),
  thora: person('Þóra Sigurðardóttir | Hafnarstræti | 96 | 600 | Akureyri | IS'),
  sian: person('Siân Llŷr | Ffordd Deiniol | 5 | LL57 2UP | Bangor | GB'),
  nuno: person('Nuno Magalhães | Rua do Souto | 33 | 4700-329 | Braga | PT'),
  helene: person('Hélène Dupré | Rue de l’Aspic | 9 | 30000 | Nîmes | FR'),
} as const;

/** One parcel in box M of this weight; null if it is not known yet. */
export const parcel = (weightGrams: number | null, contents = 'Ceramic bowl', value = eur(6490)): Parcel => ({
  ...emptyParcel,
  boxName: 'M',
  lengthCm: 40,
  widthCm: 30,
  heightCm: 20,
  weightGrams,
  contents,
  value,
});

export const order = (key: string, recipient: Address, parcels: Parcel[], more: Partial<Order> = {}): Order => ({
  ...emptyOrder,
  key: key as OrderKey,
  source: 'orders-2026-11-19.csv',
  recipient,
  lines: [{ name: 'Ceramic bowl', sku: 'BOWL-24', quantity: 1, price: eur(6490) }],
  parcels,
  ...more,
});

type Tile = readonly [courier: string, service: string, collection: string, arrival: string, total: number, points?: boolean];
const tiles: readonly Tile[] = [
  ['DPD', 'Classic', '2026-11-19 before 17:00', '2026-11-24 before 18:00', 845, true],
  ['GLS', 'EuroBusiness', '2026-11-19 before 16:30', '2026-11-24 before 18:00', 910],
  ['DHL', 'Parcel Connect', '2026-11-20 before 12:00', '2026-11-25 before 20:00', 1060, true],
  ['UPS', 'Standard', '2026-11-19 before 17:30', '2026-11-23 before 18:00', 1162],
  ['DHL Express', 'Economy Select', '2026-11-19 before 18:00', '2026-11-23 before 12:00', 1940],
  ['DHL Express', 'Worldwide', '2026-11-19 before 18:00', '2026-11-20 before 12:00', 3480],
];

export const services: readonly Service[] = tiles.map(([courierName, serviceName, collection, arrival, total, points], index) => ({
  serviceId: String(20711 + index),
  courierKey: courierName.toLowerCase().replace(' ', '-'),
  courierName,
  serviceKey: serviceName.toLowerCase().replace(' ', '-'),
  serviceName,
  collection,
  arrival,
  originServicePoints: false,
  destinationServicePoints: points === true,
  co2: eur(28),
  insurance: eur(210),
  subTotal: eur(Math.round(total / 1.19)),
  vat: eur(total - Math.round(total / 1.19)),
  total: eur(total),
}));

/** Eight services, as on a day with much choice: the list is then longer than its place. */
export const manyServices: readonly Service[] = [
  ...services,
  ...(['Express 12:00', 'Express 9:00'] as const).map((serviceName, index) => ({
    ...service('DHL Express', 'Worldwide'),
    serviceId: String(20801 + index),
    serviceName,
    total: eur(4890 + 1200 * index),
  })),
];

export function service(courierName: string, serviceName: string): Service {
  const found = services.find((each) => each.courierName === courierName && each.serviceName === serviceName);
  if (!found) throw new Error(`no service ${courierName} ${serviceName}`);
  return found;
}

/** A time of the warehouse's clock (winter, +01:00), in UTC. */
export const at = (time: string, date = '2026-11-19'): string => new Date(`${date}T${time}+01:00`).toISOString();

export function job(bookingId: string, state: PrintJobState, more: Partial<PrintJob> = {}): PrintJob {
  const job: PrintJob = {
    id: `${bookingId}-label-${String(more.piece ?? 1)}`,
    bookingId,
    pickupId: null,
    role: 'label',
    printerId: 'label',
    title: 'Label',
    piece: 1,
    pieces: 1,
    format: 'ZPL',
    state,
    copy: 0,
    detail: '',
    movedFrom: null,
    takenAt: null,
    changedAt: at('14:06'),
  };
  return { ...job, ...more };
}

/** A booked shipment with its label printed; `more` overrides fields. */
export function booking(of: Order, more: Partial<Booking> = {}): Booking {
  const id = `b-${of.key}`;
  return {
    id,
    orderKey: of.key,
    shipmentNo: 1,
    state: 'booked',
    packer: 'Zoë Kranjčar',
    openedAt: at('14:05'),
    changedAt: at('14:06'),
    order: of,
    sender,
    service: service('DPD', 'Classic'),
    extras: { co2: true, insurance: false, servicePoint: null },
    price: eur(845),
    orderNo: `9${of.key.replace(/\D/g, '')}07`,
    consignmentNo: '0528 7741 9936 41',
    trackingNos: [],
    verdict: { kind: 'match' },
    messages: [],
    onParcelAt: null,
    pickupId: null,
    otherAccount: null,
    jobs: [job(id, 'printed')],
    papersDue: [],
    ...more,
  };
}

/** A small label that the page can draw: recipient, service, one bar code. */
export const labelOf = (of: Order, piece = 1, pieces = 1): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    [
      '^XA^CI28^PW812^LL1218',
      '^FO40,40^A0N,70,60^FDDPD^FS^FO420,50^A0N,40,36^FDCLASSIC^FS^FO40,130^GB732,4,4^FS',
      `^FO40,150^A0N,28,26^FD${sender.name}^FS^FO40,185^A0N,28,26^FD${sender.street} ${sender.houseNumber}^FS`,
      `^FO40,300^A0N,48,44^FD${of.recipient.name}^FS^FO40,360^A0N,48,44^FD${of.recipient.street} ${of.recipient.houseNumber}^FS`,
      `^FO40,420^A0N,48,44^FD${of.recipient.postalCode} ${of.recipient.city}^FS^FO40,480^A0N,48,44^FD${of.recipient.country}^FS`,
      `^FO40,560^GB732,4,4^FS^FO560,600^A0N,80,70^FD${String(piece)}/${String(pieces)}^FS^FO40,600^A0N,36,34^FD${of.key}^FS`,
      `^FO70,760^BY3^BCN,220,Y,N,N^FD0528774199${String(piece)}^FS`,
      '^FO90,1040^A0N,70,60^FDSAMPLE, DO NOT SHIP^FS^XZ',
    ].join('\n'),
  );

/** A key that was used before. */
export const otherAccount: KeyAccount = { key: '4f1c09ab27de', account: 'Zonnebloem Retail B.V.' };
