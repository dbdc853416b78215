import { useState } from 'react';
import type { Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { ShownCode } from './shown-code.tsx';

/** Makes the code that opens the backups on another computer. */
export function RecoveryCode({ setup: { hasLeadPin, recoveryMadeAt } }: { setup: Setup }) {
  const { station } = useWindowState();
  const words = text.setup.bench;
  const { send, failure, isBusy } = useIntent();
  const [pin, setPin] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const make = async () => {
    const made = await send(station.makeRecoveryCode({ pin }));
    setPin('');
    if (made) setCode(made.code);
  };
  if (code !== null) return <ShownCode code={code} onDone={() => setCode(null)} />;
  return (
    <Card className="col" title={words.recoveryTitle}>
      <p className="muted">{words.recoveryHint}</p>
      <FailureNote failure={failure} />
      <div className="row">
        <p className="muted grow">{recoveryMadeAt !== null && words.recoveryMade(momentText(recoveryMadeAt))}</p>
        {hasLeadPin && <Field label={words.pinTitle} takes="secret" value={pin} onChange={setPin} />}
        <Button isSmall isDisabled={isBusy || (hasLeadPin && pin === '')} onPress={() => void make()}>
          {words.recoveryMake}
        </Button>
      </div>
    </Card>
  );
}
