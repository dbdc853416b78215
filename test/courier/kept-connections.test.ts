import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { noExtras } from '../../shared/booking.ts';
import { httpAnswer } from '../fakes/raw-server.ts';
import { anyService } from '../fakes/service.ts';
import { courierAt, raw } from './raw-service.ts';

// A read may reuse the connection of the previous request, because it may be sent twice. A purchase may not, so it has a connection of its
// own.

afterEach(() => void vi.useRealTimers());

const found = httpAnswer(200, '{"result":[{"order_no":"A1","status":"Booked"}],"errors":[]}');

/** A service that keeps each connection, unless `behave` handles a request, by its number, in another way. */
async function service(behave: (socket: Socket, index: number) => void = (socket) => socket.write(found)) {
  const pauses: number[] = [];
  let asked = 0;
  const server = await raw((socket) => behave(socket, (asked += 1)));
  const courier = courierAt(`http://127.0.0.1:${server.port}`, {
    clock: { now: () => new Date(), elapsed: () => performance.now(), sleep: async (ms) => void pauses.push(ms) },
  });
  return { server, courier, pauses };
}

const isFound = async (courier: Courier): Promise<boolean> => {
  const tracked = await courier.track(['A1']);
  return tracked.ok && tracked.value.length === 1;
};

test('reads use one connection, and two reads at once use two', async () => {
  const { server, courier } = await service();
  for (let each = 0; each < 3; each += 1) expect(await isFound(courier)).toBe(true);
  expect([server.connections(), server.requests.length]).toEqual([1, 3]);
  expect(await Promise.all([isFound(courier), isFound(courier)])).toEqual([true, true]);
  expect(await Promise.all([isFound(courier), isFound(courier)])).toEqual([true, true]);
  expect([server.connections(), server.requests.length]).toEqual([2, 7]);
});

test('a read whose connection was closed meanwhile is sent at once on another', async () => {
  const { server, courier, pauses } = await service((socket, index) => (index === 2 ? socket.resetAndDestroy() : socket.write(found)));
  expect([await isFound(courier), await isFound(courier)]).toEqual([true, true]);
  expect([server.connections(), server.requests.length, pauses]).toEqual([2, 3, []]);
});

test('a read that also breaks on a new connection is sent again after a pause', async () => {
  const { server, courier, pauses } = await service((socket, index) =>
    index === 2 || index === 3 ? socket.resetAndDestroy() : socket.write(found),
  );
  expect([await isFound(courier), await isFound(courier)]).toEqual([true, true]);
  expect([server.connections(), server.requests.length, pauses.length]).toEqual([3, 4, 1]);
});

test('a connection that was idle for long is not used', async () => {
  const { server, courier } = await service();
  expect(await isFound(courier)).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16_000 });
  expect(await isFound(courier)).toBe(true);
  expect(server.connections()).toBe(2);
});

test('opens no connection ahead for a price if one is kept, and opens one if that was closed', async () => {
  const sockets: Socket[] = [];
  const { server, courier } = await service((socket) => {
    sockets.push(socket);
    socket.write(found);
  });
  expect(await isFound(courier)).toBe(true);
  courier.connectAhead('price');
  expect(await isFound(courier)).toBe(true);
  expect(server.connections()).toBe(1);
  const gone = new Promise((resolve) => sockets[0]?.once('close', resolve));
  sockets[0]?.end();
  await gone;
  courier.connectAhead('price');
  await expect.poll(() => server.connections()).toBe(2);
});

test('a read is sent again after a proxy or gateway answers for the service', async () => {
  const { server, courier } = await service((socket, index) => socket.write(index === 1 ? httpAnswer(503, 'busy') : found));
  expect(await isFound(courier)).toBe(true);
  expect([server.connections(), server.requests.length]).toEqual([2, 2]);
});

test('a request that may be sent once uses no connection of a read, and leaves none to a read', async () => {
  const { server, courier } = await service();
  expect(await isFound(courier)).toBe(true);
  for (const connections of [2, 3]) {
    await courier.sendOnce(courier.shipRequest(anyService, noExtras, 'ZPL'));
    expect(server.connections()).toBe(connections);
  }
  expect(await isFound(courier)).toBe(true);
  expect(server.connections()).toBe(3);
});
