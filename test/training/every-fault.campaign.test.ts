import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Action } from '../../electron/training/action.ts';
import { type FaultName, faults } from '../../electron/training/fault-by-name.ts';
import { gzipBomb } from '../../electron/training/faults/flood-faults.ts';
import { book, type Desk, quoteServices, shipment, startDesk } from './desk.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const keys = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };

let desk: Desk;
const agents: Agent[] = [];
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => {
  await desk.service.stop();
  for (const agent of agents.splice(0)) await agent.destroy();
});

/** Sends a request. Returns the status, headers and body, or the code of the error. */
async function bare(
  body: Record<string, unknown>,
  patienceMs = 5000,
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer } | string> {
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  agents.push(agent);
  try {
    const answer = await request(`${desk.service.url}/api/json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('bench:sesame')}` },
      body: JSON.stringify(body),
      dispatcher: agent,
      headersTimeout: 300,
      signal: AbortSignal.timeout(patienceMs),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body: bytes };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return typeof code === 'string' ? code : String(error);
  }
}

async function requestFor(action: Action): Promise<Record<string, unknown>> {
  if (action === 'quote') return { action, shipment };
  if (action === 'ship') return { action, service_id: String((await quoteServices(desk))[0].service_id), label_format: 'ZPL' };
  if (action === 'service_points') return { action, type: 'destination', service_id: String((await quoteServices(desk))[0].service_id) };
  const { result } = await book(desk);
  if (action === 'pickup') return { action, date: '2026-11-20', r_time: '15:00', c_time: '18:00', shipments: [result.order_no] };
  if (action !== 'upload_documents') return { action, order_numbers: [result.order_no] };
  const document = { document_type: 'Customs Invoice', name: 'invoice.pdf', type: 'application/pdf', content: 'JVBERi0xLjQ=' };
  return { action, order_no: result.order_no, documents: [document] };
}

const untimely = ['slow-drip', 'body-100mb', 'gzip-bomb', 'information-flood'];

test.each(faults.filter((fault) => !fault.needsTls && !untimely.includes(fault.name)).map((fault) => [fault.name, fault] as const))(
  'With %s every operation it applies to is done or not done as listed',
  async (name, { appliesTo, executes }) => {
    for (const action of appliesTo.filter((each) => ['ship', 'pickup', 'upload_documents'].includes(each))) {
      const body = await requestFor(action);
      desk.service.faults.next(action, name);
      const answer = await bare(body);
      await desk.service.faults.clear();
      const counts = desk.service.requestsPerIntent().filter((count) => count.action === action);
      expect([action, counts.reduce((sum, count) => sum + count.executed, 0)]).toEqual([action, executes ? 1 : 0]);
      expect(counts.reduce((sum, count) => sum + count.requests, 0) + desk.service.unread()).toBeLessThanOrEqual(1);
      expect(typeof answer === 'string' ? answer : answer.status).toBeTruthy();
      await desk.service.stop();
      desk = await startDesk();
    }
  },
);

async function shipWith(name: FaultName): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer } | string> {
  const body = await requestFor('ship');
  desk.service.faults.next('ship', name);
  return await bare(body);
}

async function shipBody(name: FaultName): Promise<Buffer> {
  const answer = await shipWith(name);
  if (typeof answer === 'string') throw new Error(answer);
  return answer.body;
}

test.each<[FaultName, string]>([
  ['refuse', 'ECONNREFUSED'],
  ['reset-on-accept', 'ECONNRESET'],
  ['reset-before-reading', 'ECONNRESET'],
  ['reset-while-reading', 'ECONNRESET'],
  ['length-too-long', 'UND_ERR_SOCKET'],
])('With %s a ship ends in %s', async (name, code) => {
  expect(await shipWith(name)).toBe(code);
});

test('A chunk without a size is no HTTP', async () => {
  expect(await shipWith('chunk-error')).toContain('Invalid character in chunk size');
  expect(desk.service.orders()).toHaveLength(1);
});

test('Connections are refused until the faults are cleared, on the same port', async () => {
  const body = await requestFor('ship');
  desk.service.faults.next('ship', 'refuse');
  expect([await bare(body), await bare(body)]).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  await desk.service.faults.clear();
  expect(await bare(body)).toMatchObject({ status: 200 });
});

test('A slow answer never ends while somebody waits', async () => {
  const body = await requestFor('ship');
  desk.service.faults.next('ship', 'slow-drip');
  expect(await bare(body, 500)).toMatch(/^TimeoutError/);
  expect(desk.service.orders()).toHaveLength(1);
});

test('A gzip bomb is small on the wire and holds the answer and 200 MB', async () => {
  const answer = await shipWith('gzip-bomb');
  if (typeof answer === 'string') throw new Error(answer);
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.body.length).toBeLessThan(300_000);
  const text = gunzipSync(answer.body);
  expect(text.length).toBeGreaterThan(200 * 2 ** 20);
  expect(JSON.parse(text.toString('latin1')).result.order_no).toBe(desk.service.orders()[0]?.orderNo);
});

test('A bomb unpacks to its head, its blanks and its tail', () => {
  expect(gunzipSync(gzipBomb('{"a":1', 2, '}')).toString()).toBe(`{"a":1${' '.repeat(2 * 2 ** 20)}}`);
});

test('A large answer is 100 MB of valid JSON', async () => {
  const body = await shipBody('body-100mb');
  expect(body.length).toBeGreaterThan(100 * 2 ** 20);
  expect(JSON.parse(body.toString('latin1')).errors).toEqual([]);
});

test('A flood of informational answers ends in the true one', async () => {
  expect(JSON.parse(String(await shipBody('information-flood'))).errors).toEqual([]);
});

