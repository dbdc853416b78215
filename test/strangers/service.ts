import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Dice } from '../crash/dice.ts';
import { drawLabels, type LabelFacts, type Party } from './labels.ts';
import { emptyLedger, type Fields, type LabelGiven, type Ledger, textIn } from './ledger.ts';
import { drawPaper } from './papers.ts';
import type { ServiceNature } from './service-nature.ts';

/** Faults of an answer. `done`: the request is carried out all the same. */
export const answerFaults = {
  'no answer, done': { done: true },
  'no answer, not done': { done: false },
  'reset, done': { done: true },
  'reset, not done': { done: false },
  'answer cut, done': { done: true },
  'gateway page, done': { done: true },
  'gateway page, not done': { done: false },
  refused: { done: false },
  'refused with two errors': { done: false },
  'key revoked with HTTP 200': { done: false },
  'key revoked with HTTP 401': { done: false },
  'offer expired': { done: false },
  'answer of 7 MB': { done: true },
  'slow answer': { done: true },
  busy: { done: false },
} as const satisfies Record<string, { readonly done: boolean }>;
export type AnswerFault = keyof typeof answerFaults;

/** Faults of the label in an answer. */
export const labelFaults = {
  'label of another order': 'wrong',
  'no label': 'none',
  'home address instead of the service point': 'home',
  'lone return label': 'return',
  'one label too few': 'too few',
  'one label too many': 'too many',
  'unreadable label': 'unreadable',
} as const satisfies Record<string, LabelGiven>;
export type LabelFault = keyof typeof labelFaults;

export type ServiceFault = AnswerFault | LabelFault;
export const isLabelFault = (fault: ServiceFault): fault is LabelFault => fault in labelFaults;

export interface StrangerService {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly nature: ServiceNature;
  readonly ledger: Ledger;
  /** The next request for this action gets the fault. */
  meet(action: string, fault: ServiceFault): void;
  /** Disarms all faults; answers that are held back are never given. */
  clear(): void;
  /** Revokes the key, or makes it valid again. */
  revoke(isRevoked: boolean): void;
  /** True while an answer to a request is held back. */
  isSilent(): boolean;
  /** Returns the next day on which a driver comes. */
  readonly collectionDate: () => string;
  stop(): Promise<void>;
}

interface Offer {
  readonly id: string;
  readonly courierKey: string;
  readonly courierName: string;
  readonly serviceKey: string;
  readonly serviceName: string;
  readonly minor: number;
  readonly co2: number | null;
  readonly insurance: number | null;
  readonly points: boolean;
  readonly dropOff: boolean;
}

const courierNames = [
  ['dhl', 'DHL'],
  ['gls', 'GLS'],
  ['ups', 'UPS'],
  ['dpd', 'DPD'],
  ['postnl', 'PostNL'],
  ['fedex', 'FedEx'],
] as const;

const mandatory = ['name', 'phone', 'street_1', 'street_no', 'city', 'country'];
const mandatoryOfItem = ['contents', 'value', 'weight', 'length', 'width', 'height'];

/**
 * Starts a service written only from its document, in one reading of it. It speaks plain HTTP on loopback, keeps books, and misbehaves on
 * request.
 */
