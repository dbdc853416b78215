import { useEffect, useEffectEvent } from 'react';

type Handler = () => void;
type ScanHandler = (code: string) => void;

/** Handlers of the open screen, newest last: an overlay that opens later takes the key before the screen below it. */
const keyHandlers = new Map<string, Handler[]>();
const scanTargets: ScanHandler[] = [];

const nameOf = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

/** Gives a key to the open screen. Answers false where nobody waits for it. */
export function pressKey(key: string): boolean {
  const handler = keyHandlers.get(nameOf(key))?.at(-1);
  handler?.();
  return handler !== undefined;
}

/** The screen that takes scans for itself, if one does. */
export const scanTarget = (): ScanHandler | undefined => scanTargets.at(-1);

/**
 * Does `handler` when `key` is pressed while this component is drawn: `F7`..`F12`, `Escape`, `Enter` outside fields, or one
 * letter or digit typed outside fields. Never bind buying or settling to a letter, a digit, Enter or Tab: barcodes type those.
 * An undefined handler leaves the key free.
 */
export function useKey(key: string, handler: Handler | undefined): void {
  const name = nameOf(key);
  const isBound = handler !== undefined;
  const press = useEffectEvent(() => handler?.());
  useEffect(() => {
    if (!isBound) return undefined;
    const handlers = keyHandlers.get(name) ?? [];
    keyHandlers.set(name, handlers);
    return enter(handlers, () => press());
  }, [name, isBound]);
}

/** Takes scans for this component while it is drawn, instead of the bench. */
export function useScanTarget(handler: ScanHandler | undefined): void {
  const isBound = handler !== undefined;
  const take = useEffectEvent((code: string) => handler?.(code));
  useEffect(() => (isBound ? enter(scanTargets, (code) => take(code)) : undefined), [isBound]);
}

function enter<T>(list: T[], entry: T): () => void {
  list.push(entry);
  return () => {
    list.splice(list.indexOf(entry), 1);
  };
}
