import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import { useKey } from '../key-presses.ts';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'stop' | 'fill';

const shortNames: Readonly<Record<string, string>> = { Escape: 'Esc', Delete: 'Del' };

export function Key({ name }: { name: string }) {
  return (
    <kbd className="key" aria-hidden="true">
      {shortNames[name] ?? name}
    </kbd>
  );
}

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  /** Shown in the button and bound to it while the button is mounted. */
  readonly keyName?: string;
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

export function Button({ kind = 'plain', isSmall, isDisabled, keyName, commits, label, className = '', onPress, children }: ButtonProps) {
  useKey(keyName ?? '', keyName && !isDisabled ? onPress : undefined);
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
      {...(keyName && { render: (props) => <button {...props} aria-keyshortcuts={keyName} /> })}
    >
      {children}
      {keyName && <Key name={keyName} />}
    </AriaButton>
  );
}
