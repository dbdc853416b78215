import { useEffect, useRef, useState } from 'react';
import type { CallReply } from '../../shared/ipc.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Code2d } from '../ui/code-2d.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useSecondsUntil } from '../ui/seconds.tsx';
import { useWindowState } from '../window-state.ts';

/** Lets one more bench in. The code is shown until it expires or is withdrawn, or the tab is left. */
export function JoinCode({ asksSitePin }: { asksSitePin: boolean }) {
  const { station } = useWindowState();
  const words = text.setup.benches;
  const { send, failure, isBusy } = useIntent();
  const [pin, setPin] = useState('');
  const [shown, setShown] = useState<CallReply<'invite'> | null>(null);
  const show = async () => {
    const invited = await send(station.invite({ pin }));
    setPin('');
    if (invited) setShown(invited);
  };
  const withdraw = async () => {
    if (await send(station.withdrawInvite({}))) setShown(null);
  };
  if (!shown)
    return (
      <>
        <FailureNote failure={failure} />
        <div className="row save-row">
          <p className="grow">
            <b>{words.inviteTitle}</b> <span className="muted">{words.inviteHint}</span>
          </p>
          {asksSitePin && (
            <Field
              label={text.setup.bench.pinTitle}
              hidesLabel
              placeholder={text.setup.bench.pinTitle}
              takes="secret"
              value={pin}
              onChange={setPin}
            />
          )}
          <Button isSmall means="save" isDisabled={isBusy || (asksSitePin && pin === '')} onPress={() => void show()}>
            {words.invite}
          </Button>
        </div>
      </>
    );
  return (
    <Card className="col" title={words.inviteTitle}>
      <FailureNote failure={failure} />
      <Shown key={shown.until} shown={shown} onWithdraw={() => void withdraw()} onOver={() => setShown(null)} />
    </Card>
  );
}

function Shown({ shown, onWithdraw, onOver }: { shown: CallReply<'invite'>; onWithdraw: () => void; onOver: () => void }) {
  const words = text.setup.benches;
  const seconds = useSecondsUntil(shown.until);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolling returns a promise in newer Chromium, which React would take for a clean-up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (seconds === null)
    return (
      <div className="row">
        <p className="grow">{words.codeOver}</p>
        <Button isSmall onPress={onOver}>
          {words.codeGone}
        </Button>
      </div>
    );
  return (
    <div ref={place} className="row join-code">
      <Code2d code={shown.code} label={words.code2d} />
      <div className="col grow">
        <p>
          <b>{words.secondsLeft(seconds)}</b> {words.codeHint}
        </p>
        <p className="mono join-text">{shown.code}</p>
        <div className="row">
          <CopyButton copies={shown.code} label={`${text.frame.copy}: ${words.code2d}`} />
          <Button isSmall kind="quiet" onPress={onWithdraw}>
            {words.withdraw}
          </Button>
        </div>
      </div>
    </div>
  );
}
