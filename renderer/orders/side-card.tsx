import { type ReactNode, useEffect, useRef } from 'react';

/** Stands beside the list. Tab goes on within it once it is there, whatever is listed. `aside` stands at the right of the title. */
export function SideCard({ title, aside, children }: { title: ReactNode; aside: ReactNode; children: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={card} tabIndex={-1} className="card orders-side">
      <div className="head">
        <h2>{title}</h2>
        <div className="push">{aside}</div>
      </div>
      {children}
    </section>
  );
}
