import type { ReactNode } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { Icon } from './icon.tsx';

interface FoldingCardProps {
  readonly title: string;
  /** Short summary of the contents, shown while it is folded. */
  readonly hint: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card that shows only its name until it is opened. */
export function FoldingCard({ title, hint, isOpen, onToggle, className = '', children }: FoldingCardProps) {
  return (
    <Disclosure className={`card folding ${className}`} isExpanded={isOpen} onExpandedChange={onToggle}>
      <Heading level={2} className="folding-head">
        <AriaButton slot="trigger" className="folding-trigger">
          <Icon name="down" />
          {title}
          {!isOpen && <span className="muted push">{hint}</span>}
        </AriaButton>
      </Heading>
      <DisclosurePanel className="folding-panel">{children}</DisclosurePanel>
    </Disclosure>
  );
}
