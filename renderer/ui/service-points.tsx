import { type Digit, digitOf } from '../../shared/key-meanings.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { weekText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button, Key } from './button.tsx';
import { Card, Empty } from './card.tsx';
import { Tile } from './tile.tsx';

interface ServicePointsProps {
  readonly words: PointWords;
  readonly points: readonly ServicePoint[];
  /** The key of the chosen point, or null for the home address. */
  readonly chosen: string | null;
  /** Null: to the home address after all. */
  readonly onChoose: (keycode: string | null) => void;
}

interface PointWords {
  readonly pointsTitle: string;
  readonly toTheDoor: string;
  readonly pointsNone: string;
  readonly pointsNoneHint: string;
}

/** The list of service points over a screen, nearest first in the service's order: digits choose, a letter returns to the home address. */
export function ServicePoints({ words, points, chosen, onChoose }: ServicePointsProps) {
  return (
    <Card
      isFlush
      className="points col"
      title={words.pointsTitle}
      aside={
        <div className="row">
          <Button isSmall means="door" onPress={() => onChoose(null)}>
            {words.toTheDoor}
          </Button>
          <Button kind="quiet" isSmall means="leave" onPress={() => onChoose(chosen)}>
            {text.frame.pointsClose}
          </Button>
        </div>
      }
    >
      {points.length === 0 ? (
        <Empty icon="place" title={words.pointsNone}>
          {words.pointsNoneHint}
        </Empty>
      ) : (
        <div className="point-list grow scroll">
          {points.map((point, index) => (
            <Point
              key={point.keycode}
              point={point}
              isOn={point.keycode === chosen}
              digit={digitOf(index)}
              onChoose={() => onChoose(point.keycode)}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

function Point({ point, isOn, digit, onChoose }: PointProps) {
  return (
    <Tile digit={digit} onPress={onChoose} className={isOn ? 'is-on' : ''}>
      <span className="point">
        <Key of={digit} />
        <span className="what">
          <b className="data">{point.name}</b>
          <span className="data">
            {point.street}, {point.postalCode} {point.city}
          </span>
        </span>
        <span className="push muted hours">{weekText(point.hours, text.frame.pointClosed) || text.frame.pointHoursUnknown}</span>
        <b className="num">{point.distanceKm === null ? '' : text.frame.pointDistance(point.distanceKm.toFixed(1))}</b>
      </span>
    </Tile>
  );
}

interface PointProps {
  readonly point: ServicePoint;
  readonly isOn: boolean;
  readonly digit: Digit | undefined;
  readonly onChoose: () => void;
}
