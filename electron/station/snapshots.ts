import type { Snapshot } from '../../shared/bench.ts';

/** The state of the station as the window gets it: counted, and pushed whenever it changed. */
export interface Snapshots {
  now(): Snapshot;
  /** A list or the parcel in hand changed. Many changes of one turn become one push: the window needs the last state, not each step. */
  changed(): void;
  /** Called with every new state. Answers the function that ends it. */
  listen(listener: (snapshot: Snapshot) => void): () => void;
  /** Nothing is pushed any more. */
  close(): void;
}

type Drawn = Omit<Snapshot, 'seq' | 'frame'> & { readonly frame: Omit<Snapshot['frame'], 'revision'> };

const pauseMs = 3000;

/**
 * `draw` gives the state as it is at this moment. Where it fails nothing is pushed and `broke` is told; it is pushed with the next
 * change, or after a pause although nothing changes any more: it may be the one that stops the packer.
 */
export function createSnapshots(draw: () => Drawn, broke: (error: unknown) => void, sleep: (ms: number) => Promise<void>): Snapshots {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let seq = 0;
  let revision = 0;
  let isPushing = false;
  let isMissed = false;
  let isPausing = false;
  let isClosed = false;

  const now = (): Snapshot => {
    const { frame, ...rest } = draw();
    return { seq, ...rest, frame: { ...frame, revision } };
  };

  function push(): void {
    if (isClosed) return;
    seq += 1;
    try {
      const pushed = now();
      for (const listener of listeners) listener(pushed);
      isMissed = false;
    } catch (error) {
      isMissed = true;
      broke(error);
      void pushLater();
    }
  }

  async function pushLater(): Promise<void> {
    if (isPausing) return;
    isPausing = true;
    await sleep(pauseMs);
    isPausing = false;
    if (isMissed) push();
  }

  return {
    now,
    changed() {
      revision += 1;
      if (isPushing) return;
      isPushing = true;
      queueMicrotask(() => {
        isPushing = false;
        push();
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
    },
  };
}
