import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Courier, RawAnswer } from '../../electron/bench/ports/courier.ts';
import { readEnvelope } from '../../electron/courier/envelope.ts';
import { readLabels } from '../../electron/courier/labels.ts';
import { readPickup } from '../../electron/courier/pickup.ts';
import { readOffers } from '../../electron/courier/quote.ts';
import { readServicePoints } from '../../electron/courier/service-points.ts';
import { readShip } from '../../electron/courier/ship.ts';
import { readTracked } from '../../electron/courier/track.ts';
import { readUpload } from '../../electron/courier/upload-documents.ts';
import type { WireValue } from '../../electron/courier/wire-value.ts';
import { type Action, actions } from '../../electron/training/action.ts';
import { noExtras } from '../../shared/booking.ts';
import { serviceSchema } from '../../shared/quote.ts';
import { servicePointSchema } from '../../shared/service-point.ts';
import { trackedOrderSchema } from '../../shared/tracking.ts';
import { httpAnswer, startRawServer } from '../fakes/raw-server.ts';
import { anyService } from '../fakes/service.ts';
import { anyShipment } from './fault-desk.ts';
import { plainCourier } from './plain-courier.ts';

export interface FuzzReport {
  readonly operations: number;
  readonly runs: number;
  readonly uncaught: number;
  readonly hangs: number;
  readonly rssMegabytes: number;
  /** The first answers that made a reader throw or take too long, so that they can be tried again. */
  readonly examples: readonly string[];
}

const zpl = Buffer.from('^XA^FO50,50^FDAnna Lehmann^FS^XZ').toString('base64');
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF').toString('base64');
const service =
  '{"service_id":4711,"courier_keycode":"hare","courier_name":"Hare","service_keycode":"next","service_name":"Next day","etc":"2026-11-24 before 17:00","eta":"2026-11-25 before 18:00","origin_service_points":1,"destination_service_points":0,"co2":1,"co2_price":0.25,"insurance":1,"insurance_price":1.5,"sub_total":8.45,"vat_total":1.77,"total_price":10.22,"currency":"EUR"}';
const event = '{"status":"Booked","courier_status":"Label printed","location":"Den Bosch","date":"2026-11-23 10:00:00","signer":""}';

/** A correct answer to each operation, from which the mutations start. */
const answers: Readonly<Record<Action, string>> = {
  quote: `{"result":{"services":[${service},${service.replace('4711', '"4712"')}]},"errors":[]}`,
  ship: `{"result":{"order_no":"CSP-26-000017","consignment_no":"1Z9","label":"${zpl}","remarks":"${pdf}","items":[{"item_no":"CSP-26-000017-1","tracking_no":"JD01"}]},"errors":[]}`,
  pickup: `{"result":{"collection_no":"C-17","manifest":"${pdf}"},"errors":[]}`,
  track: `{"result":[{"order_no":"CSP-26-000017","status":"Booked","consignment_no":"1Z9","courier_name":"Hare","service_name":"Next day","items":[{"item_no":"CSP-26-000017-1","status":"Booked","tracking_no":"JD01","courier_tracking_link":"https://hare.example/t/JD01","trackings":[${event},${event}]}]}],"errors":[]}`,
  labels: `{"result":{"order_numbers":["CSP-26-000017"],"labels":"${zpl}"},"errors":[]}`,
  service_points: `{"result":[{"keycode":"SP1","name":"Kiosk","street_1":"Kade 1","postal":"5222","city":"Den Bosch","country":"NL","lat":"51.7","lng":"5.3","business_hours":{"Monday":"09.00-18.00","Sunday":[]},"distance":0.4}],"errors":[]}`,
  upload_documents: '{"result":{"success":"1"},"errors":[]}',
};

const pieces: readonly string[] = [
  ...'null|true|false|0|-1|1e999|NaN|[]|{}|""|"__proto__"|{"__proto__":{"polluted":1}}|{"constructor":1}|12345678901234567890'.split('|'),
  ...'"errors":["No"],|"result":null,|"result":[|"order_no":"77",|"order_no":[1,2],|\\u0000|\\ud800|\uFEFF|"||,|}|]|{|['.split('|'),
  '['.repeat(3000),
  '{"a":'.repeat(200),
  `"${'A'.repeat(5000)}"`,
  `"${'='.repeat(300)}"`,
  `"data:application/pdf;base64,${pdf}"`,
  `"${gzipSync('^XA^XZ').toString('base64')}"`,
  '9'.repeat(400),
];

