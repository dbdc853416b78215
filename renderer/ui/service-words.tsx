import type { ReactNode } from 'react';
import { useQuery } from '../query.ts';
import { inWords } from '../text/meanings.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { CopyButton } from './copy-button.tsx';

interface ServiceWordsProps {
  /** What the service said, as it came. */
  readonly said: string;
  /** What that means and what to do, where it is known. */
  readonly cause?: string | undefined;
  /** Stands before all of it. */
  readonly lead?: string | undefined;
  /** Stands below the words. */
  readonly children?: ReactNode;
}

/** The service's own words, to be read, and to be copied for whoever has to understand them. What they mean stands first. */
export function ServiceWords({ said, cause, lead, children }: ServiceWordsProps) {
  if (!said) return null;
  return (
    <div className="service-words">
      <p className="grow">
        {lead && <b>{lead}</b>}
        {cause && <b>{cause}</b>}
        <q className={cause ? 'muted' : ''}>{said}</q>
        {children}
      </p>
      <CopyButton copies={said} label={text.frame.copySaid} />
    </div>
  );
}

type Kept = Pick<ServiceWordsProps, 'said' | 'lead'>;

/** Words the journal kept: what they mean is looked up when they are shown, so that a newer dictionary explains older words. */
export const KeptServiceWords = (props: Kept) => (props.said ? <Explained {...props} /> : null);

function Explained({ said, lead }: Kept) {
  const { station } = useWindowState();
  const { value } = useQuery(null, () => station.explain({ said }), [said]);
  return <ServiceWords said={said} lead={lead} cause={inWords(value)} />;
}
