import { useState } from 'react';
import { commandCode } from '../../shared/command-keys.ts';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote, LookNote } from '../ui/failure-note.tsx';
import { withBreaks } from '../ui/with-breaks.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { ConnectForm } from './connect-form.tsx';
import { Recover } from './recover.tsx';

/** The sample order of training that opens first. */
const firstSample = 'ORD-1001';

/** The first screen of a new bench: the training environment, or an account. */
export function FirstRun() {
  const { station, openScreen } = useWindowState();
  const words = text.setup.firstRun;
  const setup = useQuery('setup', () => station.setup({}), []);
  const intent = useIntent();
  const [copies, setCopies] = useState<'unasked' | 'asked' | 'opened'>('unasked');
  const tryIt = async () => {
    if (!(await intent.send(station.enterWorld({ world: 'training' })))) return;
    openScreen('ship');
    // The sample order is in hand at once: its box, its weight, and the label.
    await intent.send(station.scan({ code: firstSample }));
  };
  const typedKey = useShown(({ drafts }) => drafts['account.key']);
  const lost = setup.value?.lost;
  const isLost = Boolean(lost?.settingsKeptAs ?? lost?.notOpened);
  if (copies === 'asked') return <Recover folder="" onBack={() => setCopies('unasked')} onOpened={() => setCopies('opened')} />;
  const isOpened = copies === 'opened';
  const isConnecting = Boolean(typedKey);
  return (
    <>
      <Band {...bandOf()} />
      <div className="body first-run">
        <Card className="col first-card">
          <h2>{words.training}</h2>
          <p className="first-lead">{words.trainingLead}</p>
          <div className="first-sample">
            <div className="paper first-label" aria-hidden="true">
              <b>{words.sample}</b>
              <span>{words.doNotShip}</span>
              <Barcode code={commandCode('NEXT')} />
            </div>
            <p className="muted">{words.trainingHint}</p>
          </div>
          <Button {...(!isConnecting && { kind: 'primary' })} means="training" isDisabled={intent.isBusy} onPress={() => void tryIt()}>
            {words.training}
          </Button>
          <Button kind="quiet" isSmall onPress={() => setCopies('asked')}>
            {text.setup.recover.fromFirstRun}
          </Button>
        </Card>
        <Card className="col first-card">
          <h2>{text.setup.account.title}</h2>
          {lost?.settingsKeptAs && (
            <LookNote what={withBreaks(words.lostSettings(lost.settingsKeptAs))} next={words.lostSettingsNext} isAlert />
          )}
          {lost?.notOpened && !intent.failure && <FailureNote failure={lost.notOpened} hasButton={false} />}
          <FailureNote failure={intent.failure} />
          <ConnectForm setup={setup.value} intent={intent} />
        </Card>
      </div>
    </>
  );

  function bandOf(): { state: Signal; message: string } {
    if (intent.failure) return { state: 'look', message: words.statusRefused };
    if (intent.isBusy) return { state: 'working', message: words.statusTesting };
    if (isOpened) return { state: 'done', message: text.setup.recover.opened };
    return isLost ? { state: 'look', message: words.statusLost } : { state: 'ready', message: words.status };
  }
}
