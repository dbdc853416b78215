import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noExtras } from '../../shared/booking.ts';
import { httpAnswer } from '../fakes/raw-server.ts';
import { anyService } from '../fakes/service.ts';
import { courierAt, raw } from './raw-service.ts';

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
const tracked = httpAnswer(200, '{"result":[{"order_no":"1","status":"Booked"}],"errors":[]}');
const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n';

test.each<[string, readonly (string | Buffer)[]]>([
  ['in a piece of its own', [goOn, tracked]],
  ['in one piece with the answer', [Buffer.concat([Buffer.from(goOn), tracked])]],
  ['cut in its middle', [goOn.slice(0, 7), goOn.slice(7, 23), goOn.slice(23), tracked]],
  ['three times, with a header', [goOn.replace('\r\n\r\n', '\r\nserver: x\r\n\r\n').repeat(3), tracked]],
  ['beside early hints', [goOn, early, goOn, tracked]],
  ['not at all', [tracked.subarray(0, 5), tracked.subarray(5)]],
])('a read is answered if 100 Continue comes %s', async (_how, pieces) => {
  const server = await raw((socket) => {
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
  });
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  const answers = [await courier.track(['1']), await courier.track(['1'])];
  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  // The second request used the connection of the first one.
  expect([server.requests.length, server.connections()]).toEqual([2, 1]);
});

test('a booking is known although 100 Continue came before its answer', async () => {
  const server = await raw((socket) => {
    socket.write(goOn);
    void turn().then(() => socket.end(httpAnswer(200, '{"result":{"order_no":"B-1"},"errors":[]}')));
  });
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  const sent = await courier.sendOnce(courier.shipRequest(anyService, noExtras, 'ZPL'));
  expect(sent.is === 'answered' && courier.readShip(sent.answer)).toMatchObject({ is: 'booked', orderNo: 'B-1' });
});
