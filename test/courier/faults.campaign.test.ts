import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CourierOptions } from '../../electron/courier/courier.ts';
import { type Action, actions } from '../../electron/training/action.ts';
import { type FaultName, faults } from '../../electron/training/fault-by-name.ts';
import { type TrainingMode, usualMode } from '../../electron/training/mode.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { noExtras } from '../../shared/booking.ts';
import { anyShipment, createFaultDesk, type FaultDesk, impatientCourier, now } from './fault-desk.ts';

/** quote, ship, pickup, track, labels, service_points, upload_documents; a dash if the fault cannot occur there. */
type Row = readonly [string, string, string, string, string, string, string];

/** Builds a row in which the four reads fail alike and the three acts end alike. */
const rowOf = (reads: string, acts: string): Row => [reads, acts, acts, reads, reads, reads, acts];
const fine: Row = ['services', 'booked ZPL', 'booked PDF', 'tracked', 'ZPL', 'points', 'accepted'];
const neverLeft = rowOf('service-unreachable', 'not-sent');
const noAnswer = rowOf('service-unreachable', 'silent');
const inVain = rowOf('service-slow', 'silent');
const tooSlow = rowOf('service-slow', 'unknown');
const askedTooOften = rowOf('service-busy', 'unknown');
const gateway = rowOf('service-unreachable', 'unknown');
const gibberish = rowOf('service-answer-unreadable', 'unknown');
const refused = rowOf('service-refused', 'rejected');
const busy = rowOf('service-busy', 'rejected');
const loggedOut = rowOf('credentials-rejected', 'rejected');
const emptyAnswer: Row = ['nothing', 'unknown', 'unknown', 'nothing', 'service-answer-unreadable', 'nothing', 'unknown'];
const withoutPaper: Row = ['-', 'booked no paper', 'booked no paper', '-', 'service-answer-unreadable', '-', '-'];
const onlyLabels = (ship: string, labels: string): Row => ['-', ship, '-', '-', labels, '-', '-'];

const expected: Readonly<Record<string, Row>> = {
  refuse: neverLeft,
  'reset-on-accept': neverLeft,
  'tls-cut': neverLeft,
  'reset-before-reading': noAnswer,
  'reset-while-reading': noAnswer,
  'reset-before': noAnswer,
  'execute-then-reset': noAnswer,
  silence: inVain,
  'execute-then-silence': inVain,
  'slow-drip': tooSlow,
  truncated: gibberish,
  'length-too-long': fine,
  'length-too-short': gibberish,
  // The first forty bytes of an answer to an upload are the whole answer.
  'chunk-error': [...gibberish.slice(0, 6), 'accepted'] as unknown as Row,
  unauthorised: loggedOut,
  'html-504': gateway,
  'execute-then-html-504': gateway,
  'redirect-301': gibberish,
  'redirect-302': gibberish,
  'redirect-307': gibberish,
  'redirect-308': gibberish,
  'status-401': rowOf('credentials-rejected', 'unknown'),
  'status-403': rowOf('credentials-rejected', 'unknown'),
  'status-404': gibberish,
  'status-408': gateway,
  'status-413': gibberish,
  'status-429': askedTooOften,
  'status-500': askedTooOften,
  'status-502': gateway,
  'status-503': askedTooOften,
  'status-504': gateway,
  'status-401-envelope': loggedOut,
  'status-403-envelope': loggedOut,
  'status-404-envelope': refused,
  'status-408-envelope': busy,
  'status-413-envelope': refused,
  'status-429-envelope': busy,
  'status-500-envelope': refused,
  'status-502-envelope': refused,
  'status-503-envelope': busy,
  'status-504-envelope': busy,
  'execute-then-status-408': gateway,
  'execute-then-status-500': askedTooOften,
  'execute-then-status-502': gateway,
  'execute-then-status-503': askedTooOften,
  'execute-then-status-504': gateway,
  gzip: fine,
  'gzip-bomb': gibberish,
  'body-100mb': gibberish,
  'information-flood': fine,
  html: gibberish,
  'not-json': gibberish,
  'empty-body': gibberish,
  bom: fine,
  'utf-16': fine,
  nan: gibberish,
  'duplicate-keys': fine,
  'long-ids': ['services as 20 digits', 'booked as 20 digits ZPL', 'booked as 20 digits PDF', 'service-answer-unreadable', '-', '-', '-'],
  'refuse-errors': refused,
  'errors-text': refused,
  'errors-objects': refused,
  'errors-nested': refused,
  'errors-map': refused,
  'done-with-errors': ['services warned', 'booked ZPL warned', 'booked PDF warned', 'tracked', 'ZPL', 'points', 'unknown'],
  'empty-result': emptyAnswer,
  'result-null': emptyAnswer,
  'result-missing': gibberish,
  'result-list': ['services', 'booked ZPL', 'booked PDF', '-', 'ZPL', '-', 'accepted'],
  'result-object': ['-', '-', '-', 'tracked', '-', 'first point', '-'],
  'order-no-missing': ['-', 'unknown', 'unknown', 'tracked', '-', '-', '-'],
  'order-no-number': ['-', 'booked as another ZPL', 'booked as another PDF', 'service-answer-unreadable', '-', '-', '-'],
  'order-no-array': ['-', 'booked ZPL', 'booked PDF', 'tracked', '-', '-', '-'],
  'order-no-twice': ['-', 'unknown', '-', '-', '-', '-', '-'],
  'order-no-deeper': ['-', 'unknown', 'unknown', '-', '-', '-', '-'],
  // The label is compared with the order before it prints; a tracked order that was not requested is rejected.
  'other-order': ['-', 'booked as another ZPL of another', '-', 'service-answer-unreadable', 'label-of-another-order', '-', '-'],
  'previous-answer': ['services', 'booked as another ZPL', 'booked as another PDF', 'tracked', 'ZPL', 'points', 'accepted'],
  'service-id-expired': ['-', 'rejected', '-', '-', '-', 'offer-expired', '-'],
  'service-id-used': ['-', 'rejected', '-', '-', '-', '-', '-'],
  'wrong-order-label': onlyLabels('booked ZPL of another', 'ZPL of another'),
  'garbled-label': ['-', 'booked no paper', 'booked TEXT', '-', 'service-answer-unreadable', '-', '-'],
  'label-empty': withoutPaper,
  'label-pdf': onlyLabels('booked PDF', 'PDF'),
  'label-raw-zpl': onlyLabels('booked ZPL', 'ZPL'),
  'label-data-url': ['-', 'booked ZPL', 'booked PDF', '-', 'ZPL', '-', '-'],
  'label-gzip': ['-', 'booked ZPL', 'booked PDF', '-', 'ZPL', '-', '-'],
};

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const usualCertificates = getCACertificates('default');
const options = { key: 'key', secret: 'secret', clock: () => now };
const services: TrainingService[] = [];
const desks: Record<'plain' | 'tls', FaultDesk | undefined> = { plain: undefined, tls: undefined };

