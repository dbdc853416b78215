import { useState } from 'react';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  /** The text for the clipboard, or a call that copies it where the window does not know it; false if that failed. */
  readonly copies: string | (() => Promise<boolean>);
  /** Describes the text for screen readers. */
  readonly label: string;
  /** True at the end of the line with the copied text; the button is less prominent then. */
  readonly isAtEnd?: boolean;
}

/** Copies a text to the clipboard, and shows if it worked. */
export function CopyButton({ copies, label, isAtEnd = false }: CopyButtonProps) {
  const [done, setDone] = useState<'copied' | 'failed' | null>(null);
  const words = text.frame;
  const press = async () => {
    const isCopied = typeof copies === 'string' ? copy(copies) : await copies();
    setDone(isCopied ? 'copied' : 'failed');
  };
  return (
    <Button
      isSmall
      {...(isAtEnd && { kind: 'quiet' as const, className: 'push' })}
      label={done === null ? label : `${label}: ${words[done]}`}
      onPress={() => void press()}
    >
      {done === null ? words.copy : words[done]}
    </Button>
  );
}

/** Uses the copy command instead of the clipboard API, because the page has no permission and a press needs none. */
function copy(what: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = what;
  field.className = 'copy-source';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