test('Texts are faulty as their names state', async () => {
  expect((await shipBody('bom')).subarray(0, 4).toString('latin1')).toBe('\xef\xbb\xbf{');
  expect((await shipBody('utf-16')).toString('utf16le')).toMatch(/^\uFEFF\{"result"/);
  expect((await shipBody('nan')).toString()).toMatch(/,"duration":NaN\}$/);
  expect((await shipBody('duplicate-keys')).toString()).toMatch(/^\{"result":\{\},"errors":\["Temporary error"\],"result":\{"order_no":/);
  expect((await shipBody('empty-body')).length).toBe(0);
  expect(gunzipSync(await shipBody('gzip')).toString()).toContain('order_no');
});

test('The prices of a quote can be NaN', async () => {
  desk.service.faults.next('quote', 'nan');
  const answer = await bare({ action: 'quote', shipment });
  expect(typeof answer === 'string' ? answer : answer.body.toString()).toContain('"total_price":NaN,"currency"');
});

test('Ids of twenty digits work to the last digit', async () => {
  desk.service.faults.next('quote', 'long-ids');
  const answer = await desk.call({ action: 'quote', shipment });
  const ids = [...answer.body.matchAll(/"service_id":(\d+)/g)].map((found) => found[1]);
  expect(ids.every((id) => id?.length === 20)).toBe(true);
  expect(new Set(ids.map(Number)).size).toBe(1);
  const [, second] = JSON.parse(answer.body).result.services;
  const booked = await desk.call({ action: 'ship', service_id: ids[1] });
  expect(booked.errors).toEqual([]);
  expect(desk.service.orders()[0]?.serviceName).toBe(second.service_name);
});

test('Order numbers are missing, numbers and lists', async () => {
  const numberOf = async (name: FaultName): Promise<unknown> => JSON.parse(String(await shipBody(name))).result.order_no;
  expect(await numberOf('order-no-missing')).toBeUndefined();
  expect(await numberOf('order-no-number')).toBe(Number(desk.service.orders().at(-1)?.orderNo.replace(/\D/g, '')));
  expect(await numberOf('order-no-array')).toEqual([desk.service.orders().at(-1)?.orderNo]);
});

test('Labels come empty, as PDF, raw, as a data URL and packed', async () => {
  const labelOf = async (name: FaultName): Promise<string> => JSON.parse(String(await shipBody(name))).result.label;
  expect(await labelOf('label-empty')).toBe('');
  expect(Buffer.from(await labelOf('label-pdf'), 'base64').toString('latin1')).toMatch(/^%PDF-/);
  expect(await labelOf('label-raw-zpl')).toMatch(/^\^XA/);
  expect(await labelOf('label-data-url')).toMatch(/^data:application\/octet-stream;base64,XlhB/);
  expect(gunzipSync(Buffer.from(await labelOf('label-gzip'), 'base64')).toString()).toMatch(/^\^XA/);
});

test('Answers belong to another order, or to the previous one', async () => {
  expect(JSON.parse(String(await shipBody('other-order'))).result.order_no).toBe('CSP-26-000017');
  const first = await desk.call(await requestFor('ship'));
  expect(JSON.parse(String(await shipBody('previous-answer')))).toEqual(JSON.parse(first.body));
  expect(desk.service.orders()).toHaveLength(3);
});

test('A redirect that is followed is served and counted', async () => {
  const body = await requestFor('ship');
  desk.service.faults.next('ship', 'redirect-307');
  const answer = await bare(body);
  if (typeof answer === 'string') throw new Error(answer);
  expect(answer.status).toBe(307);
  await fetch(new URL(String(answer.headers['location']), desk.service.url), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('bench:sesame')}` },
    body: JSON.stringify(body),
  });
  expect(desk.service.requestsPerIntent()).toEqual([{ action: 'ship', intent: body['service_id'], requests: 2, executed: 1 }]);
});

test('Busy answers state when to retry', async () => {
  for (const name of ['status-429', 'status-503', 'status-429-envelope', 'status-503-envelope'] as const) {
    expect(await shipWith(name)).toMatchObject({ headers: { 'retry-after': '2' } });
  }
});

test('A fault occurs as often as requested, and is only planned for operations it can affect', async () => {
  desk.service.faults.next('quote', 'html', 2);
  const answers = [
    await bare({ action: 'quote', shipment }),
    await bare({ action: 'quote', shipment }),
    await bare({ action: 'quote', shipment }),
  ];
  expect(answers.map((answer) => typeof answer !== 'string' && answer.body.subarray(0, 1).toString())).toEqual(['<', '<', '{']);
  expect(() => desk.service.faults.next('quote', 'label-empty')).toThrow('"quote" cannot meet the fault "label-empty"');
  expect(() => desk.service.faults.next('ship', 'tls-cut')).toThrow('tls-cut needs a service started with TLS');
});

test('Under TLS it answers, is cut in the handshake and resets as without TLS', async () => {
  await desk.service.stop();
  desk = await startDesk({ tls: keys });
  expect(desk.service.url).toMatch(/^https:/);
  const quote = { action: 'quote', shipment };
  expect(await bare(quote)).toMatchObject({ status: 200 });
  for (const name of ['tls-cut', 'reset-on-accept', 'reset-before-reading', 'reset-while-reading', 'execute-then-reset'] as const) {
    desk.service.faults.next('quote', name);
    expect([name, await bare(quote)]).toEqual([name, 'ECONNRESET']);
  }
  desk.service.faults.next('quote', 'truncated');
  expect(await bare(quote)).toBe('UND_ERR_SOCKET');
  expect(await bare(quote)).toMatchObject({ status: 200 });
});
