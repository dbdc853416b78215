// Chromium takes its proxy only at start, but apps set one later. So every connection of Chromium's own network passes here. It goes to the
// proxy that the app set last, or straight to this computer, and nowhere else.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Place {
  readonly host: string;
  readonly port: number;
}

export interface ProxySettings {
  readonly mode?: 'direct' | 'auto_detect' | 'pac_script' | 'fixed_servers' | 'system';
  readonly proxyRules?: string;
  /** Hosts with their port, separated by semicolons. */
  readonly proxyBypassRules?: string;
}

let proxy: Place | undefined;
let bypassed: readonly string[] = [];

export function passThrough(settings: ProxySettings): void {
  const rules = settings.mode === 'fixed_servers' ? settings.proxyRules : undefined;
  proxy = rules === undefined ? undefined : placeIn(new URL(rules));
  bypassed = (settings.proxyBypassRules ?? '').split(';').map((rule) => rule.trim());
}

/** Returns the port it listens on. It ends with this process. */
export async function openProxyGate(): Promise<number> {
  const server = createServer((client) => {
    client.once('error', () => client.destroy());
    client.once('data', (head: Buffer) => forward(client, head));
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function forward(client: Socket, head: Buffer): void {
  const text = head.toString('latin1');
  const [, method = '', target = ''] = /^(\S+) (\S+) HTTP/.exec(text) ?? [];
  const isTunnel = method === 'CONNECT';
  const address = isTunnel ? `http://${target}` : target;
  if (!URL.canParse(address)) return void client.destroy();
  const url = new URL(address);
  if (proxy !== undefined && !bypassed.includes(url.host)) return pipe(client, proxy, (socket) => socket.write(head));
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return void client.destroy();
  pipe(client, placeIn(url), (socket) => {
    if (isTunnel) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    // One request per connection: the next one may have another destination.
    else
      socket.write(
        text.replace(target, url.pathname + url.search).replace(/\r\nProxy-Connection: [^\r]*/i, '\r\nConnection: close'),
        'latin1',
      );
  });
}

function pipe(client: Socket, to: Place, begin: (socket: Socket) => void): void {
  const socket = connect(to.port, to.host, () => {
    begin(socket);
    client.pipe(socket).pipe(client);
  });
  client.once('close', () => socket.destroy());
  socket.once('error', () => client.destroy());
}

const placeIn = ({ hostname, port, protocol }: URL): Place => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port) || (protocol === 'https:' ? 443 : 80),
});
