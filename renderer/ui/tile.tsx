import type { ReactNode } from 'react';
import { Button as AriaButton, Radio } from 'react-aria-components';
import type { Digit } from '../../shared/key-meanings.ts';
import { useKey } from '../key-presses.ts';

interface TileProps {
  /** The digit that chooses it. */
  readonly digit: Digit | undefined;
  readonly onPress: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A large target that is chosen at once. */
export function Tile({ digit, onPress, className = '', children }: TileProps) {
  useKey(digit, onPress);
  return (
    <AriaButton className={`tile ${className}`} onPress={onPress}>
      {children}
    </AriaButton>
  );
}

/** One option of a `RadioGroup`: a digit moves the selection and does nothing else. */
export function RadioTile({ value, digit, isDisabled, onChoose, children }: RadioTileProps) {
  useKey(digit, onChoose);
  return (
    <Radio value={value} className="tile" isDisabled={isDisabled ?? false}>
      {children}
    </Radio>
  );
}

interface RadioTileProps {
  readonly value: string;
  readonly digit: Digit | undefined;
  readonly isDisabled?: boolean;
  /** Action of the digit; undefined leaves it free. */
  readonly onChoose: (() => void) | undefined;
  readonly children: ReactNode;
}
