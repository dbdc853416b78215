import { useState } from 'react';
import type { Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { ShownCode } from './shown-code.tsx';

/** Replaces the data key, with a new recovery code, and tells what a change that is not finished waits for. */
export function DataKeyCard({ setup: { hasLeadPin, keyChange } }: { readonly setup: Setup }) {
  const { station } = useWindowState();
  const words = text.setup.bench.dataKey;
  const { send, failure, isBusy } = useIntent();
  const [pin, setPin] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const make = async () => {
    const made = await send(station.changeDataKey({ pin }));
    setPin('');
    if (made) setCode(made.code);
  };
  if (code !== null) return <ShownCode code={code} onDone={() => setCode(null)} />;
  return (
    <Card className="col" title={words.title}>
      <p className="muted">{words.hint}</p>
      {keyChange && <Note icon="look">{keyChange.left === null ? words.goesOn : words.left[keyChange.left]}</Note>}
      <FailureNote failure={failure} />
      {!keyChange && (
        <div className="row">
          <p className="muted grow">{words.effect}</p>
          {hasLeadPin && <Field label={text.setup.bench.pinTitle} takes="secret" value={pin} onChange={setPin} />}
          <Button isSmall isDisabled={isBusy || (hasLeadPin && pin === '')} onPress={() => void make()}>
            {words.make}
          </Button>
        </div>
      )}
    </Card>
  );
}
