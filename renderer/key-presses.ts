import { useEffectEvent, useLayoutEffect } from 'react';
import type { TypedAs } from '../shared/known-code.ts';
import type { SeenBurst } from './scanner/key-reader.ts';

type Handler = () => void;
type ScanHandler = (code: string) => void;
type BurstHandler = (burst: SeenBurst) => void;
interface BurstTarget {
  readonly see: BurstHandler;
  readonly measures: boolean;
}

/** Handlers of the open screen, newest last: an overlay that opens later takes the key before the screen below it. */
const keyHandlers = new Map<string, Handler[]>();
const scanTargets: ScanHandler[] = [];
const typingTargets: TypingTarget[] = [];
const burstTargets: BurstTarget[] = [];

interface TypingTarget {
  readonly type: (text: string) => void;
  /** Shows what has arrived and is not decided yet; empty: nothing any more. */
  readonly echo: (text: string) => void;
  /** What was typed so far was a part of a scan. */
  readonly clear: () => void;
}

/** A second press of the same letter or digit within this time is the press before it: a key that bounced, or a finger that did. */
export const secondPressMs = 300;
/** The letter or digit that a screen took last. */
let lastTaken: { readonly name: string; readonly atMs: number; readonly by: Handler | undefined } = { name: '', atMs: 0, by: undefined };

/** Whether this character was pressed a moment ago and did something: then it may be that press once more. */
export const isPressedAgain = (character: string): boolean =>
  character.length === 1 && lastTaken.name === nameOf(character) && performance.now() - lastTaken.atMs < secondPressMs;

const nameOf = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

/**
 * Gives a key to the open screen: to what waits for it, else a letter or digit to what takes typing. Returns false if nothing does. A second
 * press of a letter or digit never acts on what the first one brought up.
 */
export function pressKey(key: string): boolean {
  const handler = keyHandlers.get(nameOf(key))?.at(-1);
  if (handler) {
    // What is drawn since the first press is not what the second one was meant for.
    if (isPressedAgain(key) && lastTaken.by !== handler) return true;
    if (key.length === 1) lastTaken = { name: nameOf(key), atMs: performance.now(), by: handler };
    handler();
    return true;
  }
  const typing = /^[\p{L}\p{N}#]$/u.test(key) ? typingTargets.at(-1) : undefined;
  typing?.type(key);
  return typing !== undefined;
}

/** The screen that takes typed codes outside fields, if one does. */
export const typingTarget = (): TypingTarget | undefined => typingTargets.at(-1);

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
  // What is drawn takes its key from the first moment on.
  useLayoutEffect(() => {
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
  useLayoutEffect(() => (isBound ? enter(scanTargets, (code) => take(code)) : undefined), [isBound]);
}

/** Takes the characters of a typed code outside fields, if no key of the screen is waiting for them. */
export function useTyping(target: TypingTarget): void {
  const type = useEffectEvent((text: string) => target.type(text));
  const echo = useEffectEvent((text: string) => target.echo(text));
  const clear = useEffectEvent(() => target.clear());
  useLayoutEffect(() => enter(typingTargets, { type: (text) => type(text), echo: (text) => echo(text), clear: () => clear() }), []);
}

/** The component that is shown every burst of keys, with what it was decided to be. */
export const burstTarget = (): BurstTarget | undefined => burstTargets.at(-1);

/** Shows this component every burst of keys while it is drawn. `measures`: the scanner is being measured, so no burst acts on anything. */
export function useBursts(handler: BurstHandler, measures: boolean): void {
  const see = useEffectEvent((burst: SeenBurst) => handler(burst));
  useLayoutEffect(() => enter(burstTargets, { see: (burst) => see(burst), measures }), [measures]);
}

let typedAsNow: (text: string) => TypedAs | undefined = () => undefined;

/** How a text came into its field, as far as its keys were seen; undefined if it was not typed. */
export const typedAs = (text: string): TypedAs | undefined => typedAsNow(text);

/** Called by what listens to the keys. */
export function setTypedAs(seen: typeof typedAsNow): void {
  typedAsNow = seen;
}

function enter<T>(list: T[], entry: T): () => void {
  list.push(entry);
  return () => {
    list.splice(list.indexOf(entry), 1);
  };
}