export async function startService(options: {
  readonly dice: Dice;
  readonly nature: ServiceNature;
  readonly now: () => Date;
  /** Called for every fault that really occurred. */
  readonly met: (fault: string) => void;
}): Promise<StrangerService> {
  const { dice, nature, now, met } = options;
  const [key, secret] = [`key-${randomBytes(4).toString('hex')}`, randomBytes(8).toString('hex')];
  const ledger = emptyLedger();
  const armed: { readonly action: string; readonly fault: ServiceFault }[] = [];
  const held = new Set<ServerResponse>();
  let isRevoked = false;
  let number = 0;
  let lastShipment: Fields | undefined;
  let offers = new Map<string, { readonly offer: Offer; readonly shipment: Fields }>();
  const labelBytes = new Map<string, string>();
  const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const rates = drawRates(dice, nature);

  const newNumber = (kind: string): string => {
    number += 1;
    const tail = String(number).padStart(4, '0');
    if (nature.ids === 'long digits')
      return `${kind === 'T' ? '00340434' : kind === 'C' ? '7712' : '9007199254'}${1000 + dice.whole(9000)}${tail}`;
    return nature.ids === 'letters' ? `${kind}X${dice.whole(1e6).toString(36).toUpperCase()}${tail}` : `${kind}${10 + number}${tail}`;
  };

  function errorsOf(texts: readonly string[]): unknown {
    switch (nature.errorShape) {
      case 'texts':
        return texts;
      case 'records':
        return texts.map((message, at) => ({ code: 1000 + at, message }));
      case 'map':
        return Object.fromEntries(texts.map((text, at) => [at === 0 ? 'request' : `request_${at}`, text]));
      case 'nested':
        return [texts.map((text) => [text])];
      case 'one text':
        return texts.join('; ');
    }
  }
  const refused = (...texts: string[]): Refusal => new Refusal(texts);

  function quote(request: Fields): unknown {
    const { shipment } = request;
    if (!isFields(shipment)) throw refused('shipment: Mandatory');
    const missing = ['o_', 'd_'].flatMap((side) => mandatory.map((name) => side + name)).filter((name) => !textIn(shipment, name).trim());
    if (missing.length > 0) throw refused(...missing.map((name) => `${name}: Mandatory`));
    if (!['Parcel', 'Document', 'Pallet'].includes(textIn(shipment, 'type'))) throw refused('type: Mandatory');
    const { items } = shipment;
    if (!Array.isArray(items) || items.length === 0) throw refused('items: Mandatory');
    for (const item of items as Fields[])
      for (const name of mandatoryOfItem) if (!textIn(item, name).trim()) throw refused(`items.${name}: Mandatory`);
    ledger.quotes.push({ shipment, at: performance.now() });
    lastShipment = shipment;
    if (nature.tie === 'last quote of the key') offers = new Map();
    const services = rates.map((rate) => {
      const id = nature.serviceIds === 'kept' ? rate.id : String(100_000 + dice.whole(900_000));
      offers.set(id, { offer: { ...rate, id }, shipment });
      return {
        service_id: Number(id),
        courier_keycode: rate.courierKey,
        courier_name: rate.courierName,
        service_keycode: rate.serviceKey,
        service_name: rate.serviceName,
        etc: `${collectionDate()} before ${cutOff}`,
        eta: `${dayAfter(collectionDate(), 2)} before 18:00`,
        origin_service_points: flag(rate.dropOff),
        destination_service_points: flag(rate.points),
        co2: flag(rate.co2 !== null),
        co2_price: amount(rate.co2 ?? 0),
        insurance: flag(rate.insurance !== null),
        insurance_price: amount(rate.insurance ?? 0),
        sub_total: amount(Math.round(rate.minor / 1.21)),
        vat_total: amount(rate.minor - Math.round(rate.minor / 1.21)),
        total_price: amount(rate.minor),
        currency: nature.currency,
        ...(nature.extraElements && { surcharges: [{ name: 'Fuel', included: 1 }] }),
      };
    });
    return { services };
  }

  const flag = (isSet: boolean): unknown => (nature.numbers === 'number' ? (isSet ? 1 : 0) : isSet ? '1' : '0');
  const amount = (minor: number): unknown =>
    nature.numbers === 'number' ? minor / 100 : nature.numbers === 'text' ? (minor / 100).toFixed(2) : (minor / 100).toFixed(4);
  const cutOff = `${15 + dice.whole(4)}:${dice.pick(['00', '30'])}`;

  /** Returns the next day on which a driver comes: today, but never a Saturday or a Sunday. */
  function collectionDate(): string {
    let day = now().toISOString().slice(0, 10);
    while ([0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())) day = dayAfter(day, 1);
    return day;
  }

  async function ship(request: Fields, fault: ServiceFault | undefined): Promise<unknown> {
    const found = offers.get(textIn(request, 'service_id'));
    const shipment = nature.tie === 'last quote of the key' ? lastShipment : found?.shipment;
    if (!found || !shipment) throw refused('service_id: this offer does not exist or has expired');
    const { offer } = found;
    const pieces = (shipment['items'] as unknown[]).length;
    const orderNo = newNumber('O');
    const trackingNos = Array.from({ length: pieces }, () => newNumber('T'));
    const isReturn = textIn(shipment, 'return_service') === '1';
    const point = textIn(request, 'd_sp_keycode');
    const wanted: LabelGiven = fault !== undefined && isLabelFault(fault) ? labelFaults[fault] : 'right';
    const label = wanted === 'home' && point === '' ? 'right' : wanted;
    const returnTrackingNo = isReturn || label === 'return' ? newNumber('T') : undefined;
    const format =
      nature.labels === 'as asked' ? (request['label_format'] === 'ZPL' ? 'ZPL' : 'PDF') : nature.labels === 'always ZPL' ? 'ZPL' : 'PDF';
    const consignmentNo = dice.chance(0.5) && trackingNos[0] ? trackingNos[0] : newNumber('C');
    const facts = factsOf({ orderNo, consignmentNo, trackingNos, returnTrackingNo }, shipment, request, offer);
    const given = givenFacts(facts, label, newNumber);
    const remarks = nature.remarks === 'always' || (nature.remarks === 'abroad' && shipment['o_country'] !== shipment['d_country']);
    // Booked before its label is drawn, so that a person who looks into the account during a slow drawing finds it there.
    ledger.bookings.push({
      orderNo,
      consignmentNo,
      trackingNos,
      returnTrackingNo,
      labelNos:
        label === 'none' || label === 'unreadable'
          ? []
          : [...given.trackingNos, ...(given.returnTrackingNo ? [given.returnTrackingNo] : [])],
      shipment,
      courierKey: offer.courierKey,
      serviceKey: offer.serviceKey,
      price: (offer.minor / 100).toFixed(2),
      currency: nature.currency,
      extras: { co2: textIn(request, 'co2') === '1', insurance: textIn(request, 'insurance') === '1', point },
      label,
      hasRemarks: remarks,
      answer: isLost(fault) ? 'lost' : 'given',
      at: performance.now(),
    });
    const bytes =
      label === 'none' ? undefined : label === 'unreadable' ? Buffer.from('GIF89a not a label') : await drawLabels(dice, given, format);
    const encoded = bytes && wrapped(bytes, format === 'ZPL');
    labelBytes.set(orderNo, encoded ?? '');
    return {
      order_no: orderNo,
      consignment_no: consignmentNo,
      label: encoded ?? '',
      ...(remarks && { remarks: Buffer.from(await drawPaper('PDF', `Customs ${orderNo}`)).toString('base64') }),
      ...(nature.extraElements && { carbon: { grams: 812 } }),
    };
  }

  const wrapped = (bytes: Uint8Array, isText: boolean): string => {
    const base64 = Buffer.from(bytes).toString('base64');
    if (nature.wrapped === 'data url') return `data:${isText ? 'text/plain' : 'application/pdf'};base64,${base64}`;
    if (nature.wrapped === 'gzip') return gzipSync(bytes).toString('base64');
    // Raw bytes fit into JSON only if they are ASCII.
    return nature.wrapped === 'raw' && isText && bytes.every((byte) => byte < 128) ? Buffer.from(bytes).toString('latin1') : base64;
  };

  async function pickup(request: Fields, fault: ServiceFault | undefined): Promise<unknown> {
    const { shipments } = request;
    const [date, readyTime, closingTime] = [textIn(request, 'date'), textIn(request, 'r_time'), textIn(request, 'c_time')];
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw refused('date: Mandatory');
    if (!/^\d{2}:\d{2}$/.test(readyTime) || !/^\d{2}:\d{2}$/.test(closingTime)) throw refused('r_time, c_time: Mandatory');
    if (!Array.isArray(shipments) || shipments.length === 0) throw refused('shipments: Mandatory');
    const orderNos = shipments.map(String);
    const unknown = orderNos.filter((orderNo) => !ledger.bookings.some((booking) => booking.orderNo === orderNo));
    if (unknown.length > 0) throw refused(`shipments: ${unknown.join(', ')} not found`);
    const collectionNo = newNumber('P');
    ledger.pickups.push({
      collectionNo,
      date,
      readyTime,
      closingTime,
      instructions: textIn(request, 'instructions') || textIn(request, 'instuctions'),
      orderNos,
      manifest: nature.manifest,
      answer: isLost(fault) ? 'lost' : 'given',
    });
    if (nature.manifest === 'none') return { collection_no: collectionNo };
    met(`manifest as ${nature.manifest}`);
    const manifest = await drawPaper(nature.manifest, `Manifest ${collectionNo} ${orderNos.length} parcels`);
    return { collection_no: collectionNo, manifest: Buffer.from(manifest).toString('base64') };
  }

  function track(request: Fields): unknown {
    const asked = Array.isArray(request['order_numbers']) ? request['order_numbers'].map(String) : [];
    const records = ledger.bookings
      .filter(({ orderNo }) => asked.includes(orderNo))
      .map((booking) => ({
        order_no: booking.orderNo,
        status: nature.statuses === 'known' ? 'Booked' : 'Awaiting carrier scan',
        consignment_no: booking.consignmentNo,
        courier_keycode: booking.courierKey,
        courier_name: booking.courierKey.toUpperCase(),
        service_keycode: booking.serviceKey,
        service_name: booking.serviceKey,
        items: booking.trackingNos.map((trackingNo, at) => ({
          item_no: `${booking.orderNo}-${at + 1}`,
          status: nature.statuses === 'known' ? 'Booked' : 'LABEL_CREATED',
          tracking_no: trackingNo,
          courier_tracking_link: `https://track.example.com/${trackingNo}`,
          trackings: [
            {
              status: 'Booked',
              courier_status: 'Label created',
              location: 'Depot',
              date: `${now().toISOString().slice(0, 10)} 08:00:00`,
              signer: '',
            },
          ],
        })),
      }));
    if (records.length === 0) throw refused(`order_numbers: ${asked.join(', ')} not found`);
    if (nature.tracks === 'object' && records.length === 1) return records[0];
    return nature.tracks === 'map' ? Object.fromEntries(records.map((record) => [record.order_no, record])) : records;
  }

  function labels(request: Fields): unknown {
    const asked = Array.isArray(request['order_numbers']) ? request['order_numbers'].map(String) : [];
    const kept = asked.flatMap((orderNo) => labelBytes.get(orderNo) ?? []);
    if (kept.length === 0) throw refused(`order_numbers: ${asked.join(', ')} not found`);
    return { order_numbers: asked, labels: kept.join('') };
  }

  function servicePoints(request: Fields): unknown {
    if (request['type'] !== 'origin' && request['type'] !== 'destination') throw refused('type: Mandatory');
    const near = request['type'] === 'origin' ? 'o_' : 'd_';
    const at = lastShipment ?? {};
    return Array.from({ length: 3 }, (_, index) => ({
      keycode: `SP-${index + 1}`,
      name: ['Kiosk Lindenplatz', 'Paket-Shop 24', 'Librairie du Marche'][index],
      street_1: `Marktplatz ${index + 3}`,
      postal: textIn(at, `${near}postal`) || '1000',
      city: textIn(at, `${near}city`) || 'Town',
      country: textIn(at, `${near}country`) || 'DE',
      lat: '52.1',
      lng: '4.3',
      business_hours: {
        Monday: '09.00-18.00',
        Tuesday: '09.00-18.00',
        Wednesday: [],
        Thursday: '09.00-18.00',
        Friday: '09.00-18.00',
        Saturday: '10.00-14.00',
        Sunday: [],
      },
      distance: 0.4 + index,
    }));
  }

  function upload(request: Fields): unknown {
    const { documents } = request;
    const orderNo = textIn(request, 'order_no');
    if (!ledger.bookings.some((booking) => booking.orderNo === orderNo)) throw refused(`order_no: ${orderNo} not found`);
    if (!Array.isArray(documents) || documents.length === 0) throw refused('documents: Mandatory');
    for (const document of documents as Fields[])
      ledger.documents.push({
        orderNo,
        documentType: textIn(document, 'document_type'),
        name: textIn(document, 'name'),
        mediaType: textIn(document, 'type'),
        bytes: Buffer.from(textIn(document, 'content'), 'base64'),
      });
    return { success: '1' };
  }

  async function act(action: string, request: Fields, fault: ServiceFault | undefined): Promise<unknown> {
    checkSpelling(nature.environment, request, 'environment', 'environmet', true);
    if (action === 'pickup') checkSpelling(nature.instructions, request, 'instructions', 'instuctions', false);
    switch (action) {
      case 'quote':
        return quote(request);
      case 'ship':
        return ship(request, fault);
      case 'pickup':
        return pickup(request, fault);
      case 'track':
        return track(request);
      case 'labels':
        return labels(request);
      case 'service_points':
        return servicePoints(request);
      case 'upload_documents':
        return upload(request);
      default:
        throw refused(`action: ${action} is not known`);
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const request = parsed(body);
    const action = textIn(request ?? {}, 'action');
    const at = armed.findIndex((each) => each.action === action);
    const [{ fault } = { fault: undefined }] = at < 0 ? [] : armed.splice(at, 1);
    const log = { action, at: performance.now(), endedAt: null as number | null, fault: fault ?? '' };
    ledger.requests.push(log);
    const end = (): void => {
      log.endedAt = performance.now();
    };
    response.on('close', end);
    if (fault) met(`${action}: ${fault}`);

    const send = (status: number, text: string | Buffer): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    };
    const refuse = (texts: readonly string[], status: number = nature.errorStatus): void =>
      send(status, JSON.stringify({ result: [], errors: errorsOf(texts) }));
    const reset = (): void => {
      incoming.socket.resetAndDestroy();
    };

    if (incoming.method !== 'POST' || incoming.url !== '/api/json') return send(404, 'Not found');
    if (fault === 'key revoked with HTTP 200') return refuse(['Invalid API key'], 200);
    if (isRevoked || fault === 'key revoked with HTTP 401' || incoming.headers.authorization !== basic)
      return refuse(['Invalid API key or secret'], isRevoked && nature.errorStatus === 200 ? 200 : 401);
    if (!request || body.some((byte) => byte > 127)) return refuse(['The request is not JSON in ASCII']);
    if (nature.latencyMs > 0) await wait(nature.latencyMs);
    if (fault === 'busy') return send(503, '<html>busy</html>');
    if (fault === 'refused') return refuse([`${action}: the courier refuses this request`]);
    if (fault === 'refused with two errors') return refuse(['d_postal: not served', 'weight: too heavy for this service']);
    if (fault === 'offer expired') return refuse(['service_id: this offer has expired']);
    if (fault === 'no answer, not done') return void held.add(response);
    if (fault === 'reset, not done') return reset();
    if (fault === 'gateway page, not done') return send(502, '<html><body>Bad gateway</body></html>');
    try {
      const result = await act(action, request, fault);
      const text = JSON.stringify({ result, errors: [] });
      if (fault === 'no answer, done') return void held.add(response);
      if (fault === 'reset, done') return reset();
      if (fault === 'gateway page, done') return send(504, '<html><body>Gateway time-out</body></html>');
      if (fault === 'answer of 7 MB') return send(200, `{"result":"${'QUJD'.repeat(1_750_000)}","errors":"`);
      if (fault === 'slow answer') await wait(400);
      if (fault !== 'answer cut, done') return send(200, text);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, Math.max(12, Math.floor(text.length * 0.02))), () => setTimeout(reset, 10));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.texts);
    }
  }

  const broken: unknown[] = [];
  const server = createServer((incoming, response) => void answer(incoming, response).catch((error: unknown) => broken.push(error)));
  server.on('connection', (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    secret,
    nature,
    ledger,
    collectionDate,
    meet: (action, fault) => void armed.push({ action, fault }),
    clear() {
      armed.length = 0;
    },
    revoke(revoked) {
      isRevoked = revoked;
    },
    isSilent: () => held.size > 0 && [...held].some((response) => !response.destroyed && !response.socket?.destroyed),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (broken.length > 0) throw new Error(`The stranger's service broke: ${String((broken[0] as Error).stack)}`);
    },
  };
}

