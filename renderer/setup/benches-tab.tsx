import { useState } from 'react';
import type { Frame } from '../../shared/bench.ts';
import type { Setup } from '../../shared/settings.ts';
import { useScanTarget } from '../key-presses.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { BenchesList } from './benches-list.tsx';
import { JoinCode } from './join-code.tsx';

/** The benches that share their orders by one ledger: how this one stands with it, who else is there, and how one joins. */
export function BenchesTab({ setup }: { setup: Setup }) {
  const ledger = useFrame((frame) => frame.ledger);
  const isPaired = ledger !== null && ledger.bench !== null && ledger.shut !== 'not-paired';
  const [picked, setPicked] = useState<number | null>(null);
  const [joinsAgain, setJoinsAgain] = useState(false);
  // One form at a time: each asks for the PIN.
  const joins = !isPaired || joinsAgain;
  return (
    <>
      {setup.isLeavingLedger && (
        <Card className="col" title={text.setup.benches.title(null)}>
          <Note icon="stop">{text.setup.benches.leaving}</Note>
        </Card>
      )}
      {setup.settings.siteUnread && (
        <Card className="col" title={text.setup.benches.siteTitle}>
          <Note icon="look">{text.setup.benches.siteUnread(setup.settings.siteUnread)}</Note>
        </Card>
      )}
      {ledger && !setup.isLeavingLedger && <Standing ledger={ledger} />}
      {isPaired && (
        <BenchesList
          hasLeadPin={setup.hasLeadPin}
          hasOwnSettings={setup.settings.site === null}
          ledger={`${ledger.shut} ${ledger.waitsFor.join()}`}
          picked={joins ? null : picked}
          onPick={(bench) => {
            setPicked(bench);
            setJoinsAgain(false);
          }}
        />
      )}
      {!joins && picked === null && (
        <Card className="col" title={text.setup.benches.siteTitle}>
          <p className="muted">{text.setup.benches.siteTold(setup.settings.site)}</p>
        </Card>
      )}
      {joins && <Join setup={setup} isPaired={isPaired} />}
      {!joins && picked === null && (
        <div className="row">
          <Button kind="quiet" isSmall onPress={() => setJoinsAgain(true)}>
            {text.setup.benches.joinAgain}
          </Button>
        </div>
      )}
      {!joins && picked === null && <JoinCode hasLeadPin={setup.hasLeadPin} />}
    </>
  );
}

function Standing({
  ledger: { bench, shut, waitsFor, unreported, unreportedElsewhere, heardAt, mirroredAt },
}: {
  ledger: NonNullable<Frame['ledger']>;
}) {
  const words = text.setup.benches;
  return (
    <Card className="col" title={words.title(bench)}>
      {shut && (
        <Note icon="stop">
          {text.failures[shut].what} {text.failures[shut].next}
        </Note>
      )}
      {waitsFor.length > 0 && <p>{words.waitsFor(waitsFor)}</p>}
      <p className="muted">{words.told(unreported + (unreportedElsewhere ?? 0), shut === null && unreportedElsewhere !== null)}</p>
      <p className="muted">{heardAt ? words.heardAt(momentText(heardAt)) : words.neverHeard}</p>
      <p className="muted">{mirroredAt ? words.mirroredAt(momentText(mirroredAt)) : words.neverMirrored}</p>
    </Card>
  );
}

function Join({ setup: { hasLedger, hasLeadPin }, isPaired }: { setup: Setup; isPaired: boolean }) {
  const { station } = useWindowState();
  const words = text.setup.benches;
  const { send, failure, isBusy } = useIntent();
  const [way, setWay] = useState<'code' | 'address'>('code');
  const [code, setCode] = useState('');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [pin, setPin] = useState('');
  useScanTarget(way === 'code' && !isPaired ? setCode : undefined);
  const join = async () => {
    const joined = await send(way === 'code' ? station.joinByCode({ code, pin }) : station.joinLedger({ url, token, pin }));
    setPin('');
    if (!joined) return;
    for (const empty of [setCode, setUrl, setToken]) empty('');
  };
  const isGiven = way === 'code' ? code.trim() !== '' : url.trim() !== '' && token.trim() !== '';
  const isWhole = isGiven && !(hasLeadPin && pin === '');
  return (
    <Card className="col grow" title={words.joinTitle}>
      <p className="muted">{hasLedger ? words.joinedTold : words.joinTold}</p>
      <FailureNote failure={failure} />
      <div className="setup-grid">
        {way === 'code' && <Field className="span-6" label={words.code} takes="secret" value={code} onChange={setCode} />}
        {way === 'address' && <Field className="span-4" label={words.url} takes="secret" value={url} onChange={setUrl} />}
        {way === 'address' && <Field className="span-3" label={words.token} takes="secret" value={token} onChange={setToken} />}
        {hasLeadPin && <Field className="span-3" label={text.setup.bench.pinTitle} takes="secret" value={pin} onChange={setPin} />}
      </div>
      <div className="row">
        <Button kind="primary" isSmall keyName="F10" isDisabled={isBusy || !isWhole} onPress={() => void join()}>
          {words.join}
        </Button>
        <Button kind="quiet" isSmall onPress={() => setWay(way === 'code' ? 'address' : 'code')}>
          {words.otherWay[way]}
        </Button>
      </div>
    </Card>
  );
}
