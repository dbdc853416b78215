import { useState } from 'react';
import { passphraseLength, type Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';

/** The passphrase of a computer without a key store; renders nothing if a key store protects the data. */
export function PassphraseCard({ setup: { hasLeadPin, protection } }: { setup: Setup }) {
  const { station } = useWindowState();
  const words = text.setup.bench.passphrase;
  const { send, failure, isBusy } = useIntent();
  const [typed, setTyped] = useState('');
  const [again, setAgain] = useState('');
  const [pin, setPin] = useState('');
  const { hasKeyStore, hasPassphrase } = protection;
  if (hasKeyStore && !hasPassphrase) return null;
  const save = async (passphrase: string) => {
    if ((await send(station.setPassphrase({ passphrase, pin }))) === undefined) return;
    setTyped('');
    setAgain('');
    setPin('');
  };
  const isShort = typed !== '' && typed.length < passphraseLength.least;
  const differs = again !== '' && again !== typed;
  const isReady = typed.length >= passphraseLength.least && again === typed && (!hasLeadPin || pin !== '') && !isBusy;
  return (
    <Card className="col" title={words.title}>
      {hasPassphrase ? <p className="muted">{words.isSet}</p> : <Note icon="look">{words.isMissing}</Note>}
      <p className="muted">{words.hint}</p>
      <FailureNote failure={failure} />
      <div className="setup-grid">
        <Field
          className="span-3"
          label={hasPassphrase ? words.next : words.label}
          takes="secret"
          value={typed}
          onChange={setTyped}
          {...(isShort && { error: words.short(passphraseLength.least) })}
        />
        <Field
          className="span-3"
          label={words.again}
          takes="secret"
          value={again}
          onChange={setAgain}
          {...(differs && { error: words.differs })}
        />
      </div>
      <div className="row">
        <p className="muted grow">{words.recovery}</p>
        {hasLeadPin && <Field label={text.setup.bench.pinTitle} takes="secret" value={pin} onChange={setPin} />}
        {hasKeyStore && (
          <Button kind="quiet" isSmall isDisabled={isBusy || (hasLeadPin && pin === '')} onPress={() => void save('')}>
            {words.useKeyStore}
          </Button>
        )}
        <Button isSmall isDisabled={!isReady} onPress={() => void save(typed)}>
          {hasPassphrase ? words.change : words.set}
        </Button>
      </div>
    </Card>
  );
}
