/** Reads of the service that a person waits for. All of them end when the person stops waiting. */
export interface Waits {
  readonly until: () => AbortSignal;
  readonly stop: () => void;
}

export function createWaits(): Waits {
  let waiting = new AbortController();
  return {
    // A new signal per read, so that no listener outlives its read.
    until: () => AbortSignal.any([waiting.signal]),
    stop() {
      waiting.abort();
      waiting = new AbortController();
    },
  };
}
