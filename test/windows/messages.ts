import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

const headBytes = 4;

/** Writes a message as one frame: its length, then its bytes. */
export function writeMessage(socket: Socket, message: unknown): void {
  const body = serialize(message);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(body.length);
  socket.write(Buffer.concat([head, body]));
}

export function readMessages(socket: Socket, receive: (message: unknown) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      if (rest.length < headBytes) return;
      const end = headBytes + rest.readUInt32BE();
      if (rest.length < end) return;
      const message = deserialize(rest.subarray(headBytes, end));
      rest = rest.subarray(end);
      receive(message);
    }
  });
}
