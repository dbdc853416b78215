import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/**
 * A proxy that opens every requested tunnel to one local port, as a company's proxy opens them to the internet. It records the requests
 * that it receives unencrypted. `cutAfterBytes` resets both ends once this number of bytes came back from the other side. With `asks` it
 * answers 407 with these challenges to all but `name:password`.
 */
export async function startConnectProxy(
  toPort: number,
  options: {
    readonly cutAfterBytes?: () => number | undefined;
    readonly tls?: { readonly key: string; readonly cert: string };
    readonly asks?: { readonly challenges: readonly string[]; readonly login: string };
  } = {},
) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const serve = (client: Socket): void => {
    keep(client);
    client.once('data', (head: Buffer) => {
      asked.push(head.toString('latin1'));
      const { challenges, login } = options.asks ?? {};
      if (challenges && !head.toString('latin1').includes(`\r\nproxy-authorization: Basic ${btoa(login ?? '')}\r\n`)) {
        const lines = challenges.map((challenge) => `Proxy-Authenticate: ${challenge}\r\n`).join('');
        return void client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      }
      const target = connect(toPort, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(target);
      });
      keep(target);
      let back = 0;
      target.on('data', (chunk: Buffer) => {
        back += chunk.length;
        const limit = options.cutAfterBytes?.();
        if (limit === undefined || back < limit) return void client.write(chunk);
        client.resetAndDestroy();
        target.resetAndDestroy();
      });
      target.on('end', () => client.end());
    });
  };
  const server: Server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked as readonly string[],
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
