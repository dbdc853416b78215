import type { Frame } from '../../shared/bench.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';

type Left = Frame['leftInDoubt'];

const iconOf: Record<Left[number]['is'], IconName> = { booking: 'question', pickup: 'truck', print: 'printer', scan: 'ready' };

/**
 * Items that were in doubt or waiting when the program started, shown before everything else. A scan continues with the next parcel
 * anyway.
 */
export function LeftInDoubt({ left }: { left: Left }) {
  const { station, openScreen } = useWindowState();
  const intent = useIntent();
  const words = text.ship.leftInDoubt;
  const [first] = left;
  return (
    <>
      <Band
        state="look"
        size="tall"
        message={left.length === 1 && first ? words.statusOfOne[first.is](first.name) : words.status(left.length)}
      />
      <div className="body body-col">
        <FailureNote failure={intent.failure} />
        <Card className="grow scroll" title={words.title} isFlush>
          <ul className="list">
            {left.map(({ is, name }, index) => (
              <li key={`${is} ${name} ${index}`}>
                <Icon name={iconOf[is]} />
                <span className="what">
                  <b>{name}</b>
                  <span>{words.what[is]}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <Foot>
        <Button means="leave" onPress={() => void intent.send(station.doubtsSeen({}))}>
          {words.seen}
        </Button>
        <p className="muted">{words.scanNext}</p>
        <Primary means="resolve" onPress={() => openScreen('resolve')}>
          {text.ship.openResolve}
        </Primary>
      </Foot>
    </>
  );
}
