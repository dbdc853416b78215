/** The reads of the service that a person waits for: all of them end when the person stops waiting. */
export interface Waits {
  readonly until: () => AbortSignal;
  readonly stop: () => void;
}

export function createWaits(): Waits {
  let waiting = new AbortController();
  return {
    // One of its own for each: nobody's listening outlives the question.
    until: () => AbortSignal.any([waiting.signal]),
    stop() {
      waiting.abort();
      waiting = new AbortController();
    },
  };
}
