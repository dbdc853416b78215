import { type Intent } from '../query.ts';
import { wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Shown once a month before the plan's limit, and once when it is reached. It stops nothing, because only the service knows its limit. */
export function PlanNotice({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  const planNotice = useFrame((frame) => frame.planNotice);
  const monthCount = useFrame((frame) => frame.monthCount);
  const monthLimit = useFrame((frame) => frame.monthLimit);
  if (planNotice === null || monthLimit === null) return null;
  const words = text.ship.plan[planNotice];
  return (
    <div className="card failure-note" data-state={planNotice === 'reached' ? 'stop' : 'look'} role="alert">
      <Icon name="calendar" />
      <p className="failure-words">
        <b>{words.what(wholeNumber(monthCount), wholeNumber(monthLimit))}</b> <span>{words.next}</span>
      </p>
      <Button isSmall keyName="F10" className="push" isDisabled={intent.isBusy} onPress={() => void intent.send(station.planSeen({}))}>
        {text.ship.plan.seen}
      </Button>
    </div>
  );
}
