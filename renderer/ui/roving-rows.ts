import { type FocusEvent, type KeyboardEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';

/** Access to the rows of a list from outside. */
export interface RowsHandle {
  /** Focuses the row that had the focus last, else the first one. */
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
  /** Called for Enter on a row. */
  readonly onOpen: (key: string) => void;
  /** Called when the focus moves up from the first row. */
  readonly onAbove: () => void;
  /** Called when the focus moves down from the last row. */
  readonly onBelow: () => void;
}

/** Page size if rows have no height (no layout). */
const rowsOfPage = 10;

/**
 * One Tab stop for a list of rows; the arrow keys, Home, End and page keys move within it. Only the rows that lose or receive the focus
 * render again (a React Aria collection renders all rows for each tick, ten times slower at 500 rows). If the focused row leaves the
 * list, the row in its place receives the focus.
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
  /** Index of the focused row, or -1. */
  const place = useRef(-1);
  const placeOf = (row: HTMLTableRowElement | null): number => keys.indexOf(row?.dataset['key'] ?? '');
  const onFocus = (event: FocusEvent) => {
    const row = rowOf(event);
    place.current = placeOf(row);
    setLast(row?.dataset['key']);
  };
  // React fires no blur if the focused row leaves the list, so this one was caused by a person.
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

/** One row less than are visible at once, so that the last row stays visible. */
function pageOf(row: HTMLTableRowElement): number {
  const seen = (row.closest('table')?.parentElement?.clientHeight ?? 0) / row.offsetHeight;
  return Number.isFinite(seen) ? Math.max(1, Math.floor(seen) - 2) : rowsOfPage;
}
