import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Handles a connection once a whole request has arrived. */
export type Behaviour = (socket: Socket, request: string) => void;

export interface RawServer {
  readonly port: number;
  /** Whole requests received, in order: those a faulty service would have executed. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  stop(): Promise<void>;
}

/**
 * An HTTP server that can do what no library allows: reset, cut, stay silent. `onConnect` runs before a byte is read; if it returns false,
 * it handles the connection itself.
 */
export async function startRawServer(
  behave: Behaviour,
  options: { readonly onConnect?: (socket: Socket) => boolean; readonly tls?: { readonly key: string; readonly cert: string } } = {},
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client may cut too; that is what these tests check.
    socket.on('error', () => socket.destroy());
    if (options.onConnect && !options.onConnect(socket)) return;
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      const request = text.slice(0, end + 4 + length);
      text = text.slice(end + 4 + length);
      requests.push(request);
      behave(socket, request);
    });
  };
  const server: Server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Builds a whole HTTP answer. */
export function httpAnswer(status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers });
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`),
    bytes,
  ]);
}
