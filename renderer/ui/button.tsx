import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import { keyOf, type Meaning, type PressMeaning, shownKey } from '../../shared/key-meanings.ts';
import { useKey } from '../key-presses.ts';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'stop' | 'fill';

/** Draws the key with this meaning, if there is one. */
export function Key({ of }: { of: Meaning | undefined }) {
  if (of === undefined) return null;
  return (
    <kbd className="key" aria-hidden="true">
      {shownKey(of)}
    </kbd>
  );
}

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  /** The meaning of its key, which is shown in the button and bound to it while the button is mounted. */
  readonly means?: PressMeaning | undefined;
  /**
   * True if a press spends money or settles a doubt. Enter and Space on the focused button then do nothing, because a barcode can type
   * both. It needs its function key, a touch or the mouse.
   */
  readonly commits?: boolean;
  readonly label?: string;
  readonly className?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

export function Button({ kind = 'plain', isSmall, isDisabled, means, commits, label, className = '', onPress, children }: ButtonProps) {
  useKey(means, isDisabled ? undefined : onPress);
  const press = (event: PressEvent) => {
    const isPointer = event.pointerType !== 'keyboard' && event.pointerType !== 'virtual';
    if (!commits || isPointer) onPress();
  };
  return (
    <AriaButton
      className={`btn btn-${kind} ${isSmall ? 'btn-s' : ''} ${className}`}
      isDisabled={isDisabled ?? false}
      onPress={press}
      {...(label && { 'aria-label': label })}
      {...(means && { render: (props) => <button {...props} aria-keyshortcuts={keyOf(means)} /> })}
    >
      {children}
      <Key of={means} />
    </AriaButton>
  );
}