/** Returns a pseudo-random generator that gives the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Damages a correct answer in one to four places: bytes, values, names, whole stretches. */
function mutated(text: string, random: () => number): Buffer {
  const at = (length: number): number => Math.floor(random() * length);
  let bytes = Buffer.from(text);
  for (let rounds = 1 + at(4); rounds > 0; rounds -= 1) {
    const from = at(bytes.length + 1);
    const piece = Buffer.from(pieces[at(pieces.length)] ?? '');
    switch (at(7)) {
      case 0:
        if (bytes.length > 0) bytes[Math.min(from, bytes.length - 1)] = at(256);
        break;
      case 1:
        bytes = bytes.subarray(0, from);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from)]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + at(40))]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(at(bytes.length + 1))]);
        break;
      // A value is replaced by another: the answer stays JSON, but its shape changes.
      default: {
        const values = [...bytes.toString('latin1').matchAll(/:("[^"]*"|[-\d.]+|\[\]|\{\})/g)];
        const value = values[at(values.length)];
        if (!value) break;
        const start = value.index + 1;
        bytes = Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start + (value[1]?.length ?? 0))]);
      }
    }
    if (bytes.length > 60_000) bytes = bytes.subarray(0, 60_000);
  }
  return bytes;
}

const megabyte = 1 << 20;
const papers = ['ship', 'pickup', 'labels'];
/** Maximum bytes that the client reads of an answer. */
const capOf = (action: Action): number => (papers.includes(action) ? 25 : 5) * megabyte;

/** The head, the filling and the tail of an answer, and its maximum bytes if it does not fill the client's limit. */
type Large = readonly [head: string, filling: string, tail: string, bytes?: number];

/** Answers as large as the client accepts: one endless item, or one item repeated. */
const larges: readonly Large[] = [
  ['{"result":[', '0,', '0],"errors":[]}'],
  ['{"result":[', '{"a":1},', '0],"errors":[]}'],
  ['{"result":{', '"order_no":"7",', '"a":0},"errors":["w"]}'],
  ['{"result":{"order_no":[', '1,', '1]},"errors":["w"]}'],
  ['{', '"a":[],', '"result":{},"errors":[]}'],
  ['', '[', ''],
  ['', '{"a":', ''],
  ['{"result":{},"errors":[]', ' ', '}'],
  ['{"result":"', '\\"', '","errors":[]}'],
  ['{"result":"', '\\', '","errors":[]}'],
  ['{"result":{},"errors":{"', 'n', `":[${'"e",'.repeat(60_000)}"f"]}}`],
  ['{"result":{},"errors":[', '"No such service","Nor this one",', '"w"]}', 2 * megabyte],
  ['{"result":{"order_no":"1","label":"', 'A', '","errors":[]},"errors":[]}'],
  ['{"result":{"order_no":"1","label":"', 'A ', '!"},"errors":[]}'],
  [`{"result":{"collection_no":"1","order_no":"1","label":"","manifest":"${zpl.slice(0, -4)}`, 'ICAg', '"},"errors":[]}'],
  ['{"result":{"labels":"data:', ';a', '"},"errors":[]}'],
  ['{"result":{"labels":"^XA', '^FDx^FS', '^XZ"},"errors":[]}'],
  ['{"result":{"labels":[', '["QUFB"],', '""]},"errors":[]}', 400_000],
  ['{"result":[', '{"order_no":"7","service_id":"7","items":[[]]},', '0],"errors":[]}', 2 * megabyte],
];
const room = Buffer.alloc(25 * megabyte);

/** Writes the answer into `room`, which the next one overwrites. */
function largeAnswer([head, filling, tail, bytes = room.length]: Large, cap: number): Buffer {
  const most = Math.min(bytes, cap - head.length - tail.length);
  const end = head.length + most - (most % filling.length);
  room.write(head, 'latin1');
  room.fill(filling, head.length, end, 'latin1');
  room.write(tail, end, 'latin1');
  return room.subarray(0, end + tail.length);
}

/** One run in this many is a large one. In time all of them occur. */
const runsPerLarge = 5000;

/** Reads an answer as the client does and checks that the result has our own shape. Throws if it does not. */
function readAs(action: Action, answer: RawAnswer, thoroughly: boolean): void {
  const envelope = (): WireValue => readEnvelope(answer.body)?.result ?? null;
  const each = (list: readonly unknown[], schema: { parse(value: unknown): unknown }): void => {
    if (thoroughly) for (const entry of list) schema.parse(entry);
  };
  switch (action) {
    case 'quote':
      return each(readOffers(envelope()).services, serviceSchema);
    case 'track':
      return each(readTracked(envelope()), trackedOrderSchema);
    case 'service_points':
      return each(readServicePoints(envelope()), servicePointSchema);
    case 'labels':
      return void readLabels(envelope(), '17');
    case 'ship': {
      const meaning = readShip(answer);
      if (meaning.is === 'booked' && meaning.orderNo === '') throw new Error('Booked without an order number');
      return;
    }
    case 'pickup':
      return void readPickup(answer);
    case 'upload_documents':
      return void readUpload(answer);
  }
}

