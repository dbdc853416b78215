import type { Snapshot } from '../shared/bench.ts';

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

/** `draw` gives the state as it is at this moment. Where it fails nothing is pushed, `broke` is told, and the next change tries again. */
export function createSnapshots(draw: () => Drawn, broke: (error: unknown) => void): Snapshots {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let seq = 0;
  let revision = 0;
  let isPushing = false;
  let isClosed = false;

  const now = (): Snapshot => {
    const { frame, ...rest } = draw();
    return { seq, ...rest, frame: { ...frame, revision } };
  };

  return {
    now,
    changed() {
      revision += 1;
      if (isPushing) return;
      isPushing = true;
      queueMicrotask(() => {
        isPushing = false;
        if (isClosed) return;
        seq += 1;
        try {
          const pushed = now();
          for (const listener of listeners) listener(pushed);
        } catch (error) {
          broke(error);
        }
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
