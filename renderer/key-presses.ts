import { useEffectEvent, useLayoutEffect } from 'react';
import { keyOf, type PressMeaning } from '../shared/key-meanings.ts';
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
  /** Shows pending keys; an empty text clears them. */
  readonly echo: (text: string) => void;
  /** The keys so far were part of a scan. */
  readonly clear: () => void;
}

/** A second press of the same letter or digit within this time, in ms, counts as a repetition: a bouncing key or a double press. */
export const secondPressMs = 300;
/** The last letter or digit that a screen handled. */
let lastTaken: { readonly name: string; readonly atMs: number; readonly by: Handler | undefined } = { name: '', atMs: 0, by: undefined };

/** True if this character was pressed and handled a moment ago, so the press may be a repetition. */
export const isPressedAgain = (character: string): boolean =>
  character.length === 1 && lastTaken.name === nameOf(character) && performance.now() - lastTaken.atMs < secondPressMs;

const nameOf = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

/**
 * Gives a key to the open screen: to its key handler, else a letter or digit to the target of typed codes. Returns false if neither
 * exists. A repeated press of a letter or digit never acts on what the first press opened.
 */
export function pressKey(key: string): boolean {
  const handler = keyHandlers.get(nameOf(key))?.at(-1);
  if (handler) {
    // A handler that appeared since the first press must not receive the repetition.
    if (isPressedAgain(key) && lastTaken.by !== handler) return true;
    if (key.length === 1) lastTaken = { name: nameOf(key), atMs: performance.now(), by: handler };
    handler();
    return true;
  }
  const typing = /^[\p{L}\p{N}#]$/u.test(key) ? typingTargets.at(-1) : undefined;
  typing?.type(key);
  return typing !== undefined;
}

/** The screen that takes typed codes outside fields, if any. */
export const typingTarget = (): TypingTarget | undefined => typingTargets.at(-1);

/** The screen that takes scans instead of the bench, if any. */
export const scanTarget = (): ScanHandler | undefined => scanTargets.at(-1);

/**
 * Runs `handler` when the key with this meaning is pressed while this component is mounted. Enter, letters and digits count outside fields
 * only. Never bind buying or settling to a letter, a digit or Enter, because barcodes type those. An undefined handler leaves the key free.
 */
export const useKey = (meaning: PressMeaning | undefined, handler: Handler | undefined): void =>
  useNamedKey(meaning === undefined ? '' : keyOf(meaning), meaning === undefined ? undefined : handler);

/** Runs `handler` for the bar code of one letter, which is too short for a scan and arrives as a key. */
export const useLetterCode = (letter: string, handler: Handler | undefined): void =>
  useNamedKey(letter, /^[a-z]$/i.test(letter) ? handler : undefined);

function useNamedKey(key: string, handler: Handler | undefined): void {
  const name = nameOf(key);
  const isBound = handler !== undefined;
  const press = useEffectEvent(() => handler?.());
  // A layout effect, so that the key works from the first frame.
  useLayoutEffect(() => {
    if (!isBound) return undefined;
    const handlers = keyHandlers.get(name) ?? [];
    keyHandlers.set(name, handlers);
    return enter(handlers, () => press());
  }, [name, isBound]);
}

/** The key that has to stay down before it acts. */
export const holdKey = keyOf('destroy');
/** How long it has to stay down, in ms. */
export const holdMs = 1000;

interface HoldTarget {
  readonly begin: () => void;
  readonly end: () => void;
  /** False if it takes the key only while it has the focus. */
  readonly hasKey: () => boolean;
  readonly hasFocus: () => boolean;
}

const holdTargets: HoldTarget[] = [];
let heldTarget: HoldTarget | undefined;

/** The key to hold went down: the hold of the open screen begins, if it has one. */
export function beginHold(): void {
  endHold();
  heldTarget = holdTargets.findLast(({ hasFocus }) => hasFocus()) ?? holdTargets.findLast(({ hasKey }) => hasKey());
  heldTarget?.begin();
}

/** It was released, or can no longer be seen to be down. */
export function endHold(): void {
  heldTarget?.end();
  heldTarget = undefined;
}

interface HoldHandlers {
  readonly begin: () => void;
  readonly end: () => void;
  readonly hasKey: boolean;
  readonly hasFocus: () => boolean;
}

/** Binds the key to hold while this component is mounted. */
export function useHoldKey(handlers: HoldHandlers): void {
  const begin = useEffectEvent(() => handlers.begin());
  const end = useEffectEvent(() => handlers.end());
  const hasKey = useEffectEvent(() => handlers.hasKey);
  const hasFocus = useEffectEvent(() => handlers.hasFocus());
  useLayoutEffect(() => {
    const target = { begin: () => begin(), end: () => end(), hasKey: () => hasKey(), hasFocus: () => hasFocus() };
    const leave = enter(holdTargets, target);
    return () => {
      leave();
      if (heldTarget === target) heldTarget = undefined;
    };
  }, []);
}

/** Takes scans instead of the bench while this component is mounted. */
export function useScanTarget(handler: ScanHandler | undefined): void {
  const isBound = handler !== undefined;
  const take = useEffectEvent((code: string) => handler?.(code));
  useLayoutEffect(() => (isBound ? enter(scanTargets, (code) => take(code)) : undefined), [isBound]);
}

/** Takes the characters of a typed code outside fields, if the screen has no handler for the key. */
export function useTyping(target: TypingTarget): void {
  const type = useEffectEvent((text: string) => target.type(text));
  const echo = useEffectEvent((text: string) => target.echo(text));
  const clear = useEffectEvent(() => target.clear());
  useLayoutEffect(() => enter(typingTargets, { type: (text) => type(text), echo: (text) => echo(text), clear: () => clear() }), []);
}

/** The component that shows every burst of keys and the decision about it. */
export const burstTarget = (): BurstTarget | undefined => burstTargets.at(-1);

/**
 * Shows every burst of keys in this component while it is mounted. `measures`: the scanner is being measured, so no burst acts on
 * anything.
 */
export function useBursts(handler: BurstHandler, measures: boolean): void {
  const see = useEffectEvent((burst: SeenBurst) => handler(burst));
  useLayoutEffect(() => enter(burstTargets, { see: (burst) => see(burst), measures }), [measures]);
}

let typedAsNow: (text: string) => TypedAs | undefined = () => undefined;

/** How a text was entered into its field, as far as its keys were seen; undefined if it was not typed. */
export const typedAs = (text: string): TypedAs | undefined => typedAsNow(text);

/** Called by the key listener. */
export function setTypedAs(seen: typeof typedAsNow): void {
  typedAsNow = seen;
}

function enter<T>(list: T[], entry: T): () => void {
  list.push(entry);
  return () => {
    list.splice(list.indexOf(entry), 1);
  };
}
