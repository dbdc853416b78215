import { type KeyPage, KeyReader, type SeenBurst } from '../../renderer/scanner/key-reader.ts';
import type { ScannerProfile } from '../../shared/scanner-profile.ts';
import type { KeyEvent } from './key-events.ts';

/** Effects of a stream's keys on a page, in order. */
export type Effect =
  | { readonly is: 'scan'; readonly texts: readonly string[]; readonly hasEnd: boolean; readonly atMs: number }
  | { readonly is: 'scan-if-known'; readonly texts: readonly string[]; readonly hasEnd: boolean; readonly atMs: number }
  | { readonly is: 'unreadable'; readonly why: string; readonly atMs: number }
  | { readonly is: 'ask'; readonly texts: readonly string[]; readonly by: 'end' | 'silence'; readonly atMs: number }
  | { readonly is: 'drop'; readonly atMs: number }
  | { readonly is: 'take-back'; readonly atMs: number }
  /** Text that reached the field or the screen that takes codes. */
  | { readonly is: 'typed'; readonly text: string; readonly atMs: number }
  /** A key of the screen. */
  | { readonly is: 'pressed'; readonly key: string; readonly atMs: number }
  /** A key that the page received itself: Enter, Tab, Escape, shortcuts, keys of an input method. */
  | { readonly is: 'passed'; readonly key: string; readonly atMs: number };

/** Target of the keys. */
export interface Place {
  /** `none`: outside fields. `code`: outside fields too, on a screen that takes typed codes. */
  readonly is: 'none' | 'code' | 'text' | 'number' | 'code-field' | 'secret';
  readonly value?: string;
}

export interface ReplayOptions {
  readonly place?: Place;
  readonly profile?: ScannerProfile | null;
  /** Delay of timers and keys while something else keeps the window busy, by the time of the key. */
  readonly lateMs?: (atMs: number) => number;
  /** Time when the window got the focus. */
  readonly focusedAtMs?: number;
  /** Called for each burst of a scanner that is being measured. */
  readonly onMeasured?: (burst: SeenBurst) => void;
  /** Called for each effect as it happens; may change the place. */
  readonly onEffect?: (effect: Effect, page: ReplayedPage) => void;
}

export interface ReplayedPage {
  place: Place;
  readonly effects: Effect[];
  /** Text drawn while the reader was undecided; empty in the end. */
  readonly echoes: string[];
  readonly reader: KeyReader;
}

/** A page without a browser, with the program's own reader and its own clock. */
export function createReplay({ place = { is: 'none' }, profile = null, onEffect, focusedAtMs, onMeasured }: ReplayOptions = {}) {
  let nowMs = Number.NEGATIVE_INFINITY;
  const effects: Effect[] = [];
  const echoes: string[] = [];
  const page: ReplayedPage = { place, effects, echoes, reader: undefined as never };
  let before = '';
  let after = '';
  const happened = (effect: Effect): void => {
    effects.push(effect);
    onEffect?.(effect, page);
  };
  const isField = (): boolean => page.place.is !== 'none' && page.place.is !== 'code';
  const keyPage: KeyPage = {
    field: () => {
      const { is, value = '' } = page.place;
      if (!isField()) return undefined;
      return { takes: is === 'number' || is === 'secret' ? is : is === 'code-field' ? 'code' : 'text', isEmpty: value === '' };
    },
    takesCodes: () => page.place.is === 'code' || page.place.is === 'code-field',
    echo: (text) => void echoes.push(text),
    type(text) {
      before = page.place.value ?? '';
      after = before + text;
      page.place = { ...page.place, value: after };
      happened({ is: 'typed', text, atMs: nowMs });
    },
    takeBack() {
      if (page.place.value === after) page.place = { ...page.place, value: before };
      happened({ is: 'take-back', atMs: nowMs });
    },
    endComposition: () => undefined,
    typeCode(text) {
      page.place = { is: 'code-field', value: text };
      happened({ is: 'typed', text, atMs: nowMs });
    },
    press: (key) => happened({ is: 'pressed', key, atMs: nowMs }),
    scan: ({ texts, hasEnd }) => happened({ is: 'scan', texts, hasEnd, atMs: nowMs }),
    scanIfKnown: ({ texts, hasEnd }) => happened({ is: 'scan-if-known', texts, hasEnd, atMs: nowMs }),
    askAbout: (texts, by) => happened({ is: 'ask', texts, by, atMs: nowMs }),
    dropScan: () => happened({ is: 'drop', atMs: nowMs }),
    unreadable: (why) => happened({ is: 'unreadable', why, atMs: nowMs }),
    measures: () => onMeasured !== undefined,
    seen: (burst) => onMeasured?.(burst),
  };
  const reader = new KeyReader(keyPage, () => profile);
  Object.assign(page, { reader });
  if (focusedAtMs !== undefined) reader.focused(focusedAtMs);

  /** Lets timers run until this moment. Those of a busy window run only if no key was pressed before they are handled. */
  function passUntil(atMs: number): void {
    for (let due = reader.waitsUntil(); due !== undefined && due < atMs; due = reader.waitsUntil()) {
      nowMs = Math.max(nowMs, due);
      reader.silence(nowMs);
    }
  }

  function handle(event: KeyEvent): void {
    nowMs = Math.max(nowMs, event.atMs);
    if (event.is === 'up') return reader.up(event.code, event.key, event.atMs);
    if (event.is === 'inserted') {
      if (!reader.inserted(event.text, event.atMs) && isField()) keyPage.type(event.text);
      return;
    }
    const isTaken = reader.down({ ...event, meta: false });
    if (!isTaken && !isModifierKey(event.key)) happened({ is: 'passed', key: event.key, atMs: nowMs });
  }

  return { page, passUntil, handle };
}

const isModifierKey = (key: string): boolean => /^(Shift|Control|Alt|AltGraph|CapsLock|NumLock|Meta)$/.test(key);

/** Plays a whole stream and the silence after it. */
export function replay(events: readonly KeyEvent[], options: ReplayOptions = {}): ReplayedPage {
  const { page, passUntil, handle } = createReplay(options);
  for (const event of events) {
    const lateMs = options.lateMs?.(event.atMs) ?? 0;
    // A busy window handles its timers after the keys that wait for it.
    if (lateMs === 0) passUntil(event.atMs);
    handle(event);
  }
  passUntil(Number.POSITIVE_INFINITY);
  return page;
}
