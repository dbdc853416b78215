import type { ReactNode } from 'react';
import { useQuery } from '../query.ts';
import { inWords } from '../text/meanings.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { CopyButton } from './copy-button.tsx';

interface ServiceWordsProps {
  /** The message of the service, unchanged. */
  readonly said: string;
  /** Its meaning and remedy, if known. */
  readonly cause?: string | undefined;
  /** Shown before all of it. */
  readonly lead?: string | undefined;
  /** Shown below the message. */
  readonly children?: ReactNode;
}

/** A message of the service, to read and to copy for support. Its meaning comes first. */
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
      <CopyButton copies={said} label={text.frame.copyMessage} />
    </div>
  );
}

type Kept = Pick<ServiceWordsProps, 'said' | 'lead'>;

/** A message stored in the journal. Its meaning is looked up when it is shown, so a newer dictionary also explains older messages. */
export const KeptServiceWords = (props: Kept) => (props.said ? <Explained {...props} /> : null);

function Explained({ said, lead }: Kept) {
  const { station } = useWindowState();
  const { value } = useQuery(null, () => station.explain({ said }), [said]);
  return <ServiceWords said={said} lead={lead} cause={inWords(value)} />;
}
