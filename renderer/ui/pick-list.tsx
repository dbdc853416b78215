import { type ReactNode, useEffect, useRef } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useKey } from '../key-presses.ts';

interface PickListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The row's content in one line, for screen readers. */
  readonly nameOf: (item: Item) => string;
  readonly picked: string | null;
  readonly onPick: (key: string) => void;
  readonly isTall?: boolean;
  readonly children: (item: Item) => ReactNode;
}

/**
 * Rows of which one is picked: by touch, or with the arrow keys, which move the selection. The picked row is in view. If nothing has the
 * focus, Down moves it here. Rows contain no buttons.
 */
export function PickList<Item>({ label, items, keyOf, nameOf, picked, onPick, isTall, children }: PickListProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  useKey('move', () => list.current?.focus());
  const place = items.findIndex((item) => keyOf(item) === picked);
  useEffect(() => {
    // Scrolling returns a promise in newer Chromium, which React would take for a clean-up.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [picked, place]);
  return (
    <ListBox
      ref={list}
      aria-label={label}
      className={`pick-list ${isTall ? 'pick-list-tall' : ''}`}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={picked === null ? [] : [picked]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onPick(String(key));
      }}
    >
      {items.map((item) => (
        <ListBoxItem key={keyOf(item)} id={keyOf(item)} textValue={nameOf(item)} className="pick">
          {children(item)}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
