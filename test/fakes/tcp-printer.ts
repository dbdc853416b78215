import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface TcpPrinter {
  readonly endpoint: { readonly host: string; readonly port: number };
  readonly address: string;
  /** Everything read so far, from all connections. */
  received(): Buffer;
  connections(): number;
  /** Connections that are open now. */
  openNow(): number;
  /** The most connections in use at the same time: not yet ended by the other side. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

/** A faulty printer on a TCP port. `behave` receives every connection; nothing is read until it reads. */
export async function startTcpPrinter(behave: (socket: Socket, keep: (chunk: Buffer) => void) => void, atPort = 0): Promise<TcpPrinter> {
  const chunks: Buffer[] = [];
  const open = new Set<Socket>();
  const inUse = new Set<Socket>();
  let connections = 0;
  let mostAtOnce = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connections += 1;
    open.add(socket);
    inUse.add(socket);
    mostAtOnce = Math.max(mostAtOnce, inUse.size);
    // These printers reset connections on purpose.
    socket.on('error', () => undefined);
    socket.on('end', () => inUse.delete(socket));
    socket.on('close', () => {
      open.delete(socket);
      inUse.delete(socket);
    });
    behave(socket, (chunk) => chunks.push(chunk));
  });
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: { host: '127.0.0.1', port },
    address: `tcp://127.0.0.1:${port}`,
    received: () => Buffer.concat(chunks),
    connections: () => connections,
    openNow: () => open.size,
    mostAtOnce: () => mostAtOnce,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

export const neverReads = (socket: Socket): void => void socket.pause();

/** Reads everything, closes its side when we close ours, and never sends a byte. */
export const silent = (socket: Socket, keep: (chunk: Buffer) => void): void => {
  socket.on('data', keep);
  socket.on('end', () => socket.end());
};

export const neverCloses = (socket: Socket, keep: (chunk: Buffer) => void): void => void socket.on('data', keep);

export const resetsAfter =
  (bytes: number) =>
  (socket: Socket): void => {
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read >= bytes) socket.resetAndDestroy();
    });
  };

export const closesAfter =
  (bytes: number) =>
  (socket: Socket): void => {
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read < bytes) return;
      socket.pause();
      socket.end();
    });
  };

/** Writes before it reads, so that a sender who closes too early loses the whole label. */
export const talksFirst = (socket: Socket, keep: (chunk: Buffer) => void): void => {
  socket.write('\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n');
  socket.pause();
  setTimeout(() => {
    socket.on('data', keep);
    socket.on('end', () => socket.end());
    socket.resume();
  }, 100);
};
