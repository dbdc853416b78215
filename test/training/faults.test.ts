import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FaultName } from '../../electron/training/fault-by-name.ts';
import { type Answer, type Desk, quoteServices, startDesk, text } from './desk.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => await desk.service.stop());

async function shipWith(fault: FaultName): Promise<Answer | string> {
  const [service] = await quoteServices(desk);
  desk.service.faults.next('ship', fault);
  try {
    return await desk.call({ action: 'ship', service_id: service.service_id, label_format: 'ZPL' });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

test.each<[FaultName, string, number]>([
  ['reset-before', 'ECONNRESET', 0],
  ['execute-then-reset', 'ECONNRESET', 1],
  ['silence', 'UND_ERR_HEADERS_TIMEOUT', 0],
  ['execute-then-silence', 'UND_ERR_HEADERS_TIMEOUT', 1],
  ['truncated', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 1],
])('With %s the client gets no answer', async (fault, code, booked) => {
  expect(await shipWith(fault)).toBe(code);
  expect(desk.service.orders()).toHaveLength(booked);
  expect(desk.service.requests().at(-1)).toMatchObject({ action: 'ship', fault });
});

test.each<[FaultName, number, string, number]>([
  ['refuse-errors', 200, 'The courier refused this request', 0],
  ['unauthorised', 401, 'Invalid API key or secret', 0],
  ['not-json', 200, 'Notice: undefined index', 0],
  ['html-504', 504, '<h1>504 Gateway Time-out</h1>', 0],
  ['execute-then-html-504', 504, '<h1>504 Gateway Time-out</h1>', 1],
  ['empty-result', 200, '{"result":{},"errors":[]}', 1],
])('With %s the client gets %i and no booking to read', async (fault, status, words, booked) => {
  const answer = (await shipWith(fault)) as Answer;
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(words);
  expect(desk.service.orders()).toHaveLength(booked);
});

test('A wrong label is a good label for somebody else', async () => {
  const answer = (await shipWith('wrong-order-label')) as Answer;
  expect(answer.result.order_no).toBe(desk.service.orders()[0]?.orderNo);
  expect(text(answer.result.label)).toContain('Rosalind Featherstone');
  expect(text(answer.result.label)).not.toContain('Anna Lehmann');
});

test('A garbled label comes with a true order number', async () => {
  const answer = (await shipWith('garbled-label')) as Answer;
  expect(answer.result.order_no).toBe(desk.service.orders()[0]?.orderNo);
  expect(answer.result.label).toBe('%%% label service unavailable %%%');
});

test('A fault occurs once, and only in its own action', async () => {
  desk.service.faults.next('ship', 'html-504');
  const [service] = await quoteServices(desk);
  expect((await desk.call({ action: 'ship', service_id: service.service_id })).status).toBe(504);
  expect((await desk.call({ action: 'ship', service_id: service.service_id })).status).toBe(200);
});

test('Stopping does not wait for a request that is never answered', async () => {
  const other = await startDesk();
  other.service.faults.next('track', 'silence');
  const call = other.call({ action: 'track', order_numbers: ['x'] }).catch((error: unknown) => error);
  while (other.service.requests().length === 0) await delay(2);
  await other.service.stop();
  expect(await call).toBeInstanceOf(Error);
});
