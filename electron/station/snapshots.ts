import type { Snapshot } from '../../shared/bench.ts';
import { type List, lists, type Revisions, revisionsAt } from '../../shared/lists.ts';

/** Tells the one listener of every change. The parts that change are created before the part that draws them. */
export interface Changes {
  readonly changed: Snapshots['changed'];
  listen(listener: Snapshots['changed']): void;
}

export function createChanges(): Changes {
  let listener: Snapshots['changed'] = () => undefined;
  return {
    changed: (touched) => listener(touched),
    listen(next) {
      listener = next;
    },
  };
}

/** The station's state for the window: numbered, and pushed whenever it changes. */
export interface Snapshots {
  now(): Snapshot;
  /**
   * Reports a change of the state and of the named lists; without names, any list may have changed. Several changes become one push, at
   * most one in `pictureMs`, because the window needs the last state and not each step.
   */
  changed(touched?: readonly List[]): void;
  /** Pushes pending changes now. */
  flush(): void;
  /** Calls `listener` with every new state. Returns the function that stops it. */
  listen(listener: (snapshot: Snapshot) => void): () => void;
  /** Ends all pushes. */
  close(): void;
}

type Drawn = Omit<Snapshot, 'seq' | 'frame'> & { readonly frame: Omit<Snapshot['frame'], 'revisions'> };

const pauseMs = 3000;

/**
 * `draw` returns the current state. If it throws, nothing is pushed and `broke` receives the error. The push is repeated with the next
 * change, or after a pause if nothing changes: the missed state may be the one that stops the packer.
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
  /** Cancels a push that is still to come. */
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
    flush() {
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
