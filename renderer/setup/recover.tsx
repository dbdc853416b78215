import { useState } from 'react';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { useWindowState } from '../window-state.ts';
import { TrustHost } from './trust-host.tsx';

/** Restores the backups of another computer. Replaces every screen if the local data cannot be opened. */
export function Recover({ folder, onBack, onOpened }: { folder: string; onBack?: () => void; onOpened?: () => void }) {
  const { station } = useWindowState();
  const words = text.setup.recover;
  const intent = useIntent();
  const [from, setFrom] = useState(folder);
  const [code, setCode] = useState('');
  const isLocked = onBack === undefined;
  const isReady = from.trim() !== '' && code.trim() !== '' && !intent.isBusy;
  const open = async () => {
    if ((await intent.send(station.recover({ folder: from.trim(), code }))) !== undefined) onOpened?.();
  };
  return (
    <>
      <Band
        size="compact"
        state={isLocked ? 'stop' : 'look'}
        message={intent.failure ? text.failures[intent.failure.code].what : isLocked ? words.statusLocked : words.status}
      />
      <div className="body body-col">
        <Card className="col" title={words.title}>
          {isLocked && <p>{words.lockedHint}</p>}
          <p className="muted">{words.hint}</p>
          <Field label={words.folder} value={from} onChange={setFrom} />
          <Field label={words.code} placeholder={words.codeHint} value={code} onChange={setCode} />
          <FailureNote failure={intent.failure} hasButton={false} />
          <TrustHost failure={intent.failure} />
        </Card>
      </div>
      <Foot>
        {onBack && (
          <Button kind="quiet" means="leave" onPress={onBack}>
            {words.back}
          </Button>
        )}
        <Primary means="save" isDisabled={!isReady} onPress={() => void open()}>
          {words.open}
        </Primary>
      </Foot>
    </>
  );
}
