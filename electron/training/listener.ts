import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export interface TlsKeys {
  readonly key: string | Uint8Array;
  readonly cert: string | Uint8Array;
}

export interface Listener {
  readonly url: string;
  /** Number of connections accepted so far. */
  connections(): number;
  /** Ends the connection of a request: with a RST, or by closing it. */
  end(request: IncomingMessage, by: 'reset' | 'cut'): void;
  /** Refuses new connections and closes idle ones; connections in use stay open. */
  shut(): void;
  /** Listens again on the same port. */
  open(): Promise<void>;
  dropIdle(): void;
  /** Cuts every connection and closes the port. */
  stop(): Promise<void>;
}

/**
 * Starts an HTTP(S) port on loopback that can be closed, opened and disturbed. `atAccept` may end a connection before a byte of it is read.
 */
export async function startListener(parts: {
  readonly port: number;
  readonly tls?: TlsKeys;
  readonly atAccept: () => 'reset' | 'cut' | undefined;
  readonly handle: RequestListener;
}): Promise<Listener> {
  const { tls } = parts;
  const server = tls
    ? createTlsServer({ key: Buffer.from(tls.key), cert: Buffer.from(tls.cert), keepAliveTimeout: 5000 }, parts.handle)
    : createServer({ keepAliveTimeout: 5000 }, parts.handle);
  // Under TLS a request only has its encrypted socket, which cannot be reset. The TCP socket below it is found by its port.
  const sockets = new Map<number | undefined, Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    const port = socket.remotePort;
    sockets.set(port, socket);
    socket.on('close', () => sockets.delete(port));
    const by = parts.atAccept();
    if (by) endSocket(socket, by);
  });

  const listen = async (port: number): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  };
  await listen(parts.port);
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    connections: () => connections,
    end(request, by) {
      endSocket(sockets.get(request.socket.remotePort) ?? request.socket, by);
    },
    shut() {
      if (server.listening) server.close();
    },
    async open() {
      if (!server.listening) await listen(port);
    },
    dropIdle: () => server.closeIdleConnections(),
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
}

function endSocket(socket: Socket, by: 'reset' | 'cut'): void {
  if (by === 'reset') socket.resetAndDestroy();
  else socket.destroySoon();
}
