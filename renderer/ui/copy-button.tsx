import { useState } from 'react';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  /** What goes to the clipboard. */
  readonly copies: string;
  /** What is copied, for those who only hear the button. */
  readonly label: string;
  /** At the end of the line that names what it copies, and quieter than it. */
  readonly isAtEnd?: boolean;
}

/** Copies a text for the clipboard, and says whether it worked. */
export function CopyButton({ copies, label, isAtEnd = false }: CopyButtonProps) {
  const [done, setDone] = useState<'copied' | 'failed' | null>(null);
  const words = text.frame;
  return (
    <Button
      isSmall
      {...(isAtEnd && { kind: 'quiet' as const, className: 'push' })}
      label={done === null ? label : `${label}: ${words[done]}`}
      onPress={() => setDone(copy(copies) ? 'copied' : 'failed')}
    >
      {done === null ? words.copy : words[done]}
    </Button>
  );
}

/** By the command and not by the clipboard's own interface: the page has no permission, and a press needs none. */
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