beforeAll(async () => {
  const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };
  setDefaultCACertificates([...usualCertificates, tls.cert]);
  for (const [name, service] of [
    ['plain', await startTrainingService(options)],
    ['tls', await startTrainingService({ ...options, tls })],
  ] as const) {
    services.push(service);
    desks[name] = await createFaultDesk(impatientCourier(service), service);
  }
});
afterAll(async () => {
  setDefaultCACertificates(usualCertificates);
  await Promise.all(services.map((service) => service.stop()));
});

const acts: readonly Action[] = ['ship', 'pickup', 'upload_documents'];

/** Requests of this action that reached the service, and the number of permanent executions. */
function countOf(service: TrainingService, action: Action): { readonly reached: number; readonly executed: number } {
  const ofIntents = service.requestsPerIntent().filter((intent) => intent.action === action);
  return {
    reached: service.requests().filter((request) => request.action === action).length + service.unread(),
    executed: ofIntents.reduce((sum, intent) => sum + intent.executed, 0),
  };
}

/** Faults that strike before the service receives anything. */
const unheard: ReadonlySet<string> = new Set(['refuse', 'reset-on-accept', 'tls-cut']);
/** Transient faults: a read is sent four times in all, an act only once. */
const askedAgain: ReadonlySet<string> = new Set([
  'reset-before-reading',
  'reset-while-reading',
  'reset-before',
  'execute-then-reset',
  'html-504',
  'execute-then-html-504',
  // 429 and 503 ask for a pause of two seconds, which is more than this client allows.
  ...['408', '502', '504'].flatMap((status) => [`status-${status}`, `status-${status}-envelope`]),
  ...['408', '502', '504'].map((status) => `execute-then-status-${status}`),
]);

test('the bytes of every unreadable answer to a read are handed over under the ref of its failure', async () => {
  const [service] = services;
  if (!service) throw new Error('No service');
  const handed: [string, string, number, string][] = [];
  const unread: CourierOptions['unread'] = (action, ref, { status, body }) =>
    handed.push([action, ref, status, Buffer.from(body).toString('latin1').slice(0, 15)]);
  const courier = impatientCourier(service, { unread });
  const quote = await courier.quote(anyShipment);
  const [offer] = quote.ok ? quote.value.services : [];
  const sent = offer && (await courier.sendOnce(courier.shipRequest(offer, noExtras, 'ZPL')));
  const booked = sent?.is === 'answered' ? courier.readShip(sent.answer) : undefined;
  const orderNo = booked?.is === 'booked' ? booked.orderNo : '';
  expect(handed).toEqual([]);
  const reads: readonly (readonly [Action, FaultName, () => Promise<unknown>])[] = [
    ['quote', 'not-json', () => courier.quote(anyShipment)],
    ['quote', 'refuse-errors', () => courier.quote(anyShipment)],
    ['quote', 'status-500', () => courier.quote(anyShipment)],
    ['service_points', 'truncated', () => courier.servicePoints({ type: 'origin', orderNo })],
    ['track', 'other-order', () => courier.track([orderNo])],
    ['labels', 'other-order', () => courier.labels(orderNo)],
    ['labels', 'garbled-label', () => courier.labels(orderNo)],
  ];
  for (const [action, fault, read] of reads) {
    service.faults.next(action, fault);
    expect(await read()).toMatchObject({ ok: false, failure: { ref: 'R1' } });
  }
  expect(handed).toEqual([
    ['quote', 'R1', 200, 'Notice: undefin'],
    ['quote', 'R1', 500, 'Internal error'],
    ['service_points', 'R1', 200, '{"result":[{"ke'],
    ['track', 'R1', 200, '{"result":[{"or'],
    ['labels', 'R1', 200, '{"result":{"ord'],
    ['labels', 'R1', 200, '{"result":{"ord'],
  ]);
});

