import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Opens a port on loopback that forwards to `toPort` at a distance of `roundTripMs`. Each direction takes half of it. As on a real line,
 * nothing leaves before the round trip of a new connection is over.
 */
export async function atDistance(toPort: number, roundTripMs: number): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const connectedAt = performance.now() + roundTripMs;
    const far = connect({ port: toPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    carry(near, far, () => Math.max(performance.now(), connectedAt) + roundTripMs / 2);
    carry(far, near, () => performance.now() + roundTripMs / 2);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        if (near.closed && far.closed) return;
        const other = socket === near ? far : near;
        setTimeout(() => other.destroy(), roundTripMs);
      });
      // The close that follows is forwarded.
      socket.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Forwards all data in order, each chunk at its arrival time. */
function carry(from: Socket, to: Socket, arrival: () => number): void {
  let before = Promise.resolve();
  const later = (act: () => void): void => {
    const at = arrival();
    before = before.then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))).then(act);
  };
  from.on('data', (chunk: Buffer) =>
    later(() => {
      if (to.writable) to.write(chunk);
    }),
  );
  from.on('end', () => later(() => to.end()));
}
