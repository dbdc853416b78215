import { expect, test } from 'vitest';
import { httpAnswer } from '../fakes/raw-server.ts';
import { courierAt, raw } from './raw-service.ts';

test('a read is repeated after 503, a reset and a refused connection, and fails in the end', async () => {
  let call = 0;
  const server = await raw((socket) => {
    call += 1;
    if (call === 1) socket.end(httpAnswer(503, 'busy', { 'retry-after': '2' }));
    else if (call === 2) socket.resetAndDestroy();
    else socket.end(httpAnswer(200, '{"result":[{"order_no":1,"status":"Booked"}],"errors":[]}', { connection: 'close' }));
  });
  const pauses: number[] = [];
  const courier = courierAt(`http://127.0.0.1:${server.port}`, {
    clock: { now: () => new Date(0), elapsed: () => performance.now(), sleep: async (ms) => void pauses.push(ms) },
  });
  expect(await courier.track(['1'])).toMatchObject({ ok: true, value: [{ orderNo: '1', status: 'Booked' }] });
  expect(server.requests).toHaveLength(3);
  expect(pauses).toEqual([2000, 300]);

  await server.stop();
  expect(await courier.track(['1'])).toMatchObject({ ok: false, failure: { code: 'service-unreachable' } });
  expect(pauses).toHaveLength(5);
});

test('a read is sent again if a gateway gave up, three times at most', async () => {
  const server = await raw((socket) => socket.end(httpAnswer(504, '<html>')));
  const answer = await courierAt(`http://127.0.0.1:${server.port}`).labels('1');
  expect(answer).toMatchObject({ ok: false, failure: { code: 'service-unreachable' } });
  expect(server.requests).toHaveLength(4);
});

test('a service is left alone for as long as it asked, even if the clock changes', async () => {
  let [wallMs, elapsedMs] = [Date.UTC(2026, 10, 20, 9, 0, 0), 0];
  const server = await raw((socket) => socket.end(httpAnswer(429, 'busy', { 'retry-after': '60' })));
  const clock = { now: () => new Date(wallMs), elapsed: () => elapsedMs, sleep: async () => undefined };
  const courier = courierAt(`http://127.0.0.1:${server.port}`, { clock });
  await courier.track(['1']);
  wallMs -= 365 * 24 * 60 * 60_000;
  expect(courier.quietMs()).toBe(60_000);
  elapsedMs += 60_000;
  expect(courier.quietMs()).toBe(0);
});
