import { useState } from 'react';
import type { LockedData } from '../../shared/restored.ts';
import { useIntent } from '../query.ts';
import { Recover } from '../setup/recover.tsx';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { useWindowState } from '../window-state.ts';

/** Replaces every screen until the data of the bench is open: with its passphrase, or with the recovery code. */
export function OpenData({ locked }: { locked: LockedData }) {
  const [isForgotten, setForgotten] = useState(false);
  if (locked.asks === 'recovery-code') return <Recover folder={locked.backupFolder} />;
  return isForgotten ? (
    <Recover folder={locked.backupFolder} onBack={() => setForgotten(false)} />
  ) : (
    <Passphrase onForgotten={() => setForgotten(true)} />
  );
}

function Passphrase({ onForgotten }: { onForgotten: () => void }) {
  const { station } = useWindowState();
  const words = text.people.passphrase;
  const intent = useIntent();
  const [passphrase, setPassphrase] = useState('');
  const isReady = passphrase !== '' && !intent.isBusy;
  const open = async () => {
    // While the field is still drawn: one that is gone would keep its text in memory.
    setPassphrase('');
    await intent.send(station.openData({ passphrase }));
  };
  return (
    <>
      <Band
        size="compact"
        state={intent.isBusy ? 'working' : intent.failure ? 'look' : 'ready'}
        message={intent.isBusy ? words.opening : intent.failure ? text.failures[intent.failure.code].what : words.status}
      />
      <div className="body body-col">
        <Card className="col" title={words.title}>
          <p>{words.hint}</p>
          <Field
            label={words.label}
            takes="secret"
            hasFocus
            isXl
            value={passphrase}
            onChange={setPassphrase}
            onEnter={() => isReady && void open()}
          />
          <p className="muted">{words.noScan}</p>
          <FailureNote failure={intent.failure} hasButton={false} />
        </Card>
      </div>
      <Foot>
        <Button kind="quiet" onPress={onForgotten}>
          {words.forgotten}
        </Button>
        <Primary means="save" isDisabled={!isReady} onPress={() => void open()}>
          {words.open}
        </Primary>
      </Foot>
    </>
  );
}
