import { useState } from 'react';
import type { SignIn } from '../../shared/person.ts';
import { useKey } from '../key-presses.ts';
import { useIntent } from '../query.ts';
import { timeText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { useBench, useWindowState } from '../window-state.ts';
import { useWho, WhoForm } from './who-form.tsx';

/** Replaces every screen until somebody signs in. */
export function SignInScreen({ signIn }: { signIn: SignIn }) {
  const [isWayBack, setWayBack] = useState(signIn.isLost);
  return isWayBack ? (
    <WayBack isLost={signIn.isLost} onBack={() => setWayBack(false)} />
  ) : (
    <Names signIn={signIn} onWayBack={() => setWayBack(true)} />
  );
}

function Names({ signIn, onWayBack }: { signIn: SignIn; onWayBack: () => void }) {
  const { station } = useWindowState();
  const words = text.people;
  const inHand = useBench(({ workflow }) => ('order' in workflow ? (workflow.order?.key ?? null) : null));
  const who = useWho(signIn.people, signIn.lastId, async (proof) => {
    const answer = await station.signIn(proof);
    return answer.ok ? null : answer.failure;
  });
  useKey('accept', who.isReady ? who.send : undefined);
  const { locked } = signIn;
  return (
    <>
      <Band
        size="compact"
        state={who.failure ? 'look' : 'ready'}
        message={who.failure ? text.failures[who.failure.code].what : words.status}
        aside={locked && (locked.afterMinutes === null ? '' : words.locked(timeText(locked.at), locked.afterMinutes))}
      />
      <div className="body body-sign">
        <WhoForm
          who={who}
          badge={words.scanBadge}
          about={({ id, role }) => [words.roles[role], id === signIn.lastId && words.lastHere].filter(Boolean).join(', ')}
        >
          {inHand !== null && (
            <Card title={words.inHand(inHand)}>
              <p className="muted">{words.goesOn}</p>
            </Card>
          )}
        </WhoForm>
      </div>
      <Foot>
        <Button kind="plain" means="leave" onPress={() => who.choose(null)}>
          {words.otherName}
        </Button>
        <Button kind="quiet" onPress={onWayBack}>
          {words.nobodyCan}
        </Button>
        <p className="statement">
          <b>{words.arrows}</b> {words.stillPrints}
        </p>
        <Primary means="accept" isDisabled={!who.isReady} onPress={who.send}>
          {words.signIn}
        </Primary>
      </Foot>
    </>
  );
}

/** For a lost list, or if no admin can sign in: the account's secret or the recovery code removes the list. */
function WayBack({ isLost, onBack }: { isLost: boolean; onBack: () => void }) {
  const { station } = useWindowState();
  const words = text.people;
  const intent = useIntent();
  const [proof, setProof] = useState('');
  const remove = () => void intent.send(station.removeEverybody({ proof }));
  return (
    <>
      <Band
        size="compact"
        state="look"
        message={intent.failure ? text.failures[intent.failure.code].what : isLost ? words.lost : words.wayBack}
      />
      <div className="body body-col">
        <Card className="col" title={words.wayBackTitle}>
          <p>{words.wayBackHint}</p>
          <Field label={words.proof} takes="secret" hasFocus value={proof} onChange={setProof} />
          <FailureNote failure={intent.failure} hasButton={false} />
        </Card>
      </div>
      <Foot>
        {!isLost && (
          <Button kind="plain" means="leave" onPress={onBack}>
            {words.back}
          </Button>
        )}
        <Primary means="save" isDisabled={proof === '' || intent.isBusy} onPress={remove}>
          {words.removeList}
        </Primary>
      </Foot>
    </>
  );
}
