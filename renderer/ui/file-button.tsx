import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onPress' | 'commits'> {
  readonly onFiles: (files: FileList | null) => void;
}

/** Opens the file dialog, by press and by key. */
export function FileButton({ onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    if (!input.current) return;
    // The same file may be chosen again.
    input.current.value = '';
    input.current.click();
  };
  return (
    <>
      <input ref={input} type="file" hidden onChange={(event) => onFiles(event.target.files)} />
      <Button {...button} onPress={choose} />
    </>
  );
}
