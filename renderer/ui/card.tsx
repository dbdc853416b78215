import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface CardProps {
  readonly title?: ReactNode;
  /** Shown at the right of the title. */
  readonly aside?: ReactNode;
  /** True for lists and tables, which reach the edge of the card. */
  readonly isFlush?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function Card({ title, aside, isFlush, className = '', children }: CardProps) {
  return (
    <section className={`card ${isFlush ? 'card-flush' : ''} ${className}`}>
      {title && (
        <div className="head">
          <h2>{title}</h2>
          {aside && <div className="push">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Name left, value right of it. Entries that are undefined are left out. */
export function Facts({ facts, className = '' }: { facts: readonly (readonly [string, ReactNode] | undefined)[]; className?: string }) {
  return (
    <dl className={`facts ${className}`}>
      {facts.flatMap((fact) => (fact ? [<dt key={`${fact[0]}:name`}>{fact[0]}</dt>, <dd key={`${fact[0]}:value`}>{fact[1]}</dd>] : []))}
    </dl>
  );
}

/** An empty area with instructions. */
export function Empty({ icon, title, isDrop, children }: { icon?: IconName; title: string; isDrop?: boolean; children?: ReactNode }) {
  return (
    <div className={`empty grow ${isDrop ? 'drop' : ''}`}>
      {icon && <Icon name={icon} />}
      <b>{title}</b>
      {children && <span>{children}</span>}
    </div>
  );
}

/** A remark with its icon, large enough to be read with a parcel in the hands. */
export function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="card note">
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  );
}
