import type { Socket } from 'node:net';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Dice } from '../crash/dice.ts';
import { httpAnswer, startRawServer } from '../fakes/raw-server.ts';
import { drawLabels, type LabelFacts, type Party } from '../strangers/labels.ts';
import { parts } from '../words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The ways in which offers of a quote differ from what the document promises. */
const quoteKinds = parts('twin id | twin keys | twins alike | unreadable price | no readable price | zero price | negative price');
/** Faults of an answer in transit, for any request. */
const quickWays = ['429', '429 and a date', '100 Continue'] as const;
const shipKinds = ['word', 'number and errors', 'refused', 'cut, booked', 'cut, not booked'] as const;
const pickupKinds = ['word', 'refused', 'cut, booked'] as const;
const labelForms = [
  ...parts('base64 | hex | data url | percent | gzip | deflate | bare deflate | buffer | object | list | list of PDFs'),
  ...parts('in items | link | picture | nothing | equal numbers | other order'),
] as const;
type LabelForm = (typeof labelForms)[number];

/** Every kind of answer that the days must have met. */
export const answerKinds: readonly string[] = [
  ...quoteKinds.map((kind) => `quote: ${kind}`),
  ...['quote', 'ship', 'pickup', 'track', 'labels'].flatMap((action) => [...quickWays, 'slow'].map((kind) => `${action}: ${kind}`)),
  ...shipKinds.map((kind) => `ship: ${kind}`),
  ...pickupKinds.map((kind) => `pickup: ${kind}`),
  ...labelForms.map((form) => `label: ${form}`),
  'track: late',
  'track: word for a number',
];

/** Texts that services write in place of a number. */
const words: readonly [unknown, ...unknown[]] = [
  ...parts('N/A | - | pending | ERROR | TBD | undefined | unknown | failed | {}'),
  -1,
  '-1',
  'see remarks',
];
const unreadablePrices: readonly [Fields, ...Fields[]] = [
  { total_price: '6,52' },
  { total_price: '6.52 EUR' },
  { total_price: 'N/A' },
  { total_price: null },
  { total_price: '' },
  { total_price: { amount: 6.52 } },
  { total_price: 6.52, currency: '€' },
  { total_price: 6.52, currency: null },
];

export interface DrawnOffer {
  readonly id: string;
  readonly name: string;
  readonly courierKey: string;
  readonly serviceKey: string;
  /** The price in the service's books, in cents. */
  readonly minor: number;
}

export interface DrawnBooking {
  readonly orderNo: string;
  readonly key: string;
  readonly offer: DrawnOffer;
  /** All offers of the quote that was booked. */
  readonly among: readonly DrawnOffer[];
  readonly trackingNos: readonly string[];
  /** True if the label that was sent is the right one, in any form. */
  readonly isLabelRight: boolean;
  readonly facts: LabelFacts;
}

export interface DrawnService {
  readonly url: string;
  readonly bookings: readonly DrawnBooking[];
  readonly collections: readonly { readonly collectionNo: string; readonly orderNos: readonly string[] }[];
  /** Returns the kinds of answer that this action met since the last call. */
  metBy(action: string): readonly string[];
  /** From now on every answer is as the document promises, and tracking is no longer late. */
  calm(): void;
  /** Returns the right label as a file, as a person downloads it from the service's site. */
  labelFile(booking: DrawnBooking): Promise<Uint8Array>;
  stop(): Promise<void>;
}

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const baseOffers = [
  ['bravo', 'Bravo', 'economy', 'Economy', 652],
  ['bravo', 'Bravo', 'express', 'Express', 1868],
  ['carga', 'Carga', 'standard', 'Standard', 803],
  ['carga', 'Carga', 'pallet', 'Pallet', 9624],
] as const;

class Refused extends Error {}
/** The connection ends without an answer. */
const cut = Symbol('cut');

/**
 * Starts a service over real HTTP with random answers: words for numbers, offers that cannot be distinguished, unreadable prices, labels in
 * all forms, late tracking, busy and slow periods. Its books are the truth of a day. It books a shipment from the last quote, which the
 * document leaves open. `harm`: from 0 (as promised) to 1, the share of strange answers.
 */
