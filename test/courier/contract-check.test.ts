import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawAnswer } from '../../electron/bench/ports/courier.ts';
import { driftOf, readCapabilities, shapeOf } from '../../electron/courier/capabilities.ts';
import { checkContract } from '../../electron/courier/contract-check.ts';
import { readJson } from '../../electron/courier/json.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { noExtras } from '../../shared/booking.ts';
import type { Capabilities, ContractStep } from '../../shared/contract.ts';
import { anyService } from '../fakes/service.ts';
import { words } from '../words.ts';
import { anyShipment, now } from './fault-desk.ts';
import { pauseless, plainCourier } from './plain-courier.ts';

let service: TrainingService;
beforeAll(async () => {
  service = await startTrainingService({ key: 'key', secret: 'secret', clock: () => now });
});
afterAll(async () => await service.stop());

async function send(body: Uint8Array, to: TrainingService): Promise<RawAnswer> {
  const answer = await request(`${to.url}/api/json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`, 'content-type': 'application/json' },
    body,
  });
  return { status: answer.statusCode, contentType: '', body: new Uint8Array(await answer.body.arrayBuffer()) };
}

const begun: ContractStep[] = [];
const parts = (at: TrainingService, book: boolean): Parameters<typeof checkContract>[0] => ({
  send: async (body) => await send(body, at),
  baseUrl: at.url,
  account: '',
  now: () => now,
  shipment: anyShipment,
  book,
  report: () => undefined,
  begin: (step) => begun.push(step),
});
const check = async (book: boolean, at = service): Promise<Capabilities> => await checkContract(parts(at, book));

test('learns the contract from a sandbox without booking anything', async () => {
  const learned = await check(false);
  expect(learned).toMatchObject({
    checkedAt: now.toISOString(),
    environment: 'both',
    instructions: 'both',
    serviceIdSurvivesQuote: true,
    anyCaseOfEnums: true,
    secondShipRefused: null,
    results: { quote: 'record', service_points: 'list' },
    errors: 'list',
    errorStatus: 200,
  });
  expect(service.orders()).toEqual([]);
  expect(service.pickups()).toEqual([]);
  expect(begun).toEqual(['environment', 'quote', 'enums', 'service-id', 'instructions']);
  expect(readCapabilities(JSON.stringify(learned))).toEqual(learned);
});

test.each([
  [{ spelling: 'of-the-tables' }, { environment: 'environment', instructions: 'instructions' }],
  [{ spelling: 'of-the-samples' }, { environment: 'environmet', instructions: 'instuctions' }],
  [{ enumCase: 'as-documented' }, { anyCaseOfEnums: false }],
] as const)('detects a service of the kind %j as %j', async (mode, learned) => {
  const other = await startTrainingService({ key: 'key', secret: 'secret', clock: () => now, mode });
  expect(await check(false, other)).toMatchObject(learned);
  await other.stop();
});

test('detects that an offer ends with the next quote, even if enum values must be spelt as documented', async () => {
  const other = await startTrainingService({ key: 'key', secret: 'secret', clock: () => now, mode: { enumCase: 'as-documented' } });
  let quotes = 0;
  const learned = await checkContract({
    ...parts(other, false),
    send: async (body) => {
      const answer = await send(body, other);
      const { action } = JSON.parse(Buffer.from(body).toString()) as { action: string };
      const { errors } = JSON.parse(Buffer.from(answer.body).toString()) as { errors: string[] };
      if (action === 'quote' && errors.length === 0) quotes += 1;
      const isEnded = action === 'service_points' && quotes > 1;
      return isEnded ? { ...answer, body: new TextEncoder().encode('{"result":[],"errors":["service_id expired"]}') } : answer;
    },
  });
  expect(learned.serviceIdSurvivesQuote).toBe(false);
  await other.stop();
});

test('detects that a used offer is refused, and how one order is tracked', async () => {
  const other = await startTrainingService({
    key: 'key',
    secret: 'secret',
    clock: () => now,
    mode: { usedServiceId: 'is-refused', trackAnswer: 'map' },
  });
  expect(await check(true, other)).toMatchObject({ secondShipRefused: true, results: { track: 'map' } });
  expect(other.orders()).toHaveLength(1);
  await other.stop();
});

test('books twice in the sandbox if asked to, and requests no pickup for it', async () => {
  const learned = await check(true);
  expect(learned).toMatchObject({ secondShipRefused: false, results: { ship: 'record', track: 'list', labels: 'record' } });
  expect(service.orders()).toHaveLength(2);
  expect(service.orders('production')).toEqual([]);
  expect(service.pickups()).toEqual([]);
});

test('the client sends only the spelling that was found to be read, and logs an answer of another form', async () => {
  const logged: string[] = [];
  const capabilities = {
    ...(await check(false)),
    environment: 'environmet',
    instructions: 'instructions',
    results: { track: 'map' },
  } as const;
  const courier = plainCourier(service.url, {
    credentials: () => ({ key: 'key', secret: 'secret' }),
    log: (event, fields) => logged.push(`${event} ${fields?.state ?? ''}`),
    clock: pauseless(() => now),
    capabilities: () => capabilities,
    drifted: (action, what) => logged.push(`drift of ${action}: ${what}`),
  });
  const fieldsOf = ({ body }: { readonly body: Uint8Array }): string[] => Object.keys(readJson(body) as object);
  expect(fieldsOf(courier.shipRequest(anyService, noExtras, 'ZPL'))).not.toContain('environment');
  const pickup = { orderNos: ['1'], date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: 'Dock 2' };
  expect(fieldsOf(courier.pickupRequest(pickup))).toEqual(expect.arrayContaining(['environmet', 'instructions']));
  expect(fieldsOf(courier.pickupRequest(pickup))).not.toContain('instuctions');
  const [order] = service.orders();
  if (!order) throw new Error('no order');
  expect((await courier.track([order.orderNo])).ok).toBe(true);
  expect(logged).toContain('courier-drift result: map became list');
  expect(logged).toContain('drift of track: result: map became list');
});

test('distinguishes the forms of answers', () => {
  const shape = (text: string) => shapeOf(readJson(Buffer.from(text)) ?? null);
  expect(['[1]', '[]', '{"a":1}', '{"a":{"b":1}}', '{}', 'null', '"x"'].map(shape)).toEqual(
    words('list nothing record map nothing nothing text'),
  );
  expect(readCapabilities('{}')).toBeUndefined();
  expect(readCapabilities('no')).toBeUndefined();
  const learned = { results: {}, errors: 'list' } as unknown as Capabilities;
  expect(driftOf(learned, 'track', null, 'oh')).toBe('errors: list became text');
  expect(driftOf(learned, 'track', null, [])).toBeUndefined();
});
