import { hash } from 'node:crypto';

/** Cache of what was read from the latest labels, by their bytes. */
export interface LastRead<T> {
  readonly find: (bytes: Uint8Array) => T | undefined;
  /** Removes the oldest entries to make room. */
  readonly keep: (bytes: Uint8Array, read: T) => void;
  readonly clear: () => void;
}

/**
 * `mostBytes`: total size of the labels; a larger one is kept alone. The result for a short label takes more memory than the label, hence
 * `mostLabels`.
 */
export function createLastRead<T>(mostBytes: number, mostLabels: number): LastRead<T> {
  const kept = new Map<string, { readonly read: T; readonly size: number }>();
  let held = 0;
  const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64');
  function drop(digest: string): void {
    held -= kept.get(digest)?.size ?? 0;
    kept.delete(digest);
  }
  return {
    clear() {
      kept.clear();
      held = 0;
    },
    find: (bytes) => kept.get(digestOf(bytes))?.read,
    keep(bytes, read) {
      const digest = digestOf(bytes);
      drop(digest);
      kept.set(digest, { read, size: bytes.length });
      held += bytes.length;
      for (const oldest of kept.keys()) {
        if ((held <= mostBytes && kept.size <= mostLabels) || kept.size === 1) return;
        drop(oldest);
      }
    },
  };
}