const slowMs = 1000;
/** One run in this many goes through the whole client, over a socket; the others start after the bytes were read. */
const runsPerSocket = 200;

/** Sends mutated answers to all seven operations, `runs` at each. The same seed gives the same answers. */
export async function fuzz(runs: number, seed: number): Promise<FuzzReport> {
  const random = randomFrom(seed);
  const examples: string[] = [];
  let uncaught = 0;
  let hangs = 0;
  let rssMegabytes = 0;
  let raw: Buffer = Buffer.alloc(0);
  const server = await startRawServer((socket) => socket.end(raw));
  const courier = plainCourier(`http://127.0.0.1:${server.port}`, {
    timing: { connectMs: 300, onceHeadersMs: 300, onceTotalMs: 600, readHeadersMs: 300, readBudgetMs: 600 },
  });
  const judge = (action: Action, body: Buffer, startedMs: number, error: unknown): void => {
    const slow = performance.now() - startedMs > slowMs;
    if (error !== undefined) uncaught += 1;
    if (slow) hangs += 1;
    if ((error !== undefined || slow) && examples.length < 20)
      examples.push(
        `${action}: ${error instanceof Error ? error.message : 'slow'}: ${JSON.stringify(body.toString('latin1').slice(0, 300))}`,
      );
  };
  let largeRuns = 0;
  for (const action of actions) {
    for (let run = 0; run < runs; run += 1) {
      const large = run % runsPerLarge === runsPerLarge / 10 ? larges[largeRuns++ % larges.length] : undefined;
      // Over a network, answers arrive one by one; this pause lets the garbage of the earlier ones be collected.
      if (large) await setTimeout(20);
      const body = large ? largeAnswer(large, capOf(action)) : mutated(answers[action], random);
      const started = performance.now();
      let thrown: unknown;
      try {
        if (run % runsPerSocket === 0) {
          raw = hurtHttp(body, random);
          await throughSocket(courier, action);
        } else readAs(action, { status: random() < 0.8 ? 200 : 500, contentType: 'application/json', body }, run % 20 === 1);
      } catch (error) {
        thrown = error ?? new Error('thrown nothing');
      }
      judge(action, body, started, thrown);
      if (large || run % 500 === 0) rssMegabytes = Math.max(rssMegabytes, Math.ceil(process.memoryUsage().rss / 1_048_576));
    }
  }
  await server.stop();
  if (Object.hasOwn(Object.prototype, 'polluted')) uncaught += 1;
  return { operations: actions.length, runs, uncaught, hangs, rssMegabytes, examples };
}

/** Damages some answers as HTTP too: wrong length, cut, an invalid head. */
function hurtHttp(body: Buffer, random: () => number): Buffer {
  const statuses = [200, 200, 200, 204, 301, 401, 404, 429, 500, 503];
  const headers: Readonly<Record<string, string>>[] = [
    {},
    { 'content-length': '7' },
    { 'content-length': String(body.length + 9) },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'retry-after': '999999' },
    { 'transfer-encoding': 'chunked' },
  ];
  const status = statuses[Math.floor(random() * statuses.length)] ?? 200;
  const whole = httpAnswer(status, body, headers[Math.floor(random() * headers.length)] ?? {});
  return random() < 0.2 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole;
}

async function throughSocket(courier: Courier, action: Action): Promise<void> {
  const once = async (request: ReturnType<Courier['shipRequest']>): Promise<void> => {
    const sent = await courier.sendOnce(request);
    if (sent.is === 'answered') readAs(action, sent.answer, true);
  };
  switch (action) {
    case 'quote':
      return void (await courier.quote(anyShipment));
    case 'track':
      return void (await courier.track(['CSP-26-000017']));
    case 'labels':
      return void (await courier.labels('CSP-26-000017'));
    case 'service_points':
      return void (await courier.servicePoints({ type: 'destination', serviceId: '4711' }));
    case 'ship':
      return await once(courier.shipRequest(anyService, noExtras, 'ZPL'));
    case 'pickup':
      return await once(
        courier.pickupRequest({ orderNos: ['1'], date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: '' }),
      );
    case 'upload_documents':
      return await once(
        courier.uploadRequest({
          orderNo: '1',
          documentType: 'Customs Invoice',
          name: 'i.pdf',
          mediaType: 'application/pdf',
          bytes: new Uint8Array([1, 2]),
        }),
      );
  }
}
