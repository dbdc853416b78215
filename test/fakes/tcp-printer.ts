import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface TcpPrinter {
  readonly endpoint: { readonly host: string; readonly port: number };
  readonly address: string;
  /** Everything read so far, from all connections. */
  received(): Buffer;
  connections(): number;
  /** How many of them are open. */
  openNow(): number;
  /** How many connections at most were in use at the same time: not yet ended by the other side. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

/** Something on a TCP port that is no proper printer. `behave` gets every connection; nothing is read until it asks for it. */
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
    // Resets are what these printers are for.
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

/** Takes everything, closes its side when we close ours, and never says a word. */
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

/** Writes before it reads, the way that makes a sender who closes too early lose the whole label. */
export const talksFirst = (socket: Socket, keep: (chunk: Buffer) => void): void => {
  socket.write('\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n');
  socket.pause();
  setTimeout(() => {
    socket.on('data', keep);
    socket.on('end', () => socket.end());
    socket.resume();
  }, 100);
};
