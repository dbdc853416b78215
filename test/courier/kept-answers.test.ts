import { expect, test } from 'vitest';
import type { RawAnswer } from '../../electron/bench/ports/courier.ts';
import { httpAnswer } from '../fakes/raw-server.ts';
import { anOrder, sender } from '../journal/samples.ts';
import { courierAt, raw } from './raw-service.ts';

const offer = (id: string, total: unknown) => ({
  service_id: id,
  courier_name: 'Bravo',
  service_name: id,
  total_price: total,
  currency: 'EUR',
});

async function keptOf(...services: object[]): Promise<readonly string[]> {
  const body = JSON.stringify({ result: { services }, errors: [] });
  const server = await raw((socket) => void socket.end(httpAnswer(200, body)));
  const kept: string[] = [];
  const unread = (action: string, ref: string, { body: bytes }: RawAnswer): void => {
    expect(ref).toBe('R1');
    expect(new TextDecoder().decode(bytes)).toBe(body);
    kept.push(action);
  };
  const courier = courierAt(`http://127.0.0.1:${server.port}`, { unread });
  await courier.quote({ sender, order: anOrder('A-1', { country: 'NL', postalCode: '1016 GV', city: 'Amsterdam' }) });
  return kept;
}

test('the answer is kept if the price of one of two offers cannot be read', async () => {
  expect(await keptOf(offer('1', 6.52), offer('2', '8,03'))).toEqual(['quote']);
});

test('the answer is kept once if no price can be read', async () => {
  expect(await keptOf(offer('1', 'N/A'), offer('2', '8,03'))).toEqual(['quote']);
});

test('an answer with only readable prices is not kept, even if ids are repeated', async () => {
  expect(await keptOf(offer('1', 6.52), offer('2', 8.03))).toEqual([]);
  expect(await keptOf(offer('1', 6.52), offer('1', 8.03), offer('2', 8.03))).toEqual([]);
});
