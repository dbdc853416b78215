import { useState } from 'react';
import type { NamedSite } from '../../shared/bench-of-site.ts';
import type { Setup } from '../../shared/settings.ts';
import { useScanTarget } from '../key-presses.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';

/** Looks up the site of a code, or of an address and a token. The bench joins only after a person has read which site it is. */
export function JoinSite({ setup: { hasLedger, asksSitePin }, isPaired }: { setup: Setup; isPaired: boolean }) {
  const { station } = useWindowState();
  const words = text.setup.benches;
  const { send, failure, isBusy } = useIntent();
  const [way, setWay] = useState<'code' | 'address'>('code');
  const [code, setCode] = useState('');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [site, setSite] = useState<NamedSite | null>(null);
  useScanTarget(way === 'code' && !isPaired && !site ? setCode : undefined);
  const look = async () => {
    const given = way === 'code' ? { code, url: '', token: '' } : { code: '', url, token };
    setSite((await send(station.nameSite(given))) ?? null);
  };
  const leave = () => {
    setSite(null);
    for (const empty of [setCode, setUrl, setToken]) empty('');
  };
  if (site) return <Confirm key={site.id} site={site} asksSitePin={asksSitePin} onLeave={leave} />;
  const isGiven = way === 'code' ? code.trim() !== '' : url.trim() !== '' && token.trim() !== '';
  return (
    <Card className="col grow" title={words.joinTitle}>
      <p className="muted">{hasLedger ? words.joinedHint : words.joinHint}</p>
      <FailureNote failure={failure} />
      <div className="setup-grid">
        {way === 'code' && <Field className="span-6" label={words.code} takes="secret" value={code} onChange={setCode} />}
        {way === 'address' && <Field className="span-4" label={words.url} takes="secret" value={url} onChange={setUrl} />}
        {way === 'address' && <Field className="span-2" label={words.token} takes="secret" value={token} onChange={setToken} />}
      </div>
      <div className="row">
        <Button kind="primary" isSmall means="check" isDisabled={isBusy || !isGiven} onPress={() => void look()}>
          {words.look}
        </Button>
        <Button kind="quiet" isSmall onPress={() => setWay(way === 'code' ? 'address' : 'code')}>
          {words.otherWay[way]}
        </Button>
      </div>
    </Card>
  );
}

/** Server and site by name, and the data they would receive. A scan is not accepted as a confirmation. */
function Confirm({ site, asksSitePin, onLeave }: { site: NamedSite; asksSitePin: boolean; onLeave: () => void }) {
  const { station } = useWindowState();
  const words = text.setup.benches;
  const { send, failure, isBusy } = useIntent();
  const [word, setWord] = useState('');
  const [pin, setPin] = useState('');
  const [wasScanned, setScanned] = useState(false);
  useScanTarget(() => setScanned(true));
  const join = async () => {
    const joined = await send(station.joinSite({ id: site.id, word, pin }));
    setPin('');
    if (joined) onLeave();
  };
  const isTyped = word.trim().toUpperCase() === site.word && !(asksSitePin && pin === '');
  return (
    <Card className="col grow" title={words.confirmTitle}>
      <Facts
        facts={[
          [words.server, <b key="server">{words.serverName(site.server)}</b>],
          [words.site, words.siteBenches(site.benches, site.invitedBy)],
          [words.handsOver, words.handedOver(site.handsOver)],
        ]}
      />
      {wasScanned ? <Note icon="look">{words.noScan}</Note> : <p>{words.confirmHint}</p>}
      <FailureNote failure={failure} />
      <div className="setup-grid">
        <Field className="span-3" label={words.typeWord(site.word)} value={word} onChange={setWord} hasFocus />
        {asksSitePin && <Field className="span-3" label={text.setup.bench.pinTitle} takes="secret" value={pin} onChange={setPin} />}
      </div>
      <div className="row">
        <Button kind="quiet" isSmall means="leave" onPress={onLeave}>
          {words.doNotJoin}
        </Button>
        <Button kind="primary" isSmall means="save" commits isDisabled={isBusy || !isTyped} onPress={() => void join()}>
          {words.join}
        </Button>
      </div>
    </Card>
  );
}
