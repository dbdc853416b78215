import { connect } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import PQueue from 'p-queue';

/** Where is looked, and how long. */
export interface NetworkSearch {
  readonly hosts: () => readonly string[];
  /** A label printer takes its labels there… */
  readonly rawPort: number;
  /** …and a printer of an office, which would print what it is asked, has this one open too. */
  readonly officePort: number;
  readonly mostAtOnce: number;
  /** For one connection. */
  readonly connectMs: number;
  /** For all of it. */
  readonly mostMs: number;
}

const mostNetworks = 4;

/** `192.168.4.17/20` is one of `192.168.4.1` … `192.168.4.254`: the neighbours of an address, at most those of a /24. */
function neighboursOf({ address, cidr }: NetworkInterfaceInfo): string[] {
  const bits = Math.max(24, Number(cidr?.split('/')[1] ?? 32));
  const [a, b, c, own = 0] = address.split('.').map(Number);
  const size = 2 ** (32 - bits);
  const first = Math.floor(own / size) * size;
  return Array.from({ length: Math.max(0, size - 2) }, (_, index) => first + 1 + index)
    .filter((last) => last !== own)
    .map((last) => `${a}.${b}.${c}.${last}`);
}

const isPrivate = (address: string): boolean => /^(10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|169\.254\.)/.test(address);

/** The neighbours of this computer in its private networks. Nobody else is ever asked. */
export function hostsAround(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address));
  return [...new Set(own.slice(0, mostNetworks).flatMap(neighboursOf))];
}

/** Opens a connection and closes it again; nothing is sent. */
function isOpen(host: string, port: number, connectMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port });
  socket.setTimeout(connectMs, () => socket.destroy());
  socket.once('connect', () => {
    resolve(true);
    socket.end();
  });
  socket.once('error', () => socket.destroy());
  socket.once('close', () => resolve(false));
  return promise;
}

/**
 * The hosts around that take labels, as they are found; few are tried at once, and all of it ends in time or when it is stopped.
 * `isOffice`: sent a question it might print that, so it is not asked.
 */
export async function searchNetwork(
  search: NetworkSearch,
  stop: AbortSignal,
  found: (host: string, isOffice: boolean) => Promise<void>,
): Promise<void> {
  const until = AbortSignal.any([stop, AbortSignal.timeout(search.mostMs)]);
  const turns = new PQueue({ concurrency: search.mostAtOnce });
  await Promise.all(
    search.hosts().map((host) =>
      turns.add(async () => {
        if (until.aborted || !(await isOpen(host, search.rawPort, search.connectMs))) return;
        const isOffice = await isOpen(host, search.officePort, search.connectMs);
        if (!until.aborted) await found(host, isOffice);
      }),
    ),
  );
}