class Refusal extends Error {
  readonly texts: readonly string[];
  constructor(texts: readonly string[]) {
    super(texts.join('; '));
    this.texts = texts;
  }
}

function checkSpelling(spelling: 'both' | 'right' | 'wrong', request: Fields, right: string, wrong: string, isMandatory: boolean): void {
  if (spelling === 'both') return;
  const [read, foreign] = spelling === 'right' ? [right, wrong] : [wrong, right];
  if (foreign in request) throw new Refusal([`${foreign}: unknown element`]);
  if (isMandatory && !(read in request)) throw new Refusal([`${read}: Mandatory`]);
}

const lostAnswers: readonly string[] = ['no answer, done', 'reset, done', 'answer cut, done', 'gateway page, done', 'answer of 7 MB'];
const isLost = (fault: ServiceFault | undefined): boolean => fault !== undefined && lostAnswers.includes(fault);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function drawRates(dice: Dice, { couriers, serviceIds }: ServiceNature): Offer[] {
  return courierNames.slice(0, couriers).flatMap(([courierKey, courierName], at) =>
    Array.from({ length: 1 + dice.whole(2) }, (_, index) => ({
      id: serviceIds === 'kept' ? String(4000 + at * 10 + index) : '',
      courierKey,
      courierName,
      serviceKey: `${courierKey}-${index === 0 ? 'std' : 'exp'}`,
      serviceName: index === 0 ? 'Parcel Connect' : 'Express Worldwide 12:00',
      minor: 400 + dice.whole(2600),
      co2: dice.chance(0.85) ? 10 + dice.whole(40) : null,
      insurance: dice.chance(0.85) ? 100 + dice.whole(400) : null,
      points: index === 0 || dice.chance(0.5),
      dropOff: dice.chance(0.4),
    })),
  );
}

