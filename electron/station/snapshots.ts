import type { Snapshot } from '../../shared/bench.ts';
import { type List, lists, type Revisions, revisionsAt } from '../../shared/lists.ts';

/** The state of the station as the window gets it: counted, and pushed whenever it changed. */
export interface Snapshots {
  now(): Snapshot;
  /**
   * The pushed state changed, and the lists named: where none is named any of them may have. Many changes become one push, at most one
   * in `pictureMs`, since the window needs the last state and not each step.
   */
  changed(touched?: readonly List[]): void;
  /** What changed and is not pushed yet is pushed now. */
  tell(): void;
  /** Called with every new state. Answers the function that ends it. */
  listen(listener: (snapshot: Snapshot) => void): () => void;
  /** Nothing is pushed any more. */
  close(): void;
}

type Drawn = Omit<Snapshot, 'seq' | 'frame'> & { readonly frame: Omit<Snapshot['frame'], 'revisions'> };

const pauseMs = 3000;

/**
 * `draw` gives the state as it is at this moment. Where it fails nothing is pushed and `broke` is told; it is pushed with the next
 * change, or after a pause although nothing changes any more: it may be the one that stops the packer.
 */
export function createSnapshots(
  draw: () => Drawn,
  broke: (error: unknown) => void,
  sleep: (ms: number) => Promise<void>,
  pictureMs: number,
): Snapshots {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let seq = 0;
  let pushedAt = Number.NEGATIVE_INFINITY;
  let revisions = revisionsAt(0);
  /** Ends the wait of a push that is still to come. */
  let waiting: (() => void) | undefined;
  let isMissed = false;
  let isPausing = false;
  let isClosed = false;

  const now = (): Snapshot => {
    const { frame, ...rest } = draw();
    return { seq, ...rest, frame: { ...frame, revisions } };
  };

  function soon(work: () => void): () => void {
    const leftMs = pushedAt + pictureMs - performance.now();
    if (leftMs > 0) {
      const timer = setTimeout(work, leftMs);
      return () => clearTimeout(timer);
    }
    const turn = setImmediate(work);
    return () => clearImmediate(turn);
  }

  function push(): void {
    waiting?.();
    waiting = undefined;
    if (isClosed) return;
    seq += 1;
    pushedAt = performance.now();
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
    changed(touched = lists) {
      revisions = touched.reduce<Revisions>((all, list) => ({ ...all, [list]: all[list] + 1 }), revisions);
      waiting ??= soon(push);
    },
    tell() {
      if (waiting) push();
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
