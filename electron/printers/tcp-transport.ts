import { connect, type Socket } from 'node:net';
import type { CutOff } from '../../shared/print-reason.ts';
import type { PrinterTiming } from './printer-timing.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export const nameOf = ({ host, port }: Endpoint): string => `${host}:${port}`;

/**
 * `delivered`: every byte was taken and the connection ended well; `acknowledged` is true if the printer closed its side too.
 * `not-sent`: nothing left this computer. `broken`: some bytes may have arrived.
 */
export type Delivery =
  | { readonly is: 'delivered'; readonly acknowledged: boolean }
  | { readonly is: 'not-sent' | 'broken'; readonly why: CutOff };

const chunkBytes = 16_384;
/** Number of chunks sent to a fast printer before other work gets a turn. */
const chunksInTurn = 8;

type Patience = Pick<PrinterTiming, 'connectMs' | 'stallMs' | 'closeWaitMs'>;

/** Sends bytes over a connection of its own. */
export function deliver(to: Endpoint, bytes: Uint8Array, timing: Patience): Promise<Delivery> {
  return deliverOn(connect({ host: to.host, port: to.port, noDelay: true, allowHalfOpen: true }), bytes, timing);
}

/**
 * Sends bytes over a half-open socket, connected or connecting, and ends it. Delivered does not mean printed: a printer may take bytes that
 * it never prints. Ends only after the printer closed its side: if this side closes first, the kernel throws away bytes that the printer
 * has not read yet.
 */
export function deliverOn(socket: Socket, bytes: Uint8Array, timing: Patience): Promise<Delivery> {
  return new Promise((resolve) => {
    let taken = 0;
    let finished = false;
    let timer = setTimeout(() => settle(broken('no-answer')), timing.connectMs);

    function settle(delivery: Delivery): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(delivery);
    }

    const cutOff = (seen: CutOff['seen'], error = ''): CutOff => ({ seen, error, taken, bytes: bytes.length });

    // A label ends in its last chunk: as long as no chunk was taken completely, the printer cannot print anything.
    function broken(seen: CutOff['seen'], error = ''): Delivery {
      return { is: taken === 0 ? 'not-sent' : 'broken', why: cutOff(seen, error) };
    }

    function rearm(ms: number, act: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    }

    function sendNext(): void {
      if (socket.destroyed) return;
      if (taken === bytes.length) return void socket.end();
      rearm(timing.stallMs, () => settle({ is: 'broken', why: cutOff('stalled') }));
      const chunk = bytes.subarray(taken, taken + chunkBytes);
      socket.write(chunk, (error) => {
        if (error) return;
        taken += chunk.length;
        if (taken % (chunksInTurn * chunkBytes) === 0) setImmediate(sendNext);
        else sendNext();
      });
    }

    if (socket.connecting) socket.on('connect', sendNext);
    else sendNext();
    socket.on('finish', () => {
      finished = true;
      rearm(timing.closeWaitMs, () => settle({ is: 'delivered', acknowledged: false }));
    });
    // Reads and drops everything the printer sends: unread bytes would turn our close into a reset.
    socket.resume();
    socket.on('end', () => {
      if (taken < bytes.length) return settle(broken('closed-early'));
      settle({ is: 'delivered', acknowledged: finished });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => settle(broken('error', error.code ?? error.message)));
  });
}
