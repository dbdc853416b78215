import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ShopAnswer } from './shop-answers.ts';

/** One report to a shop, by the shop's own book. */
export interface ReceivedReport {
  readonly key: string;
  readonly body: string;
  readonly head: string;
  readonly at: number;
  readonly answer: ShopAnswer;
  /** Time until which the shop wants no requests; 0 if it asked for no pause. */
  readonly quietUntil: number;
}

/** Starts a shop's server on a bare port. `answer` draws each answer for a key, by what is reported under it. */
export async function startStrangeShop(now: () => Date, answer: (key: string, nth: number, about: string) => ShopAnswer) {
  const book: ReceivedReport[] = [];
  const sockets = new Set<Socket>();
  let inHand = 0;

  function say(socket: Socket, request: Buffer, headEnd: number): void {
    const head = request.toString('latin1', 0, headEnd);
    const key = /^idempotency-key: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
    const body = request.toString('utf8', headEnd + 4);
    const { order = '', event = '' } = JSON.parse(body) as { readonly order?: string; readonly event?: string };
    const drawn = answer(key, book.filter((each) => each.key === key).length, `${event} ${order}`);
    const moment = now();
    const waits = drawn.waits(moment);
    book.push({ key, body, head, at: moment.getTime(), answer: drawn, quietUntil: waits > 0 ? moment.getTime() + waits * 1000 : 0 });
    const bytes = drawn.bytes(moment);
    if (drawn.ends === 'reset') socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 3));
    else socket.end(bytes);
    inHand -= 1;
  }

  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    let isWhole = false;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      if (bytes.length === 0) inHand += 1;
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(bytes.toString('latin1', 0, Math.max(0, end)))?.[1] ?? 0);
      if (isWhole || end < 0 || bytes.length < end + 4 + length) return;
      isWhole = true;
      say(socket, bytes, end);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reports`,
    book,
    isBusy: () => inHand > 0 || sockets.size > 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
