import { type FocusEvent, type KeyboardEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';

/** The rows of a list, for who stands outside of it. */
export interface RowsHandle {
  /** To the row that was left last, else to the first one. */
  readonly enter: () => void;
  readonly focus: (key: string) => void;
}

interface RovingRows {
  /** The only row that Tab reaches. */
  readonly current: string | undefined;
  /** Goes to the `tbody`, whose rows carry their key as `data-key`. */
  readonly body: {
    readonly ref: RefObject<HTMLTableSectionElement | null>;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

interface RovingOptions {
  readonly keys: readonly string[];
  readonly handle: RefObject<RowsHandle | null>;
  /** Enter on a row. */
  readonly onOpen: (key: string) => void;
  /** Somebody goes up from the first row. */
  readonly onAbove: () => void;
  /** Somebody goes down from the last row. */
  readonly onBelow: () => void;
}

/** Where rows have no height (no layout) a page is so many. */
const rowsOfPage = 10;

/**
 * One stop for Tab in a list of rows; the arrow keys, Home, End and a page at a time lead through it. Only the rows that are left and reached
 * are drawn anew (a collection of React Aria draws all of them for each tick, ten times as long at 500 rows).
 * Where the row that has the focus leaves the list, the one in its place gets it.
 */
export function useRovingRows({ keys, handle, onOpen, onAbove, onBelow }: RovingOptions): RovingRows {
  const ref = useRef<HTMLTableSectionElement>(null);
  const [last, setLast] = useState<string>();
  const current = last !== undefined && keys.includes(last) ? last : keys[0];
  const focus = (key: string | undefined) =>
    [...(ref.current?.querySelectorAll('tr') ?? [])].find((row) => row.dataset['key'] === key)?.focus();
  useImperativeHandle(handle, () => ({ enter: () => focus(current), focus }));

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event);
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = keys.indexOf(row.dataset['key'] ?? '');
    const to = target(event.key, at, pageOf(row));
    if (event.key === 'Enter') onOpen(row.dataset['key'] ?? '');
    else if (to === undefined) return;
    else if (to < 0 && at === 0) onAbove();
    else {
      if (to >= keys.length) onBelow();
      focus(keys[Math.max(0, Math.min(to, keys.length - 1))]);
    }
    event.preventDefault();
  };
  /** Where the row that has the focus stands, or -1. */
  const place = useRef(-1);
  const placeOf = (row: HTMLTableRowElement | null): number => keys.indexOf(row?.dataset['key'] ?? '');
  const onFocus = (event: FocusEvent) => {
    const row = rowOf(event);
    place.current = placeOf(row);
    setLast(row?.dataset['key']);
  };
  // React tells nobody of the focus that goes with a row which leaves the list: this one was left by a person.
  const onBlur = () => {
    place.current = -1;
  };
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (ref.current?.contains(activeElement)) place.current = placeOf(activeElement?.closest('tr') ?? null);
    else if (place.current >= 0 && activeElement === document.body) focus(keys[Math.min(place.current, keys.length - 1)]);
  });

  function target(key: string, at: number, page: number): number | undefined {
    switch (key) {
      case 'ArrowDown':
        return at + 1;
      case 'ArrowUp':
        return at - 1;
      case 'PageDown':
        return at + page;
      case 'PageUp':
        return at === 0 ? 0 : at - page;
      case 'Home':
        return 0;
      case 'End':
        return keys.length - 1;
      default:
        return undefined;
    }
  }
  return { current, body: { ref, onFocus, onBlur, onKeyDown } };
}

const rowOf = ({ target }: { target: EventTarget }): HTMLTableRowElement | null =>
  target instanceof Element ? target.closest('tr') : null;

/** One row less than are seen at once, so that the last one is seen again. */
function pageOf(row: HTMLTableRowElement): number {
  const seen = (row.closest('table')?.parentElement?.clientHeight ?? 0) / row.offsetHeight;
  return Number.isFinite(seen) ? Math.max(1, Math.floor(seen) - 2) : rowsOfPage;
}