function partyOf(fields: Fields, side: 'o_' | 'd_'): Party {
  const at = (name: string): string => textIn(fields, side + name);
  return {
    name: at('name'),
    ...(at('company') && { company: at('company') }),
    street: `${at('street_1')} ${at('street_no')}`.trim(),
    ...(at('street_2') && { street2: at('street_2') }),
    postalCode: at('postal'),
    city: at('city'),
    country: at('country'),
  };
}

function factsOf(
  numbers: Pick<LabelFacts, 'orderNo' | 'consignmentNo' | 'trackingNos'> & { readonly returnTrackingNo: string | undefined },
  shipment: Fields,
  request: Fields,
  offer: Offer,
): LabelFacts {
  const point = request['d_sp_keycode'] ? request : undefined;
  const { returnTrackingNo, ...rest } = numbers;
  return {
    ...rest,
    ...(returnTrackingNo !== undefined && { returnTrackingNo }),
    sender: partyOf(shipment, 'o_'),
    recipient: partyOf(shipment, 'd_'),
    reference: textIn(shipment, 'reference'),
    serviceName: offer.serviceName,
    ...(point && {
      servicePoint: {
        name: textIn(point, 'd_sp_name'),
        street: textIn(point, 'd_sp_street_1'),
        postalCode: textIn(point, 'd_sp_postal'),
        city: textIn(point, 'd_sp_city'),
        country: textIn(point, 'd_sp_country'),
      },
    }),
  };
}

/** Returns the facts on the label that is given, right or wrong. */
function givenFacts(facts: LabelFacts, label: LabelGiven, newNumber: (kind: string) => string): LabelFacts {
  const { servicePoint: _, ...toTheDoor } = facts;
  switch (label) {
    case 'wrong':
      return {
        ...toTheDoor,
        orderNo: newNumber('O'),
        consignmentNo: newNumber('C'),
        trackingNos: facts.trackingNos.map(() => newNumber('T')),
        reference: 'W-77120',
        recipient: { name: 'Bartholomew Quigley', street: '9 Cooper Lane', postalCode: 'LS1 4AP', city: 'Leeds', country: 'GB' },
      };
    case 'home':
      return toTheDoor;
    case 'return':
      return { ...toTheDoor, trackingNos: [] };
    case 'too few':
      return { ...facts, trackingNos: facts.trackingNos.slice(1) };
    case 'too many':
      return { ...facts, trackingNos: [...facts.trackingNos, newNumber('T')] };
    case 'right':
    case 'none':
    case 'unreadable':
      return facts;
  }
}
