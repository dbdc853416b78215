import type { ReactNode } from 'react';
import { useQuery } from '../query.ts';
import { meaningText } from '../text/meanings.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { CopyButton } from './copy-button.tsx';

interface ServiceMessageProps {
  /** The message of the service, unchanged. */
  readonly message: string;
  /** Its meaning and remedy, if known. */
  readonly cause?: string | undefined;
  /** Shown before all of it. */
  readonly lead?: string | undefined;
  /** Shown below the message. */
  readonly children?: ReactNode;
}

/** A message of the service, to read and to copy for support. Its meaning comes first. */
export function ServiceMessage({ message, cause, lead, children }: ServiceMessageProps) {
  if (!message) return null;
  return (
    <div className="service-message">
      <p className="grow">
        {lead && <b>{lead}</b>}
        {cause && <b>{cause}</b>}
        <q className={cause ? 'muted' : ''}>{message}</q>
        {children}
      </p>
      <CopyButton copies={message} label={text.frame.copyMessage} />
    </div>
  );
}

type Kept = Pick<ServiceMessageProps, 'message' | 'lead'>;

/** A message stored in the journal. Its meaning is looked up when it is shown, so a newer dictionary also explains older messages. */
export const KeptServiceMessage = (props: Kept) => (props.message ? <Explained {...props} /> : null);

function Explained({ message, lead }: Kept) {
  const { station } = useWindowState();
  const { value } = useQuery(null, () => station.explain({ message }), [message]);
  return <ServiceMessage message={message} lead={lead} cause={meaningText(value)} />;
}
