import { useEffect, useRef } from 'react';

/** Scrolls to the first invalid field and focuses it, once: the parcel in hand waits for it. */
export function useFirstWrong(isWrong: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    if (!isWrong || isShown.current) return;
    isShown.current = true;
    const field = form.current?.querySelector<HTMLElement>('.is-wrong input');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [isWrong]);
  return form;
}
