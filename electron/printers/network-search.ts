import { connect } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import PQueue from 'p-queue';

/** Scope and time limits of a search. */
export interface NetworkSearch {
  readonly hosts: () => readonly string[];
  /** A label printer accepts labels on this port… */
  readonly rawPort: number;
  /** …and an office printer, which would print a status request, has this port open too. */
  readonly officePort: number;
  readonly mostAtOnce: number;
  /** Timeout for one connection. */
  readonly connectMs: number;
  /** Timeout for the whole search. */
  readonly mostMs: number;
}

const mostNetworks = 4;

/** The neighbours of an address, at most those of a /24: `192.168.4.17/20` gives `192.168.4.1` … `192.168.4.254` without itself. */
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

/** The neighbours of this computer in its private networks. The search never contacts any other host. */
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
 * Calls `found` for each host with an open label port. Few hosts are tried at once. The search ends in time or when it is stopped.
 * `isOffice`: the host is not queried, because it might print the query.
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
