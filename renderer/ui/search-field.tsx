import type { RefObject } from 'react';
import { Input, TextField } from 'react-aria-components';
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter?: (value: string) => void;
  /** Called for Down: moves to the results. */
  readonly onDown?: () => void;
  readonly placeholder?: string;
  /** Hint at the right of a wide field: what may be typed. */
  readonly hint?: string;
  readonly isLarge?: boolean;
  readonly hasFocus?: boolean;
  /** True if a typed code is treated like a scanned one. */
  readonly takesCodes?: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** A search field; the icon and the placeholder are its name. */
export function SearchField({
  label,
  value,
  onChange,
  onEnter,
  onDown,
  placeholder,
  hint,
  isLarge,
  hasFocus,
  takesCodes,
  inputRef,
}: SearchFieldProps) {
  return (
    <TextField className="search" aria-label={label} value={value} onChange={onChange}>
      <div className={`input ${isLarge ? 'search-large' : ''}`}>
        <Icon name="search" className={isLarge ? '' : 'i-s'} />
        <Input
          autoComplete="off"
          spellCheck={false}
          data-takes={takesCodes ? 'code' : 'text'}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is there to be searched: what is typed goes here
          autoFocus={hasFocus ?? false}
          {...(placeholder && { placeholder })}
          {...(inputRef && { ref: inputRef })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter?.(event.currentTarget.value);
            if (event.key !== 'ArrowDown' || !onDown) return;
            event.preventDefault();
            onDown();
          }}
        />
        {hint && <span className="unit small">{hint}</span>}
      </div>
    </TextField>
  );
}
