import { type Role, roles } from '../../shared/person.ts';
import { useKey } from '../key-presses.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { useFrame, useShown, useWindowState } from '../window-state.ts';
import { useWho, WhoForm } from './who-form.tsx';

/** Lies over the screen while a call of a packer waits for somebody who may make it. */
export function Approval() {
  const asked = useShown(({ approval }) => approval);
  return asked && <Asked key={asked.no} call={asked.call} role={asked.role} end={asked.end} />;
}

function Asked({ call, role: needed, end }: { call: string; role: Role; end: (isApproved: boolean) => void }) {
  const { station } = useWindowState();
  const words = text.people;
  const people = (useFrame((frame) => frame.signIn)?.people ?? []).filter(({ role }) => roles.indexOf(role) >= roles.indexOf(needed));
  const who = useWho(people, people[0]?.id ?? null, async (proof) => {
    const answer = await station.approve({ call, proof });
    if (answer.ok) end(true);
    return answer.ok ? null : answer.failure;
  });
  useKey('accept', who.isReady ? who.send : undefined);
  return (
    <dialog open className="approval" aria-label={words.approval[needed]}>
      <Band
        size="compact"
        state="look"
        message={who.failure ? text.failures[who.failure.code].what : words.approval[needed]}
        aside={words.nothingYet}
      />
      <div className="body body-sign">
        <WhoForm who={who} badge={words.scanTheirs[needed]} about={({ role }) => words.roles[role]} />
      </div>
      <Foot>
        <Button kind="plain" means="leave" onPress={() => end(false)}>
          {words.notNow}
        </Button>
        <p className="statement">{words.approvalHint}</p>
        <Primary means="accept" isDisabled={!who.isReady} onPress={who.send}>
          {words.approve}
        </Primary>
      </Foot>
    </dialog>
  );
}
