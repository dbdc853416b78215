import { type ReactNode, useEffect, useRef } from 'react';

interface SideCardProps {
  readonly title: ReactNode;
  readonly aside: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A card beside the list. It takes the focus when it opens, so that Tab continues inside it. `aside` is shown at the right of the title.
 */
export function SideCard({ title, aside, className = '', children }: SideCardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={card} tabIndex={-1} className={`card orders-side ${className}`}>
      <div className="head">
        <h2>{title}</h2>
        <div className="push">{aside}</div>
      </div>
      {children}
    </section>
  );
}
