import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Starts a forwarder to a port that can be shut: data sent meanwhile arrives when it opens again, even if no client waits for it any more.
 */
export async function startGate(port: number): Promise<{
  readonly port: number;
  shut(): void;
  open(): void;
  stop(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isShut = false;
  const pass = (act: () => void): void => {
    if (isShut) waiting.push(act);
    else act();
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => pass(() => to.write(chunk)));
      // The end of a connection is forwarded after the data sent before it.
      from.on('close', () => pass(() => to.end()));
      from.on('error', () => from.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      isShut = true;
    },
    open() {
      isShut = false;
      for (const act of waiting.splice(0)) act();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
