import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../fakes/free-port.ts';

/** State of a line. `half-open`: the line accepts data and drops it, and neither end is notified. */
export type LineState = 'open' | 'cut' | 'half-open' | { readonly delayMs: number };

/** A TCP line to a local server that can change during the day. The line can be cut, delayed or left half open. */
export interface CutLine {
  readonly port: number;
  set(state: LineState): void;
  close(): Promise<void>;
}

export async function startCutLine(to: () => number): Promise<CutLine> {
  let state: LineState = 'open';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect({ host: '127.0.0.1', port: to() });
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('error', end).on('close', end);
      one.on('data', (bytes) => {
        if (state === 'half-open') return;
        if (typeof state === 'object') setTimeout(() => other.write(bytes), state.delayMs);
        else other.write(bytes);
      });
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    set(next) {
      state = next;
      // A line that was half open has lost data, so its connections cannot be used any more.
      if (next === 'cut' || next === 'open') for (const [near, far] of pairs) for (const each of [near, far]) each.destroy();
    },
    async close() {
      for (const [near, far] of pairs) for (const each of [near, far]) each.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
