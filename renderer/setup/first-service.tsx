import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Primary } from '../ui/foot.tsx';
import { useFrame, useShown, useWindowState } from '../window-state.ts';
import type { QuestionProps } from './first-question.ts';

/** The service is being checked, or this bench stayed in the sandbox although live is connected. */
export function ServiceQuestion({ draw, intent, onDone, setup }: QuestionProps) {
  const { station, openScreen } = useWindowState();
  const words = text.setup.steps.service;
  const isChecking = useShown(({ firstConnection }) => firstConnection?.is === 'checking');
  const world = useFrame((frame) => frame.world);
  const mayGoLive = !isChecking && world === 'sandbox' && setup.hasCredentials.live;
  const goLive = async () => {
    if (await intent.send(station.enterWorld({ world: 'live' }))) onDone();
  };
  if (isChecking)
    return draw(
      <Card className="col question" title={words.waitTitle}>
        <p className="muted">{words.wait}</p>
      </Card>,
      null,
    );
  return draw(
    <Card className="col question" title={mayGoLive ? words.title : text.setup.account.title}>
      <p className="muted">{mayGoLive ? words.hint : text.setup.account.firstHint}</p>
    </Card>,
    mayGoLive ? (
      <Primary means="save" isDisabled={intent.isBusy} onPress={() => void goLive()}>
        {words.goLive}
      </Primary>
    ) : (
      <Primary onPress={() => openScreen('setup', 'account')}>{text.setup.home.open(text.setup.tabs.account)}</Primary>
    ),
  );
}
