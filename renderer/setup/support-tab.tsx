import { useState } from 'react';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';

/** Shows the support bundle before a person saves it. */
export function SupportTab() {
  const { station } = useWindowState();
  const words = text.setup.support;
  const bundle = useQuery(null, () => station.supportBundle({}), []);
  const { send, failure, isBusy } = useIntent();
  const [notice, setNotice] = useState('');
  const save = async () => {
    setNotice('');
    const saved = await send(station.saveSupportBundle({}));
    if (saved) setNotice(words.saved(saved.file));
  };
  const renew = () => {
    setNotice('');
    bundle.reload();
  };
  return (
    <Card
      className="col grow"
      title={words.title}
      aside={
        <>
          <Button kind="quiet" isSmall onPress={renew}>
            {words.fresh}
          </Button>
          <Button kind="primary" isSmall means="save" isDisabled={isBusy || !bundle.value} onPress={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <p className="muted">{words.hint}</p>
      <output>{notice}</output>
      <FailureNote failure={failure ?? bundle.failure} />
      {bundle.value ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
        <pre className="mono support-text" tabIndex={0} aria-label={words.content} translate="no">
          {bundle.value.text}
        </pre>
      ) : (
        !bundle.failure && <p className="muted">{words.making}</p>
      )}
    </Card>
  );
}