test('the table has a row for every fault of the service', () => {
  expect(Object.keys(expected).sort()).toEqual(faults.map((fault) => fault.name).sort());
});

test.each(faults.map((fault) => [fault.name, fault] as const))(
  'every operation that meets "%s" ends as the table states and sends a purchase at most once',
  async (name, fault) => {
    const service = services[fault.needsTls ? 1 : 0];
    const desk = desks[fault.needsTls ? 'tls' : 'plain'];
    if (!service || !desk) throw new Error('No service');
    const outcomes: string[] = [];
    for (const action of actions) {
      if (!fault.appliesTo.includes(action)) {
        outcomes.push('-');
        continue;
      }
      let before = countOf(service, action);
      // A read that is retried meets the fault again.
      const outcome = await desk.does(action, () => {
        before = countOf(service, action);
        service.faults.next(action, name as FaultName, acts.includes(action) ? 1 : 20);
      });
      const after = countOf(service, action);
      await service.faults.clear();
      outcomes.push(outcome);
      const asked = unheard.has(name) ? 0 : acts.includes(action) || !askedAgain.has(name) ? 1 : 4;
      expect([action, after.reached - before.reached]).toEqual([action, asked]);
      expect([action, after.executed - before.executed]).toEqual([action, acts.includes(action) && fault.executes ? 1 : 0]);
    }
    expect(outcomes).toEqual(expected[name]);
  },
);

/** Every other way in which the service may behave, within what its document leaves open. */
const modes: readonly Partial<TrainingMode>[] = [
  { serviceIds: 'fixed' },
  { usedServiceId: 'is-refused' },
  { trackAnswer: 'lone-object' },
  { trackAnswer: 'map' },
  { spelling: 'of-the-tables' },
  { spelling: 'of-the-samples' },
  { enumCase: 'as-documented' },
  { shipItems: true },
  { labelDpi: 300 },
];

test.each(modes)('all seven operations end well if the service decides for %o', async (mode) => {
  const [service] = services;
  const desk = desks.plain;
  if (!service || !desk) throw new Error('No service');
  service.setMode({ ...usualMode, ...mode });
  const outcomes: string[] = [];
  for (const action of actions) {
    let before = countOf(service, action);
    const prepared = (): void => {
      before = countOf(service, action);
    };
    outcomes.push(await desk.does(action, prepared));
    const after = countOf(service, action);
    expect([action, after.reached - before.reached, after.executed - before.executed]).toEqual([action, 1, acts.includes(action) ? 1 : 0]);
  }
  service.setMode(usualMode);
  expect(outcomes).toEqual(fine);
});

test('the service counts no service id and no parcel requested twice in any of these cells', () => {
  const intents = services.slice(0, 2).flatMap((service) => service.requestsPerIntent());
  const counted = intents.filter(({ action }) => action !== 'upload_documents');
  expect(counted.length).toBeGreaterThan(100);
  expect(counted.filter(({ requests, executed }) => requests !== 1 || executed > 1)).toEqual([]);
});

test.each([
  ['books-again', ['booked', 'booked'], 2],
  ['is-refused', ['booked', 'rejected'], 1],
] as const)('shipping a service id twice, when a used one %s, is read as %o', async (usedServiceId, meanings, executed) => {
  const service = await startTrainingService({ ...options, mode: { usedServiceId } });
  services.push(service);
  const courier = impatientCourier(service);
  const quote = await courier.quote(anyShipment);
  const [offer] = quote.ok ? quote.value.services : [];
  if (!offer) throw new Error(JSON.stringify(quote));
  const request = courier.shipRequest(offer, noExtras, 'ZPL');
  const sent = [await courier.sendOnce(request), await courier.sendOnce(request)];
  expect(sent.map((each) => each.is === 'answered' && courier.readShip(each.answer).is)).toEqual(meanings);
  // Only because this test sent two requests: the simulator counts both against one intent.
  expect(service.requestsPerIntent()).toMatchObject([{ action: 'ship', requests: 2, executed }]);
});
