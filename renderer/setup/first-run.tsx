import { useState } from 'react';
import { commandPrefix } from '../../shared/command-keys.ts';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { ConnectForm } from './connect-form.tsx';
import { Recover } from './recover.tsx';

/** The first thing anybody sees: the built-in training world, or an account. */
export function FirstRun() {
  const { station, openScreen } = useWindowState();
  const words = text.setup.firstRun;
  const setup = useQuery('setup', () => station.setup({}), []);
  const intent = useIntent();
  const [copies, setCopies] = useState<'unasked' | 'asked' | 'opened'>('unasked');
  const enter = async (world: 'training' | 'sandbox' | 'live') => {
    if (!(await intent.send(station.enterWorld({ world })))) return;
    if (world === 'training') openScreen('ship');
    else openScreen('setup', 'steps');
  };
  if (copies === 'asked') return <Recover folder="" onBack={() => setCopies('unasked')} onOpened={() => setCopies('opened')} />;
  const isOpened = copies === 'opened';
  return (
    <>
      <Band
        state={intent.failure ? 'look' : intent.isBusy ? 'working' : isOpened ? 'done' : 'ready'}
        says={intent.failure ? words.saysRefused : intent.isBusy ? words.saysTesting : isOpened ? text.setup.recover.opened : words.says}
      />
      <div className="body first-run">
        <Card className="col first-card">
          <h2>{words.training}</h2>
          <p className="first-lead">{words.trainingLead}</p>
          <div className="first-sample">
            <div className="paper first-label" aria-hidden="true">
              <b>{words.sample}</b>
              <span>{words.sampleTold}</span>
              <Barcode code={`${commandPrefix}NEXT`} />
            </div>
            <p className="muted">{words.trainingTold}</p>
          </div>
          <Button kind="primary" keyName="F7" isDisabled={intent.isBusy} onPress={() => void enter('training')}>
            {words.training}
          </Button>
          <Button kind="quiet" isSmall onPress={() => setCopies('asked')}>
            {text.setup.recover.fromFirstRun}
          </Button>
        </Card>
        <Card className="col first-card">
          <h2>{text.setup.account.title}</h2>
          <FailureNote failure={intent.failure} />
          <ConnectForm setup={setup.value} intent={intent} onConnected={(world) => void enter(world)} />
        </Card>
      </div>
    </>
  );
}
