import { useEffect, useRef } from 'react';

/** Scrolls to the first invalid field and focuses it, once: the parcel in hand waits for it. */
export function useFirstError(isInvalid: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    if (!isInvalid || isShown.current) return;
    isShown.current = true;
    const field = form.current?.querySelector<HTMLElement>('.is-invalid input');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [isInvalid]);
  return form;
}