export async function startDrawnService(dice: Dice, harm: number, met: (kind: string) => void): Promise<DrawnService> {
  const bookings: DrawnBooking[] = [];
  const collections: { collectionNo: string; orderNos: readonly string[] }[] = [];
  let isCalm = false;
  let numbers = 1000;
  let lastQuote: { readonly shipment: Fields; readonly offers: readonly DrawnOffer[] } | undefined;
  const late = new Set<string>();
  const lately = new Map<string, string[]>();
  const next = (letter: string): string => `${letter}${(numbers += 1)}${100 + dice.whole(900)}`;
  const isHarmed = (share = 1): boolean => !isCalm && dice.chance(harm * share);
  function meet(action: string, kind: string): void {
    met(`${action === 'label' ? 'label' : action}: ${kind}`);
    lately.set(action, [...(lately.get(action) ?? []), kind]);
  }

  function quote({ shipment }: Fields): unknown {
    const usual = baseOffers.map(([courierKey, courierName, serviceKey, serviceName, minor]) => ({
      id: next('9'),
      name: `${courierName} ${serviceName}`,
      courierKey,
      serviceKey,
      minor,
    }));
    const changedFields = new Map<DrawnOffer, Fields>();
    const offers: DrawnOffer[] = [...usual];
    const kind = isHarmed() ? dice.pick(quoteKinds) : undefined;
    const [first, second] = usual as [DrawnOffer, DrawnOffer, ...DrawnOffer[]];
    if (kind) meet('quote', kind);
    if (kind === 'twin id') offers.push({ ...first, name: 'Bravo Economy (Tuesday)', minor: 1310 });
    if (kind === 'twin keys') offers.push({ ...first, id: next('9'), name: 'Bravo Economy (Tuesday)', minor: 310 });
    if (kind === 'twins alike') offers.push({ ...second, id: next('9'), minor: 310 });
    // The cheapest offer has the wrong price, so a program that skips it calls another one cheapest.
    if (kind === 'unreadable price') changedFields.set(first, dice.pick(unreadablePrices));
    if (kind === 'no readable price') for (const offer of offers) changedFields.set(offer, dice.pick(unreadablePrices));
    if (kind === 'zero price')
      for (const offer of offers.slice(3)) changedFields.set(offer, { total_price: dice.pick<unknown>([0, '0.00', '0']) });
    if (kind === 'negative price') changedFields.set(second, { total_price: -3.1 });
    const shuffled = offers
      .map((offer) => ({ offer, at: dice.whole(1e6) }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ offer }) => offer);
    lastQuote = { shipment: asFields(shipment), offers: shuffled };
    return {
      services: shuffled.map((offer) => ({
        service_id: offer.id,
        courier_keycode: offer.courierKey,
        courier_name: offer.name.split(' ')[0],
        service_keycode: offer.serviceKey,
        service_name: offer.name.split(' ').slice(1).join(' '),
        etc: '2026-11-20 before 18:00',
        eta: '2026-11-23 before 18:00',
        origin_service_points: 0,
        destination_service_points: 0,
        co2: 0,
        insurance: 0,
        total_price: offer.minor / 100,
        currency: 'EUR',
        ...changedFields.get(offer),
      })),
    };
  }

  function book({ shipment, offers }: NonNullable<typeof lastQuote>, serviceId: string): DrawnBooking {
    // If several offers have one id, the id means the last.
    const offer = offers.findLast(({ id }) => id === serviceId);
    if (!offer) throw new Refused('service_id: this offer does not exist or has expired');
    const pieces = Array.isArray(shipment['items']) ? shipment['items'].length : 1;
    const orderNo = next('B');
    const trackingNos = Array.from({ length: pieces }, () => next('T'));
    const party = (side: string): Party => ({
      name: textOf(shipment[`${side}_name`]),
      company: textOf(shipment[`${side}_company`]),
      street: `${textOf(shipment[`${side}_street_1`])} ${textOf(shipment[`${side}_street_no`])}`,
      postalCode: textOf(shipment[`${side}_postal`]),
      city: textOf(shipment[`${side}_city`]),
      country: textOf(shipment[`${side}_country`]),
    });
    const facts: LabelFacts = {
      orderNo,
      consignmentNo: next('K'),
      trackingNos,
      sender: party('o'),
      recipient: party('d'),
      reference: textOf(shipment['reference']),
      serviceName: offer.name,
    };
    return { orderNo, key: facts.reference.replace(/^ref /, ''), offer, among: offers, trackingNos, isLabelRight: true, facts };
  }

  const sheets = (facts: LabelFacts, format: 'ZPL' | 'PDF' = 'ZPL'): Promise<Buffer> =>
    drawLabels(dice, facts, format).then((bytes) => Buffer.from(bytes));

  /** Returns the elements of an answer that carry its label in this form. */
  async function labelIn(form: LabelForm, facts: LabelFacts, name = 'label'): Promise<Fields> {
    const one = (format: 'ZPL' | 'PDF' = 'ZPL'): Promise<Buffer> => sheets(facts, format);
    const eachAlone = (format: 'ZPL' | 'PDF'): Promise<string[]> =>
      Promise.all(facts.trackingNos.map(async (number) => (await sheets({ ...facts, trackingNos: [number] }, format)).toString('base64')));
    switch (form) {
      case 'base64':
        return { [name]: (await one()).toString('base64') };
      case 'hex':
        return { [name]: `${dice.pick(['', '0x'])}${(await one()).toString('hex')}` };
      case 'data url':
        return { [name]: `data:application/zpl;base64,${(await one()).toString('base64')}` };
      case 'percent':
        return { [name]: encodeURIComponent((await one()).toString('latin1')) };
      case 'gzip':
        return { [name]: gzipSync(await one()).toString('base64') };
      case 'deflate':
        return { [name]: deflateSync(await one()).toString('base64') };
      case 'bare deflate':
        return { [name]: deflateRawSync(await one()).toString('base64') };
      case 'buffer':
        return { [name]: (await one()).toJSON() };
      case 'object':
        return { [name]: { type: 'ZPL', [dice.pick(['content', 'data', 'file'])]: (await one()).toString('base64') } };
      case 'list':
        return { [name]: await eachAlone('ZPL') };
      case 'list of PDFs':
        return { [name]: await eachAlone('PDF') };
      case 'in items':
        return { items: (await eachAlone('ZPL')).map((label, at) => ({ item_no: String(at + 1), label })) };
      case 'link':
        return { [name]: `https://labels.example/${facts.orderNo}.pdf` };
      case 'picture':
        return { [name]: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' };
      case 'nothing':
        return { [name]: dice.pick([null, '', 'none']) };
      case 'equal numbers':
        return {
          [name]: (await sheets({ ...facts, trackingNos: facts.trackingNos.map(() => facts.trackingNos[0] ?? '') })).toString('base64'),
        };
      case 'other order': {
        const recipient = { name: 'Somebody Else', street: 'Elsewhere 99', postalCode: '9999 ZZ', city: 'Elders', country: 'NL' };
        return { [name]: (await sheets({ ...facts, recipient })).toString('base64') };
      }
    }
  }

  async function ship(request: Fields): Promise<unknown> {
    const kind = isHarmed() ? dice.pick(shipKinds) : undefined;
    if (kind) meet('ship', kind);
    if (kind === 'refused') throw new Refused('d_postal is not valid');
    if (kind === 'cut, not booked') return cut;
    const isBooked = kind !== 'word' || dice.chance(0.3);
    if (!lastQuote) throw new Refused('no quote');
    if (!isBooked) return { result: { order_no: dice.pick(words), label: '' }, errors: dice.chance(0.7) ? ['d_postal is not valid'] : [] };
    const booking = book(lastQuote, textOf(request['service_id']));
    const drawn = isHarmed(1.4) ? dice.pick(labelForms) : 'base64';
    const form = drawn === 'equal numbers' && booking.trackingNos.length === 1 ? 'hex' : drawn;
    if (!isCalm) meet('label', form);
    bookings.push({ ...booking, isLabelRight: form !== 'equal numbers' && form !== 'other order' });
    if (!isCalm && dice.chance(0.4)) late.add(booking.orderNo);
    if (kind === 'cut, booked') return cut;
    if (kind === 'word') return { result: { order_no: dice.pick(words), consignment_no: 'pending' }, errors: ['label is being made'] };
    const { orderNo, facts } = booking;
    const result = { order_no: orderNo, consignment_no: facts.consignmentNo, ...(await labelIn(form, facts)) };
    return kind === 'number and errors' ? { result, errors: ['no insurance for this country'] } : result;
  }

  function pickup(request: Fields): unknown {
    const kind = isHarmed() ? dice.pick(pickupKinds) : undefined;
    if (kind) meet('pickup', kind);
    if (kind === 'refused') throw new Refused('no driver on this day');
    if (kind === 'word')
      return { result: { collection_no: dice.pick(words), manifest: '' }, errors: dice.chance(0.7) ? ['no driver on this day'] : [] };
    const orderNos = Array.isArray(request['shipments']) ? request['shipments'].map(String) : [];
    const collectionNo = next('C');
    collections.push({ collectionNo, orderNos });
    return kind === 'cut, booked' ? cut : { collection_no: collectionNo, manifest: '' };
  }

  function track(request: Fields): unknown {
    const asked = Array.isArray(request['order_numbers']) ? request['order_numbers'].map(String) : [];
    const known = bookings.filter(({ orderNo }) => asked.includes(orderNo));
    const found = known.filter(({ orderNo }) => !late.has(orderNo));
    if (found.length < known.length) meet('track', 'late');
    for (const { orderNo } of known) if (dice.chance(0.15)) late.delete(orderNo);
    if (found.length === 0) {
      if (dice.chance(0.5)) return [];
      throw new Refused('order not found');
    }
    const isWord = isHarmed(0.5);
    if (isWord) meet('track', 'word for a number');
    const word = dice.pick(words);
    return found.map(({ orderNo, offer, trackingNos, facts }) => ({
      order_no: orderNo,
      status: 'Booked',
      consignment_no: isWord ? word : facts.consignmentNo,
      courier_keycode: offer.courierKey,
      courier_name: offer.name.split(' ')[0],
      service_keycode: offer.serviceKey,
      service_name: offer.name,
      items: trackingNos.map((number, at) => ({
        item_no: String(at + 1),
        status: 'Booked',
        tracking_no: isWord ? word : number,
        trackings: [],
      })),
    }));
  }

  async function labels(request: Fields): Promise<unknown> {
    const [asked] = Array.isArray(request['order_numbers']) ? request['order_numbers'].map(String) : [];
    const booking = bookings.find(({ orderNo }) => orderNo === asked);
    if (!booking || late.has(booking.orderNo)) throw new Refused('order not found');
    const form = !booking.isLabelRight
      ? 'other order'
      : isHarmed(0.6)
        ? dice.pick(labelForms.filter((each) => each !== 'equal numbers' && each !== 'other order') as [LabelForm])
        : 'base64';
    if (!isCalm) meet('label', form);
    return { order_numbers: [booking.orderNo], ...(await labelIn(form, booking.facts, 'labels')) };
  }

  const actions: Readonly<Record<string, (request: Fields) => unknown>> = { quote, ship, pickup, track, labels };

  async function answer(socket: Socket, text: string): Promise<void> {
    const request = asFields(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)));
    const action = textOf(request['action']);
    // Waiting takes most of a run, so few answers are slow.
    const way = isHarmed(0.5) ? (dice.chance(0.06) ? 'slow' : dice.pick(quickWays)) : undefined;
    if (way) meet(action, way);
    if (way === '429') return void socket.write(httpAnswer(429, 'Too many requests', { 'content-type': 'text/plain' }));
    if (way === '429 and a date') return void socket.write(httpAnswer(429, '{"result":null,"errors":[]}', { 'retry-after': '30' }));
    // Half of the slow requests are carried out, and answered after the caller has given up.
    if (way === 'slow' && dice.chance(0.5)) return;
    let body: unknown;
    try {
      const result = await actions[action]?.(request);
      if (way === 'slow') return;
      if (result === cut) return void socket.destroy();
      body = 'errors' in asFields(result) ? result : { result, errors: [] };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (way === 'slow') return;
      body = { result: [], errors: [error.message] };
    }
    if (way === '100 Continue') socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(httpAnswer(200, JSON.stringify(body)));
  }

  const server = await startRawServer((socket, request) => void answer(socket, request));
  return {
    url: `http://127.0.0.1:${server.port}`,
    bookings,
    collections,
    metBy(action) {
      const kinds = lately.get(action) ?? [];
      lately.delete(action);
      return kinds;
    },
    calm() {
      isCalm = true;
      late.clear();
    },
    labelFile: ({ facts }) => sheets(facts),
    stop: server.stop,
  };
}
