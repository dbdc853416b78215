import { type ReactNode, useState } from 'react';
import { comparedMessage } from '../../shared/explanation.ts';
import type { Meaning } from '../../shared/meaning.ts';
import { useIntent, useQuery } from '../query.ts';
import { meaningText } from '../text/meanings.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { FailureText } from './failure-text.tsx';
import { Field } from './field.tsx';
import { UndoPlace, useOfferUndo } from './undo-bar.tsx';

interface ServiceMessageProps {
  /** The message of the service, unchanged. */
  readonly message: string;
  /** Its meanings, if known. */
  readonly meanings?: readonly Meaning[] | undefined;
  /** True if the meaning stands elsewhere on the screen. */
  readonly hidesMeaning?: boolean;
  /** Shown before all of it. */
  readonly lead?: string | undefined;
  /** Shown below the message. */
  readonly children?: ReactNode;
}

/** A message of the service, to read and to copy for support. Its meaning comes first. */
export function ServiceMessage({ message, meanings = [], hidesMeaning = false, lead, children }: ServiceMessageProps) {
  if (!message) return null;
  const cause = hidesMeaning ? undefined : meaningText(meanings);
  return (
    <div className="service-message">
      <div className="grow">
        {lead && <b>{lead}</b>}
        {cause && <b>{cause}</b>}
        <ServiceWords message={message} meanings={meanings} />
        {children}
      </div>
      <CopyButton copies={message} label={text.frame.copyMessage} />
    </div>
  );
}

/** The message as it came; folded if the shop explained it in its own words. */
export function ServiceWords({ message, meanings = [] }: Pick<ServiceMessageProps, 'message' | 'meanings'>) {
  const quote = <q className={meanings.length > 0 ? 'muted' : ''}>{message}</q>;
  if (meanings.every((meaning) => typeof meaning === 'string')) return quote;
  return (
    <details>
      <summary className="muted">{text.frame.wordsOfService}</summary>
      {quote}
    </details>
  );
}

type Kept = Pick<ServiceMessageProps, 'message' | 'lead' | 'children'>;

/**
 * A message whose meaning is looked up when it is shown, so that a newer explanation also explains older messages. If there is none, a
 * person may add one for this bench.
 */
export const KeptServiceMessage = (props: Kept) => (props.message ? <Explained {...props} /> : null);

function Explained({ message, lead, children }: Kept) {
  const { station } = useWindowState();
  const { value } = useQuery('setup', () => station.explain({ message }), [message]);
  return (
    <UndoPlace>
      <ServiceMessage message={message} lead={lead} meanings={value}>
        {children}
        {value?.length === 0 && <ExplainAlways message={message} />}
      </ServiceMessage>
    </UndoPlace>
  );
}

/** Explains the first line of an unknown message from now on. */
function ExplainAlways({ message }: Pick<Kept, 'message'>) {
  const { station } = useWindowState();
  const offerUndo = useOfferUndo();
  const intent = useIntent();
  const [typed, setTyped] = useState<string | null>(null);
  const words = text.frame.explain;
  const line = comparedMessage(message.split('\n').find((each) => each.trim() !== '') ?? '');
  if (line === '') return null;
  const save = async (cause: string) => {
    if (cause.trim() === '') return;
    const kept = await intent.send(station.keepExplanation({ message: line, cause, remedy: '' }));
    if (!kept) return;
    setTyped(null);
    offerUndo({ done: words.kept, reverse: () => station.dropExplanation(kept) });
  };
  if (typed === null)
    return (
      <Button kind="quiet" isSmall className="explain" onPress={() => setTyped('')}>
        {words.open}
      </Button>
    );
  return (
    <div className="explain">
      <Field
        label={words.label(line)}
        placeholder={words.example}
        value={typed}
        onChange={setTyped}
        onEnter={(cause) => void save(cause)}
        hasFocus
      />
      <span className="row">
        <Button isSmall isDisabled={intent.isBusy || typed.trim() === ''} onPress={() => void save(typed)}>
          {words.save}
        </Button>
        <Button kind="quiet" isSmall onPress={() => setTyped(null)}>
          {words.cancel}
        </Button>
      </span>
      {intent.failure && <FailureText failure={intent.failure} />}
    </div>
  );
}
