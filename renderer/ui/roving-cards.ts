import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef } from 'react';

const arrows = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'] as const;
export type Arrow = (typeof arrows)[number];

interface RovingCards {
  /** Spread on the element around the cards. Each card has a button with its key as `data-entry`. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Focuses the button of the card with this key. */
export interface CardsHandle {
  readonly focus: (key: string) => void;
}

/**
 * Arrow keys move between cards, as in a list. In a field of a card only up and down move, because left and right belong to the field. A
 * text that scrolls keeps all four.
 */
export function useRovingCards(handle: RefObject<CardsHandle | null>, onMove: (arrow: Arrow) => void): RovingCards {
  const ref = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    focus: (key) =>
      [...(ref.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])].find(({ dataset }) => dataset['entry'] === key)?.focus(),
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows.find((each) => each === event.key);
    const { target } = event;
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof Element)) return;
    const isUpOrDown = arrow === 'ArrowDown' || arrow === 'ArrowUp';
    if (target.matches('pre, textarea') || (target.matches('input') && !isUpOrDown)) return;
    event.preventDefault();
    onMove(arrow);
  };
  return { ref, onKeyDown };
}
